import { describe, expect, it } from 'vitest';
import { isManifest, type Manifest, readStack } from './stack.ts';

const npm = (...dependencies: string[]): Manifest => ({
  path: 'package.json',
  text: JSON.stringify({
    dependencies: Object.fromEntries(dependencies.map((name) => [name, '^1.0.0'])),
  }),
});

describe('the stack of a project', () => {
  it.each([
    [
      'a web app',
      npm('next', 'react', '@supabase/supabase-js'),
      'Next.js, React, Supabase',
      ['backend', 'web'],
    ],
    ['a page', npm('react', 'vite'), 'React, Vite', ['web']],
    [
      'a phone app',
      npm('expo', 'react-native', 'react'),
      'Expo, React Native, React',
      ['mobile', 'react-native'],
    ],
    ['an API', npm('fastify', 'pg'), 'Fastify, PostgreSQL', ['backend']],
    [
      'Django',
      file('requirements.txt', 'Django==5.2\npsycopg2-binary>=2.9 # db\n'),
      'Django, PostgreSQL, Python',
      ['backend', 'web'],
    ],
    [
      'FastAPI',
      file('pyproject.toml', '[project]\ndependencies = ["fastapi[standard]>=0.1"]'),
      'FastAPI, Python',
      ['backend'],
    ],
    [
      'Flutter',
      file('pubspec.yaml', 'dependencies:\n  flutter:\n    sdk: flutter\n  firebase_core: ^3\n'),
      'Firebase, Flutter',
      ['mobile', 'backend'],
    ],
    [
      'Rails',
      file('Gemfile', 'source "https://rubygems.org"\ngem "rails", "~> 8"\n'),
      'Ruby on Rails, Ruby',
      ['backend', 'web'],
    ],
    [
      'Go',
      file('go.mod', 'module x\nrequire github.com/labstack/echo/v4 v4.1'),
      'Echo, Go',
      ['backend'],
    ],
    ['Rust', file('Cargo.toml', '[dependencies]\naxum = "0.8"'), 'Axum, Rust', ['backend']],
    [
      'Laravel',
      file('composer.json', '{"require":{"laravel/framework":"^12"}}'),
      'Laravel, PHP',
      ['backend', 'web'],
    ],
    [
      'Spring',
      file('pom.xml', '<artifactId>spring-boot-starter-web</artifactId>'),
      'Spring Boot, Java',
      ['backend'],
    ],
    [
      'Android',
      file('app/build.gradle.kts', 'plugins { id("com.android.application") }'),
      'Android, Java',
      ['mobile', 'android'],
    ],
    ['iOS', file('ios/Podfile', "platform :ios, '17.0'"), 'Swift', ['mobile', 'ios']],
    [
      'ASP.NET',
      file('Shop.csproj', '<Project Sdk="Microsoft.NET.Sdk.Web">'),
      'ASP.NET Core, .NET',
      ['backend', 'web'],
    ],
    ['Terraform', file('infra/main.tf', 'resource "x" "y" {}'), 'Terraform', ['infrastructure']],
  ])('is read from %s', (_, manifest, stack, categories) => {
    expect(readStack([manifest])).toEqual({ stack, categories });
  });

  it('names what the outermost manifests name first', () => {
    const inner = { ...npm('express'), path: 'apps/api/package.json' };
    expect(readStack([inner, npm('next')])?.stack).toBe('Next.js, Express');
  });

  it('is nothing where nothing is known', () => {
    expect(readStack([])).toBeNull();
    expect(readStack([npm('left-pad')])).toBeNull();
  });

  it.each([
    '',
    '{',
    '[]',
    'null',
    '"next"',
    '{"dependencies":["next"]}',
    '{"dependencies":null,"devDependencies":7}',
    '{"__proto__":{"dependencies":{"next":"1"}}}',
  ])('survives a package.json that is %s', (text) => {
    expect(readStack([{ path: 'package.json', text }])).toBeNull();
  });
});

describe('a manifest', () => {
  it.each([
    'package.json',
    'my-app/package.json',
    'a/Dockerfile',
    'requirements-dev.txt',
    'app/Build.Gradle',
  ])('is %s', (path) => expect(isManifest(path)).toBe(true));

  it.each([
    'node_modules/next/package.json',
    'app/vendor/a/composer.json',
    'venv/lib/site-packages/x/setup.py',
    'package.json.bak',
    'package.json/',
    'a/b/c/d/e/f/g/package.json',
  ])('is not %s', (path) => expect(isManifest(path)).toBe(false));
});

function file(path: string, text: string): Manifest {
  return { path, text };
}

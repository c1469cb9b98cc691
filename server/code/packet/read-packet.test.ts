import { describe, expect, it, test } from 'vitest';
import type { Packet } from '#domain/packet.ts';
import { projectOf } from '../../testing/project.ts';
import { readPacket } from './read-packet.ts';

type Contents = Parameters<typeof projectOf>[0];

const packetOf = (contents: Contents, description = ''): Promise<Packet> =>
  readPacket(projectOf(contents), { description });
const findingsOf = async (contents: Contents, description = '') =>
  (await packetOf(contents, description)).findings.map(({ kind, path, line }) => ({
    kind,
    path,
    line,
  }));

const NEXT = JSON.stringify({
  name: 'shop',
  scripts: { dev: 'next dev', build: 'next build' },
  dependencies: {
    next: '^14.0.0',
    react: '18.0.0',
    '@supabase/supabase-js': '2.0.0',
    stripe: '1.0.0',
  },
  devDependencies: { vitest: '1.0.0', 'lovable-tagger': '1.0.0' },
});

test('a project says what it is made of, and what its request may say of it', async () => {
  const packet = await packetOf({
    'package.json': NEXT,
    'src/app.tsx': 'export {}\n'.repeat(50),
    'src/server.ts': 'export {}\n',
    'api/requirements.txt': 'fastapi==0.1\n',
    'docker-compose.yml': 'services:\n  db:\n    image: postgres:16\n',
  });
  expect(packet.languages[0]).toEqual({ name: 'TypeScript', files: 2, bytes: 510 });
  const kinds = Object.fromEntries(packet.technologies.map(({ name, kind }) => [name, kind]));
  expect(kinds).toMatchObject({
    'Next.js': 'framework',
    React: 'framework',
    Supabase: 'service',
    Stripe: 'service',
    FastAPI: 'framework',
    Postgres: 'service',
  });
  expect(packet.scripts).toContainEqual({ path: 'package.json', name: 'dev', command: 'next dev' });
  expect(packet.entry_points).toContain('src/server.ts');
  expect(packet.ai_tools[0]).toEqual({ tool: 'LOVABLE', name: 'Lovable', marks: ['package.json'] });
  expect(packet.suggested).toMatchObject({
    categories: ['backend', 'web', 'infrastructure'],
    ai_tool: 'LOVABLE',
  });
  expect(packet.suggested.stack).toContain('Next.js, React, Supabase');
});

describe('the AI tool is known by its marks', () => {
  it.each([
    ['.cursor/rules/a.mdc', 'CURSOR'],
    ['.cursorrules', 'CURSOR'],
    ['CLAUDE.md', 'CLAUDE'],
    ['web/.claude/settings.json', 'CLAUDE'],
    ['.bolt/config.json', 'BOLT.NEW'],
    ['.replit', 'REPLIT'],
    ['replit.nix', 'REPLIT'],
    ['.windsurfrules', 'WINDSURF'],
    ['.clinerules', 'CLINE'],
    ['.github/copilot-instructions.md', 'COPILOT'],
    ['v0.json', 'VO'],
    ['AGENTS.md', null],
    ['src/claude.ts', null],
  ])('%s', async (path, tool) => {
    expect((await packetOf({ [path]: 'x' })).suggested.ai_tool).toBe(tool);
  });
});

describe('a stack trace leads into the project', () => {
  const project = projectOf({
    'web/src/App.tsx': 'a\n',
    'web/src/pages/index.tsx': 'a\n',
    'app/[slug]/page.tsx': 'a\n',
    'app/(shop)/cart/page.tsx': 'a\n',
    'api/main.py': 'a\n',
    'src/main/java/com/shop/Cart.java': 'a\n',
    'cmd/server/main.go': 'a\n',
    'src/main.rs': 'a\n',
    'public/index.php': 'a\n',
    'app/models/user.rb': 'a\n',
    'lib/cart.dart': 'a\n',
    'Shop/Services/CartService.cs': 'a\n',
    'a/index.js': 'a\n',
    'b/index.js': 'a\n',
  });
  it.each([
    ['    at App (webpack://shop/./src/App.tsx?4ab3:12:5)', 'web/src/App.tsx', 12],
    ['    at webpack-internal:///(rsc)/./app/[slug]/page.tsx:7:1', 'app/[slug]/page.tsx', 7],
    ['  at Cart (/var/task/app/(shop)/cart/page.tsx:3:9)', 'app/(shop)/cart/page.tsx', 3],
    ['  at file:///C:/code/web/src/pages/index.tsx:4:2', 'web/src/pages/index.tsx', 4],
    ['render@http://localhost:3000/src/App.tsx?t=17:33:20', 'web/src/App.tsx', 33],
    ["src/App.tsx(12,5): error TS2304: Cannot find name 'x'.", 'web/src/App.tsx', 12],
    ['  File "/app/shop/api/main.py", line 42, in <module>', 'api/main.py', 42],
    ['\tat com.shop.Cart.total(Cart.java:88)', 'src/main/java/com/shop/Cart.java', 88],
    ['\t/go/src/shop/cmd/server/main.go:19 +0x1d', 'cmd/server/main.go', 19],
    ["thread 'main' panicked at src/main.rs:4:5:", 'src/main.rs', 4],
    ['#0 /var/www/html/public/index.php(12): run()', 'public/index.php', 12],
    ['PHP Fatal error: x in /var/www/public/index.php on line 9', 'public/index.php', 9],
    ["app/models/user.rb:12:in 'save'", 'app/models/user.rb', 12],
    ['#1 main (package:shop/cart.dart:30:3)', 'lib/cart.dart', 30],
    [
      '   at Shop.Cart.Add() in C:\\src\\Shop\\Services\\CartService.cs:line 14',
      'Shop/Services/CartService.cs',
      14,
    ],
  ])('%s', async (text, path, line) => {
    const { traces } = await readPacket(project, { description: `It broke:\n${text}\nHelp!` });
    expect(traces).toEqual([{ text: text.trim(), path, line }]);
  });

  it.each([
    ['at x (/app/node_modules/web/src/App.tsx:1:1)'],
    ['at x (/app/c/index.js:1:1)'],
    ['at x (node:internal/main.js:1:1)'],
    ['I use Next.js and main.rs a lot.'],
  ])('but not where it could be another: %s', async (text) => {
    expect((await readPacket(project, { description: text })).traces).toEqual([]);
  });

  it('and what switches the types off beside it is said', async () => {
    const code = `${'//\n'.repeat(9)}const user: any = await load();\nuser.name.first;\n`;
    const trace = 'TypeError: x\n    at Page (/app/src/page.tsx:11:11)';
    expect(await findingsOf({ 'src/page.tsx': code, 'a.test.ts': '' }, trace)).toEqual([
      { kind: 'any_in_trace', path: 'src/page.tsx', line: 10 },
    ]);
  });
});

describe('found is', () => {
  it.each<[string, Contents, Awaited<ReturnType<typeof findingsOf>>]>([
    [
      'a missing lock file',
      { 'package.json': NEXT, 'a.test.ts': '' },
      [{ kind: 'no_lock_file', path: 'package.json', line: null }],
    ],
    [
      'none where it is further up',
      { 'package-lock.json': '{}', 'web/package.json': NEXT, 'a.test.ts': '' },
      [],
    ],
    [
      'a package with a known hole',
      {
        'package.json': '{"dependencies":{"lodash":"^4.0.0"}}',
        'package-lock.json': '{"packages":{"node_modules/lodash":{"version":"4.17.10"}}}',
        'a.test.ts': '',
      },
      [{ kind: 'vulnerable_package', path: 'package-lock.json', line: null }],
    ],
    [
      'one of Python, by an exact version, and none by the name of another world',
      {
        'requirements.txt': 'Werkzeug==3.0.2\nflask>=1.0\ngunicorn==22.0.0\nlodash==1.0.0\n',
        'package.json': '{"dependencies":{}}',
        'a.test.ts': '',
      },
      [{ kind: 'vulnerable_package', path: 'requirements.txt', line: null }],
    ],
    [
      'two names that are one elsewhere',
      { 'src/App.ts': '', 'src/app.ts': '', 'src/App.test.ts': '' },
      [{ kind: 'name_clash', path: 'src/App.ts', line: null }],
    ],
    [
      'a table that is open to everybody',
      {
        'supabase/migrations/1.sql':
          '-- create table no (id int);\ncreate table if not exists public.orders (id int);\nCREATE TABLE "Users" (id int);\ncreate table private.x (id int);',
        'supabase/migrations/2.sql': 'alter table only public.orders enable row level security;',
        'a.test.ts': '',
      },
      [{ kind: 'no_row_level_security', path: 'supabase/migrations/1.sql', line: 3 }],
    ],
    [
      'none where a loop may have closed it',
      {
        'supabase/migrations/1.sql':
          "create table a (id int);\ndo $$ begin execute format('alter table %I enable row level security', t); end $$;",
        'a.test.ts': '',
      },
      [],
    ],
    [
      'a file with keys',
      {
        '.env': 'STRIPE={{SECRET:stripe:1}}\n',
        '.env.example': 'STRIPE={{SECRET:stripe:1}}\n',
        'a.test.ts': '',
      },
      [{ kind: 'secrets_in_repository', path: '.env', line: null }],
    ],
    ['that there are no tests', { 'a.ts': '' }, [{ kind: 'no_tests', path: null, line: null }]],
  ])('%s', async (_, contents, findings) => {
    expect(await findingsOf(contents)).toEqual(findings);
  });
});

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { isInRange } from '#domain/version-range.ts';
import {
  findBrokenRules,
  findKnown,
  type Known,
  knownSchema,
  type Lockfile,
  lockfileSchema,
} from './audit-lockfile.ts';
import { root } from './run.ts';

const inventory = join(root, 'build/inventory.cdx.json');
const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));

const integrity = 'sha512-abc';
const locked = (packages: Lockfile['packages']): Lockfile => ({ packages });

const hole = {
  ecosystem: 'npm' as const,
  package: 'left',
  range: '>=1.0.0 <1.2.3',
  advisory: 'GHSA-1',
  severity: 'high' as const,
  what: 'a hole',
  source: 'https://example.com/1',
  added: '2026-01-01',
};
const list = (more: Partial<Known> = {}): Known => ({
  checked: '2026-01-01',
  vulnerable: [hole],
  accepted: [],
  ...more,
});

test.each([
  ['1.2.2', '<1.2.3', true],
  ['1.2.3', '<1.2.3', false],
  ['1.10.0', '<1.9.0', false],
  ['1.2.3-beta.1', '<1.2.3', true],
  ['1.2.3', '<=1.2.3', true],
  ['1.2.3+build', '=1.2.3', true],
  ['2.0.0', '>=1.0.0 <1.2.3 || >=2.0.0 <2.0.1', true],
  ['1.9.9', '>=1.0.0 <1.2.3 || >=2.0.0 <2.0.1', false],
])('version %s in the range %s: %s', (version, range, isIn) => {
  expect(isInRange(version, range)).toBe(isIn);
});

it('takes no range that it cannot read', () => {
  expect(() => isInRange('1.0.0', '^1.0.0')).toThrow('^1.0.0');
});

describe('a hole that is known', () => {
  const lockfile = locked({
    '': {},
    'node_modules/left': { version: '1.2.3', integrity },
    'node_modules/a/node_modules/left': { version: '1.2.2', integrity },
  });

  it('is named with where the package lies, what it is and who says so', () => {
    expect(findKnown(lockfile, list(), '2026-01-02')).toEqual({
      failures: [
        'left 1.2.2 (node_modules/a/node_modules/left): high, a hole; https://example.com/1',
      ],
      remarks: [],
    });
  });

  it('is accepted for one version, for a reason and until a day', () => {
    const accepted = [
      {
        ecosystem: 'npm' as const,
        package: 'left',
        version: '1.2.2',
        advisories: ['GHSA-1'],
        reason: 'unused',
        until: '2026-02-01',
      },
    ];
    const known = list({ accepted });
    expect(findKnown(lockfile, known, '2026-02-01').failures).toEqual([]);
    expect(findKnown(lockfile, known, '2026-02-01').remarks[0]).toMatch(
      /^accepted until 2026-02-01: left/,
    );
    expect(findKnown(lockfile, known, '2026-02-02').failures).toHaveLength(1);
  });

  it('is looked for in a list whose age is said aloud after 90 days', () => {
    expect(findKnown(locked({}), list(), '2026-04-01').remarks).toEqual([]);
    expect(findKnown(locked({}), list(), '2026-04-02').remarks[0]).toMatch(
      /^WARNING: .*91 DAYS OLD/,
    );
  });
});

describe('the rules of the lockfile', () => {
  it.each([
    ['an address of a registry', { version: '1.0.0', integrity, resolved: 'https://x/left.tgz' }],
    ['no integrity', { version: '1.0.0' }],
    ['a weak integrity', { version: '1.0.0', integrity: 'sha1-abc' }],
    [
      'a repository for a version',
      { version: 'git+ssh://git@example.com/left.git#abc', integrity },
    ],
    ['a script that nobody decided on', { version: '1.0.0', integrity, hasInstallScript: true }],
  ])('refuse %s', (_what, entry) => {
    const { failures } = findBrokenRules(locked({ 'node_modules/left': entry }), ['right', '@x/y']);
    expect(failures).toHaveLength(1);
    expect(failures[0]).toContain('node_modules/left ');
  });

  it('allow approved scripts, and say which programs of other platforms have no integrity', () => {
    const optional = { optional: true, os: ['aix'], version: '1.0.0' };
    const lockfile = locked({
      'node_modules/node': { version: '1.0.0', integrity, hasInstallScript: true },
      'node_modules/@x/aix': { ...optional, hasInstallScript: true },
    });
    expect(findBrokenRules(lockfile, ['node', '@x/linux'])).toEqual({
      failures: [],
      remarks: ['1 packages of other platforms have no integrity: @x/aix'],
    });
  });
});

describe('what we are made of', () => {
  const lockfile = lockfileSchema.parse(read('package-lock.json'));
  const known = knownSchema.parse(read('server/code/packages/known-vulnerable.json'));

  it('has no hole that the list knows, but those accepted when it was last checked', () => {
    expect(findKnown(lockfile, known, known.checked).failures).toEqual([]);
  });

  it('keeps the rules', () => {
    const approved = Object.keys(read('package.json').allowScripts);
    expect(findBrokenRules(lockfile, approved).failures).toEqual([]);
  });

  // An npm that is too old makes none, and the build says so.
  it.skipIf(!existsSync(inventory))('is listed beside the build, all of it', () => {
    const { bomFormat, components } = JSON.parse(readFileSync(inventory, 'utf8')) as {
      bomFormat: string;
      components: { name: string; version: string }[];
    };
    expect(bomFormat).toBe('CycloneDX');
    const listed = new Set(components.map(({ name, version }) => `${name} ${version}`));
    const installed = Object.entries(lockfile.packages).filter(
      ([place, { optional }]) => place !== '' && !optional,
    );
    const missing = installed.filter(
      ([place, { version }]) => !listed.has(`${place.split('node_modules/').at(-1)} ${version}`),
    );
    expect(missing).toEqual([]);
  });

  it('still has each package that was accepted', () => {
    const versions = Object.entries(lockfile.packages).map(
      ([place, { version }]) => `${place.split('node_modules/').at(-1)} ${version}`,
    );
    const gone = known.accepted.filter(
      (each) => !versions.includes(`${each.package} ${each.version}`),
    );
    expect(gone).toEqual([]);
  });
});

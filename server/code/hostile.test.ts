import { expect, it, test } from 'vitest';
import { workOfThreads } from '../testing/own-time.ts';
import { quickest } from '../testing/patience.ts';
import { projectOf } from '../testing/project.ts';
import { readPacket } from './packet/read-packet.ts';
import { readSafety } from './safety/read-safety.ts';

type Contents = Record<string, string | Buffer>;

const KB = 1024;
const of = (part: string, length: number) => part.repeat(Math.floor(length / part.length));
const many = <Value>(
  count: number,
  file: (index: number) => [string, Value],
): Record<string, Value> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => file(index)));

/** Of the thread's own time: what the packet of 20,000 files may take. */
const MOST_MS = 5000;
const TRACE = 'at x (/app/src/a.ts:1:1) ';

const HOSTILE: readonly [string, () => Contents][] = [
  [
    '20,000 files',
    () => many(20_000, (at) => [`src/${at % 700}/file${at}.ts`, of('const a = 1;\n', 300)]),
  ],
  [
    '5,000 folders',
    () => many(5000, (at) => [`a${at}/package.json`, '{"name":"a","dependencies":{"b":"1"}}']),
  ],
  ['folders called test', () => many(5000, (at) => [`${of('tests/', 300)}${at}`, ''])],
  [
    '30,000 packages',
    () => ({
      'package.json': JSON.stringify({
        dependencies: many(30_000, (at) => [`launchdarkly-${at}`, '1']),
      }),
    }),
  ],
  [
    'a long lock file',
    () => ({
      'package-lock.json': JSON.stringify({
        packages: many(20_000, (at) => [`node_modules/package-${at}`, { version: '1.0.0' }]),
      }),
    }),
  ],
  [
    'deep JSON',
    () => ({
      'package-lock.json': of('{"dependencies":', 300 * KB),
      'package.json': of('[', 500 * KB),
    }),
  ],
  [
    'a bomb of YAML',
    () => ({
      'docker-compose.yml': `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghij'
        .split('')
        .map((name, at) => `${name}: &${name} [${of(`*${'abcdefghij'[at]},`, 18)}]`)
        .join('\n')}\nservices: *j\n`,
    }),
  ],
  [
    'YAML that nests',
    () => ({ 'docker-compose.yml': of('[', 100 * KB), 'pnpm-lock.yaml': of('- ', 100 * KB) }),
  ],
  [
    'SQL of quotes',
    () => ({
      'supabase/migrations/1.sql': of("'", 500 * KB),
      'supabase/migrations/2.sql': of('/*$a$"', 500 * KB),
      'supabase/migrations/3.sql': of('create table a.', 500 * KB),
    }),
  ],
  [
    'requirements without an end',
    () => ({
      'requirements.txt': of('a[', 100 * KB),
      Gemfile: of('gem "', 100 * KB),
      'go.mod': of('require a/', 100 * KB),
      'Cargo.toml': `[dependencies]\n${of('a = ', 100 * KB)}`,
      'pyproject.toml': `[project]\ndependencies = [\n${of('"a[', 100 * KB)}`,
    }),
  ],
  [
    'lines without an end',
    () => ({
      'a.ts': of('x', 500 * KB),
      'b.ts': of('https://a.', 500 * KB),
      'a.test.ts': of('it.each ', 500 * KB),
      'c.js': of('eval (', 500 * KB),
    }),
  ],
  [
    'line breaks',
    () => ({
      'a.ts': of('\n', 200 * KB),
      'a.test.ts': of(' \n', 200 * KB),
      '.npmrc': of('\n', 100 * KB),
    }),
  ],
  ['lines that cannot be read', () => ({ 'a.ts': of('\u202e\n', 500 * KB) })],
  [
    'broken UTF-8',
    () => ({
      'a.ts': Buffer.alloc(500 * KB, 0xc3),
      'package.json': Buffer.alloc(500 * KB, 0xff),
      '.env': Buffer.alloc(500 * KB, 0xe2),
    }),
  ],
  [
    'names of objects',
    () => ({
      'package.json':
        '{"name":"__proto__","dependencies":{"__proto__":"1","constructor":"1"},"scripts":{"__proto__":"x"}}',
      'constructor/__proto__.ts': '',
      'package-lock.json': '{"packages":{"node_modules/__proto__":{"version":"1.0.0"}}}',
    }),
  ],
];

it.each(HOSTILE)('%s: a packet and a report in seconds', async (_, make) => {
  const contents = make();
  const project = projectOf(contents);
  const before = projectOf(
    Object.fromEntries(Object.entries(contents).map(([path, text]) => [path, `${text} `])),
  );
  const milestone = { title: 'x', description: of('login ', 20_000), checks: [] };
  const packet = await quickest(MOST_MS, () =>
    workOfThreads(() => readPacket(project, { description: of(TRACE, 20_000) })),
  );
  expect(packet).toBeLessThan(MOST_MS);
  const report = await quickest(2 * MOST_MS, () =>
    workOfThreads(() => readSafety({ before, after: project, milestone })),
  );
  expect(report).toBeLessThan(2 * MOST_MS);
});

test.each([
  ['one line', of(`${TRACE}a.b.C.d(`, 20_000)],
  ['many lines', of('at a.b.c.d(C.java:1)\n', 20_000)],
  ['endings', of('.ts', 20_000)],
  ['brackets', of('/(a)/[b]/', 20_000)],
  ['letters of packages', `${of('a.', 19_000)}(C.java:1)`],
])('a description of %s is read in a moment', async (_, description) => {
  const project = projectOf(many(500, (at) => [`a${at}/src/a.ts`, '']));
  const packet = () => workOfThreads(() => readPacket(project, { description }));
  expect(await quickest(MOST_MS, packet)).toBeLessThan(MOST_MS);
});

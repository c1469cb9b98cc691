import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, matchesGlob, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { root } from './run.ts';

// The house rules that no linter knows. Import direction, circles and complexity are in biome.json.

const maxLines = 400;
const maxDecisionLines = 40;
const unbudgeted = [
  '**/*.test.ts',
  '**/*.spec.ts',
  '**/*generated*',
  'server/demo/**',
  'server/testing/**',
  'domain/acts.ts',
  'domain/lifecycle.ts',
  'domain/notification-rules.ts',
];

/** From top to bottom: a folder imports from those below it, and from no other. */
const floors: Record<string, string[]> = {
  server: [
    'testing',
    'start',
    'demo',
    'operation',
    'programs',
    'evidence',
    'moderation',
    'unblockers',
    'applications',
    'tickets',
    'discussions',
    'payments',
    'accounts',
    'notifications',
    'webhooks',
    'code',
    'files',
    'mail',
    'lifecycle',
    'ledger',
    'http',
    'store',
    'paper',
    'workers',
    'database',
    'config',
  ],
  web: [
    'start',
    'site',
    'moderation',
    'applications',
    'discussions',
    'tickets',
    'decisions',
    'payments',
    'accounts',
    'notifications',
    'code',
    'files',
    'text',
    'shell',
    'offline',
    'api',
    'ui',
  ],
};

const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({ optionalDependencies: z.record(z.string(), z.string()).optional() }),
  ),
});

const ignored = readFileSync(join(root, '.gitignore'), 'utf8').split('\n').filter(Boolean);
const files = listFiles('');
const architecture = read('docs/architecture.md');

describe('the repository', () => {
  test(`has no source file of more than ${maxLines} lines`, () => {
    const long = files
      .filter((file) => /\.(ts|tsx|css)$/.test(file))
      .filter((file) => !unbudgeted.some((glob) => matchesGlob(file, glob)))
      .map((file) => ({ file, lines: linesOf(file).length }))
      .filter(({ lines }) => lines > maxLines);
    expect(long).toEqual([]);
  });

  test.each(Object.entries(floors))(
    'has folders of %s/ that import downward only',
    (top, order) => {
      const program = files.filter(
        (file) => /\.tsx?$/.test(file) && file.startsWith(`${top}/`) && !/\.test\./.test(file),
      );
      const floorOf = (file: string) => order.indexOf(file.split('/')[1] ?? '');
      const own = program.filter((file) => file.split('/').length > 2);
      expect(own.filter((file) => floorOf(file) < 0)).toEqual([]);
      const upward = own.flatMap((file) =>
        importsOf(file)
          .filter((to) => to.startsWith(`${top}/`) && floorOf(to) < floorOf(file))
          .map((to) => `${file} -> ${to}`),
      );
      expect(upward).toEqual([]);
    },
  );

  // What it bundles runs on people's machines and on an older Node.js.
  test('bundles into the command line nothing of the server but what looks for keys and reads projects', () => {
    const shared =
      /^server\/(?:files\/shield\/(?:encoding|find-secrets|masking|scan-text|zip)|code\/intake\/(?:keys|place|repositories)|code\/attempts\/read-attempt)\.ts$/;
    const program = files.filter((file) => /^cli\/[\w-]+\.ts$/.test(file));
    expect(program.length).toBeGreaterThan(10);
    const others = program.flatMap((file) =>
      importsOf(file)
        .filter((to) => !/^(?:cli|domain)\//.test(to) && !shared.test(to))
        .map((to) => `${file} -> ${to}`),
    );
    expect(others).toEqual([]);
  });

  test.each(Object.entries(floors))(
    'draws the floors of %s/ in docs/architecture.md, each with a word on it',
    (top, order) => {
      const [, drawn = ''] = new RegExp(`^${top}/\n((?: {2}.*\n)+)`, 'm').exec(architecture) ?? [];
      const lines = drawn.trimEnd().split('\n');
      expect(lines.map((line) => /^ {2}(\S+) {2,}\S/.exec(line)?.[1])).toEqual(order);
    },
  );

  test('has what docs/architecture.md names in the files where it says', () => {
    const named = [...architecture.matchAll(/`([\w/-]+\.tsx?)`\s+`(\w+)`/g)];
    expect(named.length).toBeGreaterThan(20);
    const missing = named.filter(
      ([, file = '', name = '']) =>
        !new RegExp(`export (?:default )?(?:async )?(?:function|const|class) ${name}\\b`).test(
          read(file),
        ),
    );
    expect(missing.map(([text]) => text)).toEqual([]);
  });

  test('spreads no object written out on the spot: its lines are only hidden from the formatter', () => {
    const spread = files
      .filter((file) => /\.tsx?$/.test(file) && !file.includes('generated'))
      .filter((file) => /[^{]\.{3}\{ /.test(read(file)));
    expect(spread).toEqual([]);
  });

  test('has every path that its documents mention', () => {
    const documents = files.filter(
      (file) => /^[A-Z]+\.md$/.test(file) || /^docs\/.*\.md$/.test(file),
    );
    const missing = documents.flatMap((document) =>
      mentionedPaths(document)
        .filter((path) => !existsSync(join(root, path)))
        .map((path) => `${document}: ${path}`),
    );
    expect(missing).toEqual([]);
  });

  test('has every test that docs/security.md names', () => {
    const shown = [...read('docs/security.md').matchAll(/`([^`]+\.ts)` \(((?:"[^"]+",? ?)+)\)/g)];
    const named = shown.flatMap(([, file = '', titles = '']) =>
      [...titles.matchAll(/"([^"]+)"/g)].map(([, title = '']) => ({ file, title })),
    );
    expect(named.length).toBeGreaterThan(30);
    const isThere = ({ file, title }: { file: string; title: string }) =>
      title.split(' … ').every((part) => read(file).includes(part));
    expect(named.filter((each) => !isThere(each))).toEqual([]);
  });

  test('names each setting in its documents, and in deploy/ none that the server does not know', () => {
    const namesIn = (text: string, pattern: RegExp) =>
      [...text.matchAll(pattern)].map(([, name = '']) => name);
    const settings = globSync(['server/config/config.ts', 'server/payments/*/kind.ts'], {
      cwd: root,
    });
    const known = settings.flatMap((file) => namesIn(read(file), /^ {2}([A-Z_]+): \[/gm));
    const compose = read('deploy/compose.yaml');
    const given = namesIn(compose, /^ {4}([A-Z][A-Z_]+):/gm);
    expect(given.length).toBeGreaterThan(10);
    expect(given.filter((name) => !known.includes(name))).toEqual([]);
    // Also the one that follows or was before: what is sealed under a key would be lost with it.
    expect(known.filter((name) => name.includes('_KEY') && !given.includes(name))).toEqual([]);
    const filledIn = new Set(namesIn(compose, /\$\{([A-Z_]+)/g));
    expect(namesIn(read('deploy/env.example'), /^([A-Z_]+)=/gm).toSorted()).toEqual(
      [...filledIn].toSorted(),
    );
    const operation = read('docs/operations.md');
    expect(known.filter((name) => !operation.includes(name))).toEqual([]);
  });

  test('keeps secrets, data and history out of the container image', () => {
    const left = read('.dockerignore').split('\n');
    expect(left).toEqual(expect.arrayContaining(['.env', 'data', '.git', 'node_modules', 'build']));
  });

  test('serves in production from everything in deploy/', () => {
    const dockerfile = read('deploy/Dockerfile');
    expect(dockerfile.indexOf('ENV NODE_ENV=production')).toBeGreaterThan(0);
    expect(dockerfile.indexOf('ENV NODE_ENV')).toBeLessThan(dockerfile.indexOf('RUN npm ci'));
    expect(read('deploy/compose.yaml')).toMatch(/^ {4}NODE_ENV: production$/m);
    expect(read('deploy/unblock.service')).toMatch(/^Environment=NODE_ENV=production$/m);
  });

  test('numbers its decisions without a gap, alike in name and heading, each half a page', () => {
    const decisions = files.filter((file) => file.startsWith('docs/decisions/')).toSorted();
    const numbers = decisions.map((_, index) => index + 1);
    const named = decisions.map((file) => Number(/\/(\d{4})-[a-z0-9-]+\.md$/.exec(file)?.[1]));
    expect(named).toEqual(numbers);
    const headed = decisions.map((file) => Number(/^# (\d+)\. /.exec(read(file))?.[1]));
    expect(headed).toEqual(numbers);
    expect(decisions.filter((file) => linesOf(file).length > maxDecisionLines)).toEqual([]);
  });

  // Values travel as parameters. What is written into a statement is a constant, one of two words,
  // or comes from these files: the migrations, the catalogue of the database, a column's name.
  test('writes no value into the text of a SQL statement', () => {
    const trusted = [
      'server/database/migrate.ts',
      'server/database/serving-role.ts',
      'server/operation/put-tables.ts',
      'server/files/file-map.ts',
    ];
    const raw = /sql\.(?:raw|lit)\b(?!(?:<[^(]*>)?\((?:[A-Z_]+|[^()]+ \? '[^']*' : '[^']*')\))/;
    const written = /\.query(?:<[^(]*>)?\(\s*`[^`]*\$\{(?![A-Z_]+\})/;
    const offenders = files
      .filter((file) => /^server\/.*\.ts$/.test(file) && !/\.test\.ts$|\/testing\//.test(file))
      .filter((file) => !trusted.includes(file))
      .filter((file) => raw.test(read(file)) || written.test(read(file)));
    expect(offenders).toEqual([]);
  });

  test('has every link of the app from domain/paths.ts', () => {
    const pages =
      'dashboard|discussions|moderation|decisions|join|paidSuccessful|reset-password|auth/callback';
    const byHand = new RegExp(`(?:['"\`]|\\})/(?:${pages})\\b`);
    const isOurs = (file: string) =>
      /^(?:server|web|domain)\/.*\.tsx?$/.test(file) &&
      !/\btest|routes\.ts$|^domain\/paths\.ts$/.test(file);
    const offenders = files.filter(isOurs).flatMap((file) =>
      read(file)
        .split('\n')
        .filter(
          (line) =>
            byHand.test(line.replaceAll(/\/api\/\S*/g, '')) && !/^\s*(?:\/\*|\*|\/\/)/.test(line),
        )
        .map((line) => `${file}: ${line.trim()}`),
    );
    expect(offenders).toEqual([]);
  });

  test('says in SECURITY.md where its public pages say one may write', () => {
    const [address = 'none'] =
      /[\w.]+@[\w.]+/.exec(read('domain/site.ts').split('BUILD_CONTACT')[1] ?? '') ?? [];
    expect(read('SECURITY.md')).toContain(address);
  });

  test('names no folder of one machine and no package registry', () => {
    // Put together here so that this file does not name them either.
    const homes = ['work', 'root', 'home'].join('|');
    const machine = new RegExp(`(?<![\\w.}-])/(?:${homes})/|${['registry', 'npmjs'].join('\\.')}`);
    const offenders = files.flatMap((file) =>
      read(file)
        .split('\n')
        .flatMap((line, index) => (machine.test(line) ? [`${file}:${index + 1}`] : [])),
    );
    expect(offenders).toEqual([]);
  });

  test('has a lockfile that works with any registry', () => {
    expect(read('package-lock.json')).not.toContain('"resolved"');
  });

  // A registry that lacks some platforms' packages makes npm leave them out without a word, and
  // then `npm ci` refuses the lockfile.
  test('has a lockfile with the packages of every platform', () => {
    const { packages } = lockfile.parse(JSON.parse(read('package-lock.json')));
    const locked = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)));
    const wanted = Object.values(packages).flatMap((entry) =>
      Object.keys(entry.optionalDependencies ?? {}),
    );
    expect(wanted.filter((name) => !locked.has(name))).toEqual([]);
  });
});

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

function linesOf(file: string): string[] {
  return read(file).trimEnd().split('\n');
}

/** Everything that .gitignore leaves in, so that a download without git is tested alike. */
function listFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (entry.name === '.git' || isIgnored(entry.name)) return [];
    if (entry.isDirectory()) return listFiles(path);
    return entry.isFile() && isText(path) ? [path] : [];
  });
}

function isIgnored(name: string): boolean {
  return ignored.some((pattern) => matchesGlob(name, pattern.replace(/\/$/, '')));
}

function isText(file: string): boolean {
  return statSync(join(root, file)).size < 2_000_000 && !read(file).includes('\0');
}

/** The files of the repository that a file imports, also by `import()` and for their types. */
function importsOf(file: string): string[] {
  return [...read(file).matchAll(/(?:from|import)\s*\(?\s*'((?:\.\.?\/|#)[^']+)'/g)].map(
    ([, to = '']) =>
      to.startsWith('#') ? to.slice(1) : posix.normalize(posix.join(posix.dirname(file), to)),
  );
}

/** Paths in code, and the targets of links; a pattern or placeholder counts up to its folder. */
function mentionedPaths(document: string): string[] {
  const text = read(document);
  const inCode = [...text.matchAll(/```[\s\S]*?```|`[^`\n]+`/g)].flatMap(([code]) =>
    [...code.matchAll(/(?<![\w/.:@#-])(?:[\w-]+|\.ci)\/[^\s`'"(),;:]*/g)].map(([path]) => path),
  );
  const ours = inCode.filter((path) =>
    /^(docs|deploy|domain|server|web|e2e|bench|tools|\.ci)\//.test(path),
  );
  const links = [...text.matchAll(/\]\(([^)#\s]+)/g)]
    .map(([, target]) => target ?? '')
    .filter((target) => target !== '' && !/^([a-z]+:|\/)/.test(target))
    .map((target) => posix.join(dirname(document), target));
  return [...ours, ...links].map(upToPlaceholder);
}

function upToPlaceholder(path: string): string {
  const start = path.search(/[*<{[…]|\.\.\./);
  return (start < 0 ? path : path.slice(0, path.lastIndexOf('/', start) + 1)).replace(/\.$/, '');
}

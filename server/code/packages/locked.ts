import { isRecord, linesOf, nameOf, parseJson } from '../project-texts.ts';

/** Whose packages they are. */
export type Ecosystem = 'npm' | 'PyPI' | 'RubyGems' | 'crates.io' | 'Go' | 'Packagist' | 'pub.dev';

/** A package as a lock file has it. */
export interface Locked {
  ecosystem: Ecosystem;
  name: string;
  version: string;
  /** npm alone: it runs a program of its own when it is installed. */
  runsAtInstall?: true;
}

/** A hostile list says no more than so many. */
const MOST = 20_000;

type Reader = (text: string) => Iterable<Locked>;

const readers: Readonly<Record<string, Reader>> = {
  'package-lock.json': npmLock,
  'npm-shrinkwrap.json': npmLock,
  'yarn.lock': yarnLock,
  'pnpm-lock.yaml': pnpmLock,
  'bun.lock': bunLock,
  'gemfile.lock': gemLock,
  'cargo.lock': (text) => tomlLock(text, 'crates.io'),
  'poetry.lock': (text) => tomlLock(text, 'PyPI'),
  'uv.lock': (text) => tomlLock(text, 'PyPI'),
  'pipfile.lock': pipLock,
  'go.sum': goSum,
  'composer.lock': composerLock,
  'pubspec.lock': pubLock,
};

/** Whether a file, by its name, lists the very versions that are installed. */
export function isLockFile(path: string): boolean {
  const name = nameOf(path).toLowerCase();
  return name in readers || name === 'bun.lockb';
}

/** The packages of a lock file, each once. */
export function readLock(path: string, text: string): Locked[] {
  const read = readers[nameOf(path).toLowerCase()];
  const found = new Map<string, Locked>();
  if (!read) return [];
  for (const locked of read(text)) {
    if (found.size >= MOST) break;
    if (locked.name.length <= 214 && locked.version.length <= 100)
      found.set(`${locked.name}@${locked.version}`, locked);
  }
  return [...found.values()];
}

function* npmLock(text: string): Generator<Locked> {
  const lock = parseJson(text);
  if (!isRecord(lock)) return;
  if (!isRecord(lock.packages)) return yield* npmTree(lock.dependencies, 0);
  for (const [place, entry] of Object.entries(lock.packages)) {
    const at = place.lastIndexOf('node_modules/');
    if (at < 0 || !isRecord(entry) || typeof entry.version !== 'string') continue;
    yield {
      ecosystem: 'npm',
      name: place.slice(at + 'node_modules/'.length),
      version: entry.version,
      ...(entry.hasInstallScript === true && { runsAtInstall: true }),
    };
  }
}

/** As npm wrote it until its seventh version. */
function* npmTree(dependencies: unknown, depth: number): Generator<Locked> {
  if (!isRecord(dependencies) || depth > 20) return;
  for (const [name, entry] of Object.entries(dependencies)) {
    if (!isRecord(entry)) continue;
    if (typeof entry.version === 'string') yield { ecosystem: 'npm', name, version: entry.version };
    yield* npmTree(entry.dependencies, depth + 1);
  }
}

/** `"@babel/core@^7.0.0", "@babel/core@^7.1.0":` and, below it, `version "7.2.0"`. */
function* yarnLock(text: string): Generator<Locked> {
  let name = '';
  for (const [line] of linesOf(text, 500)) {
    if (/^["\w@]/.test(line)) {
      const first = line.replace(/^"/, '');
      name = first.slice(0, Math.max(0, first.indexOf('@', 1)));
      continue;
    }
    const [, version] = /^ {2}version:? "?([\w.+-]+)"?$/.exec(line.trimEnd()) ?? [];
    if (name !== '' && version !== undefined) yield { ecosystem: 'npm', name, version };
  }
}

/** `  /@babel/core@7.2.0:` or `  '@babel/core@7.2.0(react@18.0.0)':`. */
function* pnpmLock(text: string): Generator<Locked> {
  for (const [line] of linesOf(text, 500)) {
    const [, name, version] =
      /^ {2}'?\/?((?:@[\w.-]{1,100}\/)?[\w.-]{1,100})[@/](\d[\w.+-]{0,60})[(_:']/.exec(line) ?? [];
    if (name && version) yield { ecosystem: 'npm', name, version };
  }
}

/** `    "react": ["react@18.3.1", …`. */
function* bunLock(text: string): Generator<Locked> {
  for (const [line] of linesOf(text, 500)) {
    const [, name, version] = /\["((?:@[\w.-]+\/)?[\w.-]+)@(\d[\w.+-]*)"/.exec(line) ?? [];
    if (name && version) yield { ecosystem: 'npm', name, version };
  }
}

/** `    rails (7.0.4)`: four spaces; what it needs has six. */
function* gemLock(text: string): Generator<Locked> {
  for (const [line] of linesOf(text, 500)) {
    const [, name, version] = /^ {4}([\w.-]+) \((\d[\w.-]*)\)/.exec(line) ?? [];
    if (name && version) yield { ecosystem: 'RubyGems', name, version };
  }
}

function* tomlLock(text: string, ecosystem: Ecosystem): Generator<Locked> {
  let name = '';
  for (const [line] of linesOf(text, 500)) {
    const [, key, value = ''] = /^(name|version) = "([^"]{1,200})"/.exec(line) ?? [];
    if (line.startsWith('[')) name = '';
    if (key === 'name') name = value;
    if (key === 'version' && name !== '') yield { ecosystem, name, version: value };
  }
}

function* pipLock(text: string): Generator<Locked> {
  const lock = parseJson(text);
  if (!isRecord(lock)) return;
  for (const part of [lock.default, lock.develop]) {
    for (const [name, entry] of Object.entries(isRecord(part) ? part : {}))
      if (isRecord(entry) && typeof entry.version === 'string')
        yield { ecosystem: 'PyPI', name, version: entry.version.replace(/^==/, '') };
  }
}

function* goSum(text: string): Generator<Locked> {
  for (const [line] of linesOf(text, 500)) {
    const [name, version] = line.split(' ');
    if (name && version && !version.endsWith('/go.mod')) yield { ecosystem: 'Go', name, version };
  }
}

function* composerLock(text: string): Generator<Locked> {
  const lock = parseJson(text);
  if (!isRecord(lock)) return;
  for (const list of [lock.packages, lock['packages-dev']]) {
    for (const entry of Array.isArray(list) ? list : [])
      if (isRecord(entry) && typeof entry.name === 'string' && typeof entry.version === 'string')
        yield { ecosystem: 'Packagist', name: entry.name, version: entry.version };
  }
}

function* pubLock(text: string): Generator<Locked> {
  let name = '';
  for (const [line] of linesOf(text, 500)) {
    const [, package_] = /^ {2}(\w+):\s*$/.exec(line) ?? [];
    const [, version] = /^ {4}version: "([^"]{1,80})"/.exec(line) ?? [];
    if (package_) name = package_;
    if (version && name !== '') yield { ecosystem: 'pub.dev', name, version };
  }
}

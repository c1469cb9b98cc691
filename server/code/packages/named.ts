import { isRecord, linesOf, nameOf, parseJson } from '../project-texts.ts';
import type { Ecosystem } from './locked.ts';

/** A package as a project itself asks for it. */
export interface Named {
  ecosystem: Ecosystem;
  name: string;
  /** The range or place that is asked for, as it is written; may be empty. */
  wanted: string;
}

const MOST = 5000;

type Reader = (text: string) => Iterable<Named>;

const readers: readonly [name: RegExp, read: Reader][] = [
  [/^package\.json$/, npm],
  [/^requirements[\w.-]{0,60}\.txt$/, requirements],
  [/^(?:pyproject\.toml|pipfile)$/, python],
  [/^gemfile$/, gems],
  [/^cargo\.toml$/, (text) => toml(text, 'crates.io', CARGO_PARTS)],
  [/^go\.mod$/, goMod],
  [/^composer\.json$/, composer],
  [/^pubspec\.ya?ml$/, pubspec],
];

/** Whether a file, by its name, says which packages a project asks for. */
export function namesPackages(path: string): boolean {
  return readerFor(path) !== undefined;
}

/** The packages that a manifest asks for, each once. */
export function readNamed(path: string, text: string): Named[] {
  const read = readerFor(path);
  const found = new Map<string, Named>();
  for (const named of read?.(text) ?? []) {
    if (found.size >= MOST) break;
    if (named.name.length <= 214)
      found.set(named.name, { ...named, wanted: named.wanted.slice(0, 300) });
  }
  return [...found.values()];
}

function readerFor(path: string): Reader | undefined {
  const name = nameOf(path).toLowerCase();
  return readers.find(([pattern]) => pattern.test(name))?.[1];
}

const NPM_PARTS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];

function* npm(text: string): Generator<Named> {
  const manifest = parseJson(text);
  if (!isRecord(manifest)) return;
  for (const part of NPM_PARTS) yield* entriesOf(manifest[part], 'npm');
}

function* composer(text: string): Generator<Named> {
  const manifest = parseJson(text);
  if (!isRecord(manifest)) return;
  for (const part of ['require', 'require-dev'])
    for (const named of entriesOf(manifest[part], 'Packagist'))
      if (named.name.includes('/')) yield named;
}

function* entriesOf(part: unknown, ecosystem: Ecosystem): Generator<Named> {
  for (const [name, wanted] of Object.entries(isRecord(part) ? part : {}))
    yield { ecosystem, name, wanted: typeof wanted === 'string' ? wanted : '' };
}

function* requirements(text: string): Generator<Named> {
  for (const [line] of linesOf(text, 500)) {
    const [, name, wanted = ''] =
      /^([A-Za-z0-9][\w.-]{0,100})(?:\[[^\]]{0,100}\])?(.{0,300})/.exec(line.trim()) ?? [];
    if (name) yield { ecosystem: 'PyPI', name: name.toLowerCase(), wanted: wanted.trim() };
    else if (/^(?:git\+|https?:)/.test(line.trim()))
      yield { ecosystem: 'PyPI', name: line.trim().slice(0, 200), wanted: line.trim() };
  }
}

const CARGO_PARTS =
  /^\[(?:workspace\.|target\.[^\]]{1,100}\.)?(?:dev-|build-)?dependencies(?:\.([\w-]+))?\]$/;
const PYTHON_PARTS =
  /^\[(?:tool\.poetry(?:\.group\.[\w-]{1,60})?\.(?:dev-)?dependencies|(?:dev-)?packages)\]$/;

/** Tables whose keys are names. */
function* toml(text: string, ecosystem: Ecosystem, parts: RegExp): Generator<Named> {
  let isPart = false;
  for (const [raw] of linesOf(text, 500)) {
    const line = raw.trim();
    if (line.startsWith('[')) {
      const found = parts.exec(line);
      isPart = found !== null && !found[1];
      if (found?.[1]) yield { ecosystem, name: found[1], wanted: '' };
      continue;
    }
    const [, name, wanted = ''] =
      /^"?([\w.-]{1,100})"?\s{0,20}=\s{0,20}(.{0,300})/.exec(line) ?? [];
    if (isPart && name && name !== 'python') yield { ecosystem, name, wanted };
  }
}

/** Tables of Poetry; and, in the standard's tables, lists of requirements in quotes. */
function* python(text: string): Generator<Named> {
  yield* toml(text, 'PyPI', PYTHON_PARTS);
  let table = '';
  let isList = false;
  for (const [raw] of linesOf(text, 500)) {
    const line = raw.trim();
    if (!isList && /^\[[\w.-]+\]$/.test(line)) table = line;
    const isNamed = table === '[project]' ? /^dependencies\b/ : /^[\w-]+\s{0,10}=\s{0,10}\[/;
    if (LISTS.includes(table) && isNamed.test(line)) isList = true;
    if (isList) yield* quotedIn(line, 'PyPI');
    if (line.endsWith(']')) isList = false;
  }
}

const LISTS = ['[project]', '[project.optional-dependencies]', '[dependency-groups]'];

function* quotedIn(line: string, ecosystem: Ecosystem): Generator<Named> {
  for (const [, name = '', wanted = ''] of line.matchAll(
    /["']([A-Za-z0-9][\w.-]{0,100})(?:\[[^\]"']{0,60}\])?([^"']{0,200})["']/g,
  ))
    yield { ecosystem, name: name.toLowerCase(), wanted: wanted.trim() };
}

function* gems(text: string): Generator<Named> {
  for (const [line] of linesOf(text, 500)) {
    const [, name, wanted = ''] =
      /^\s{0,40}gem\s{1,10}\(?["']([\w.-]{1,100})["'],?(.{0,300})/.exec(line) ?? [];
    if (name) yield { ecosystem: 'RubyGems', name, wanted: wanted.trim() };
  }
}

function* goMod(text: string): Generator<Named> {
  let isBlock = false;
  for (const [raw] of linesOf(text, 500)) {
    const line = raw.trim();
    if (line.startsWith('require (')) isBlock = true;
    else if (line === ')') isBlock = false;
    const rest = line.startsWith('require ') ? line.slice('require '.length) : line;
    if (!isBlock && rest === line) continue;
    const [, name, wanted = ''] =
      /^([\w.~-]{1,100}\/[\w./~-]{1,200}|[\w-]+\.[\w.-]+)\s{1,10}(v\S{1,100})/.exec(rest) ?? [];
    if (name) yield { ecosystem: 'Go', name, wanted };
  }
}

function* pubspec(text: string): Generator<Named> {
  let isPart = false;
  for (const [line] of linesOf(text, 500)) {
    if (/^\S/.test(line)) isPart = /^(?:dev_|dependency_)?(?:dependencies|overrides):/.test(line);
    const [, name, wanted = ''] = /^ {2}(\w{1,100}):(.{0,300})/.exec(line) ?? [];
    if (isPart && name && name !== 'flutter')
      yield { ecosystem: 'pub.dev', name, wanted: wanted.trim() };
  }
}

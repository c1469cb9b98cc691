import { isLockFile, readLock } from '../packages/locked.ts';
import { namesPackages, readNamed } from '../packages/named.ts';
import type { Changed } from './changed-files.ts';
import { hostsIn, isIn } from './new-addresses.ts';
import { item, type SafetyItem, shown } from './safety-item.ts';

const MOST = 15;
const MOST_NAMES = 5;

/** Code by other people that a changed file brings along. */
export function newPackages({ file: { path }, text, textBefore }: Changed): SafetyItem[] {
  if (text === null) return [];
  if (namesPackages(path)) return namedPackages(path, text, textBefore);
  return isLockFile(path) ? lockedPackages(path, text, textBefore) : [];
}

function namedPackages(path: string, text: string, textBefore: string): SafetyItem[] {
  const before = new Map(readNamed(path, textBefore).map((one) => [one.name, one.wanted]));
  const found = readNamed(path, text).flatMap(({ ecosystem, name, wanted }) => {
    const isNew = !before.has(name);
    const isElsewhere = comesFromElsewhere(wanted);
    if (isElsewhere && before.get(name) !== wanted) {
      const words = `${shown(name)} is taken from ${shown(wanted)} and not from ${ecosystem}, where packages can be checked. Ask the unblocker why before you approve.`;
      return [item('new_package', 'warning', words, path)];
    }
    if (!isNew) return [];
    const words = `Adds the package ${shown(name)} (${ecosystem}): code by other people that the project then depends on. Ask what it is for, if that is not said.`;
    return [item('new_package', 'note', words, path)];
  });
  if (found.length <= MOST) return found;
  const warnings = found.filter(({ level }) => level === 'warning').slice(0, MOST);
  const words = `Adds ${found.length} packages to ${path}. Ask what they are for, if that is not said.`;
  return [...warnings, item('new_package', 'warning', words, path)];
}

function comesFromElsewhere(wanted: string): boolean {
  return (
    /(?:^|["'\s{@])(?:git\+|git:|github:|gitlab:|bitbucket:|https?:|file:|git\s{0,5}[=:]|url\s{0,5}[=:]|path\s{0,5}[=:])/.test(
      wanted,
    ) || /^[\w-]{1,60}\/[\w.-]{1,100}(?:#.{0,100})?$/.test(wanted)
  );
}

function lockedPackages(path: string, text: string, textBefore: string): SafetyItem[] {
  return [...otherPlaces(path, text, textBefore), ...lockedNames(path, text, textBefore)];
}

/** Where packages are kept that everybody can look at. */
const REGISTRIES = [
  'npmjs.org',
  'npmjs.com',
  'yarnpkg.com',
  'npm.jsr.io',
  'pypi.org',
  'pythonhosted.org',
  'rubygems.org',
  'crates.io',
  'golang.org',
  'packagist.org',
  'pub.dev',
  'pub.dartlang.org',
];
/** These name the list of crates, and the sources of packages of PHP. */
const BY_GITHUB = /(?:^|\/)(?:cargo|composer)\.lock$/i;
/** What a list says before the place that a package is taken from; npm's also name pages of people. */
const TAKEN_FROM = /\b(?:resolved|resolution|tarball|remote|source|registry|url)\b[^\n]{0,60}$/;
const TAKEN_FROM_NPM = /\bresolved\b[^\n]{0,60}$/;

/** Hosts that a list takes packages from, and did not before: it can name a known package and bring another one. */
function otherPlaces(path: string, text: string, textBefore: string): SafetyItem[] {
  const before = new Set([...hostsIn(textBefore)].map(([host]) => host));
  const isNpm = /(?:package-lock|npm-shrinkwrap)\.json$/i.test(path);
  const usual = BY_GITHUB.test(path) ? [...REGISTRIES, 'github.com'] : REGISTRIES;
  const found = new Set<string>();
  for (const [host, at] of hostsIn(text)) {
    if (found.size >= MOST) break;
    if (before.has(host) || found.has(host) || isIn(host, usual)) continue;
    const said = text.slice(Math.max(0, at - 120), at);
    if ((isNpm ? TAKEN_FROM_NPM : TAKEN_FROM).test(said)) found.add(host);
  }
  return [...found].map((host) => {
    const words = `Packages are now taken from ${shown(host)}, and not from where packages can be checked: one by a known name can be anything there. Ask the unblocker why before you approve.`;
    return item('new_package', 'warning', words, path);
  });
}

function lockedNames(path: string, text: string, textBefore: string): SafetyItem[] {
  const before = new Set(readLock(path, textBefore).map(({ name }) => name));
  const added = readLock(path, text).filter(({ name }) => !before.has(name));
  const names = [...new Set(added.map(({ name }) => name))];
  if (names.length === 0) return [];
  const runs = added.filter(({ runsAtInstall }) => runsAtInstall).slice(0, MOST);
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '';
  const listed = names
    .slice(0, MOST_NAMES)
    .map((name) => shown(name, 60))
    .join(', ');
  return [
    ...runs.map(({ name }) =>
      item(
        'install_script',
        'warning',
        `The new package ${shown(name)} runs a program of its own when it is installed. Ask whether it is needed.`,
        path,
      ),
    ),
    item(
      'new_package',
      'note',
      `${names.length === 1 ? 'One package is' : `${names.length} packages are`} new among all that is installed: ${listed}${more}.`,
      path,
    ),
  ];
}

import { isLockFile, readLock } from '../packages/locked.ts';
import { namesPackages, readNamed } from '../packages/named.ts';
import type { Changed } from './changed-files.ts';
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

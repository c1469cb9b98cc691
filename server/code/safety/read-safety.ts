import type { SafetyReport } from '#domain/safety-report.ts';
import { nameClashes } from '../name-clashes.ts';
import type { ProjectFiles } from '../project-files.ts';
import { type Changed, type Delivered, deliveredBy } from './changed-files.ts';
import { installScripts } from './install-scripts.ts';
import { NewAddresses } from './new-addresses.ts';
import { newPackages } from './new-packages.ts';
import { newSecrets } from './new-secrets.ts';
import { outsideOf, type Promised } from './outside.ts';
import { removedTestCases, removedTestFiles } from './removed-tests.ts';
import { item, type SafetyItem, shown } from './safety-item.ts';
import { binaryFile, unreadableCode } from './unreadable-code.ts';

const MOST = 100;
const MOST_REMOVED = 500;

interface Compared {
  /** The version that the delivery changes; null where there is none. */
  before: ProjectFiles | null;
  after: ProjectFiles;
  milestone: Promised;
}

/**
 * What a delivery brings along that its customer should know of, warnings first. For a worker thread,
 * as a stranger wrote the bytes. Without a version before it, nothing is said of what is new.
 */
export async function readSafety({ before, after, milestone }: Compared): Promise<SafetyReport> {
  const delivered = deliveredBy(before, after);
  const addresses = new NewAddresses();
  const found: SafetyItem[] = [];
  for (const file of delivered.fresh) {
    found.push(...binaryFile(file));
    if (file.kind === 'binary' || file.kind === 'image') continue;
    const changed = await delivered.read(file);
    found.push(...newSecrets(changed), ...unreadableCode(changed), ...installScripts(changed));
    if (before) found.push(...comparedWith(changed, addresses));
  }
  if (before) {
    await learnRemoved(delivered, addresses);
    const touched = [...delivered.changed, ...delivered.removed];
    found.push(
      ...addresses.items,
      ...removedTestFiles(delivered),
      ...outsideOf(milestone, { changed: touched, all: after.files }),
    );
  }
  found.push(...newClashes(before, after));
  const items = found.toSorted((a, b) => Number(a.level === 'note') - Number(b.level === 'note'));
  return {
    items: items.slice(0, MOST),
    is_complete: delivered.isComplete() && items.length <= MOST,
  };
}

function comparedWith(changed: Changed, addresses: NewAddresses): SafetyItem[] {
  addresses.look(changed);
  return [...newPackages(changed), ...removedTestCases(changed)];
}

/** What stood in a file that is gone, such as one that was moved and changed, is not new. */
async function learnRemoved(
  { removed, readBefore }: Delivered,
  addresses: NewAddresses,
): Promise<void> {
  for (const { path, kind } of removed.slice(0, MOST_REMOVED))
    if (kind === 'text') addresses.knew((await readBefore(path)) ?? '');
}

/** Two names that were not one before, such as a file that hides another from whoever reviews it on a Mac. */
function newClashes(before: ProjectFiles | null, after: ProjectFiles): SafetyItem[] {
  const known = new Set(nameClashes(before?.files ?? []).map(String));
  return nameClashes(after.files)
    .filter((clash) => !known.has(String(clash)))
    .map(([one, other]) => {
      const words = `To Windows and most Macs this is the same name as ${shown(other)}: there you would have only one of the two. Ask the unblocker to rename one.`;
      return item('name_clash', 'warning', words, one);
    });
}

import type { FileSecret, FoundSecret, SecretsChoice } from '#domain/secret.ts';
import type { Context } from '../../lifecycle/context.ts';
import { attachableBy } from '../file-rows.ts';
import { maskedCopy } from './masked-copy.ts';
import { lookInto } from './scan-upload.ts';
import { LONGEST_LOOK_MS, lookThroughText, within } from './texts.ts';

/** A person's uploads that are about to be attached. */
interface OwnFiles {
  /** What was found in them. */
  items: FoundSecret[];
  /** What to attach: with `mask`, copies with placeholders stand in for those with keys. */
  keys: string[];
  /** Those with keys in them. */
  found: string[];
  /** Those that could not be looked through yet: they are attached, and open to nobody. */
  open: string[];
}

/**
 * Looks through uploads that are not attached yet, as far as there is time. Others are passed over:
 * what is attached was looked through before, and what is not theirs cannot be attached.
 * @throws Refusal `files_unavailable`, and why no copy could be made
 */
export async function lookThroughFiles(
  context: Context,
  ownerId: string,
  keys: readonly string[],
  choice: SecretsChoice | null,
): Promise<OwnFiles> {
  const files: OwnFiles = { items: [], keys: [...keys], found: [], open: [] };
  if (keys.length === 0) return files;
  await lookNow(context, ownerId, keys);
  for (const { key, name, state, secrets } of await ownUploads(context, ownerId, keys)) {
    if (state === 'checking') files.open.push(key);
    // The other side reads it at once, whatever becomes of the file.
    const items = (await lookThroughText(name, name)).items.map((one) => ({ ...one, line: 0 }));
    if (state === 'blocked') items.push(...inFile(name, secrets as FileSecret[] | null));
    if (items.length === 0) continue;
    files.found.push(key);
    files.items.push(...items);
  }
  if (choice === 'mask') {
    for (const key of files.found) {
      const copy = await maskedCopy(context, key);
      files.keys = files.keys.map((one) => (one === key ? copy : one));
    }
  }
  return files;
}

/** The rest is left to the job. */
async function lookNow(context: Context, ownerId: string, keys: readonly string[]): Promise<void> {
  const until = Date.now() + LONGEST_LOOK_MS;
  for (const { key, state } of await ownUploads(context, ownerId, keys)) {
    if (state !== 'checking' || Date.now() >= until) continue;
    await within(lookInto(context, key), until - Date.now()).catch((error: unknown) => {
      context.log.info({ err: error, key }, 'a file is looked through later');
    });
  }
}

function ownUploads({ db }: Context, ownerId: string, keys: readonly string[]) {
  return db
    .selectFrom('files')
    .select(['key', 'name', 'state', 'secrets'])
    .where('key', 'in', keys)
    .where(attachableBy(ownerId))
    .execute();
}

/** By the name of the file, and the path in it where it holds several. */
function inFile(name: string, secrets: readonly FileSecret[] | null): FoundSecret[] {
  return (secrets ?? []).map(({ path, kind, line, excerpt }) => ({
    where: path === null ? name : `${name}/${path}`,
    kind,
    line,
    excerpt,
  }));
}

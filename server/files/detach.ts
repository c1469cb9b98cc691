import { sql } from 'kysely';
import type { Change } from '../lifecycle/change.ts';
import { type AttachmentPart, attachedTo } from './file-map.ts';
import { removeLater } from './remove-files.ts';

/** What files are taken off. */
interface DetachFrom {
  part: AttachmentPart;
  /** Of the part; of the request itself where there is none. */
  id: string;
}

/**
 * Takes files off a request itself, or off one part of it, for good; what its other parts carry stays.
 * Keys of anything else are passed over, so that an edit which is sent twice does the same. The caller
 * has locked the request.
 */
export async function detachFiles(
  change: Change,
  keys: readonly string[] | undefined,
  { part, id }: DetachFrom,
): Promise<void> {
  if (!keys || keys.length === 0) return;
  await change.tx
    .deleteFrom('attachments as a')
    .where('a.file_key', 'in', keys)
    .where(attachedTo(part, sql`${id}::uuid`))
    .execute();
  await removeLater(change);
}

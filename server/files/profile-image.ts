import { invalidInput } from '#domain/refusals.ts';
import type { Viewer } from '../http/viewer.ts';
import type { Change } from '../lifecycle/change.ts';
import type { Context } from '../lifecycle/context.ts';
import { madeFrom } from './file-key.ts';
import { attachableBy } from './file-rows.ts';
import { drawPicture, isFaultOfPicture } from './picture.ts';
import { removeLater } from './remove-files.ts';
import { putBytes } from './thumbnail.ts';

/** A picture that is ready to become somebody's; null takes the present one away. */
export type ProfileImage = { key: string } | null;

const NO_PICTURE = 'Please choose a picture';

/**
 * Makes the square of an uploaded picture, before the change that uses it: drawing takes a while
 * and no row should wait for it. Asked again, it is there already.
 * @param wanted the key of one's own upload, null for none, or the present address
 * @returns undefined when nothing is to change
 * @throws Refusal `invalid_input`, `files_unavailable`, `storage_full`, `unavailable`
 */
export async function prepareProfileImage(
  context: Context,
  viewer: Viewer,
  wanted: string | null | undefined,
): Promise<ProfileImage | undefined> {
  if (wanted === undefined) return undefined;
  if (wanted === null) return null;
  const { profile_image_url } = await context.db
    .selectFrom('profiles')
    .select('profile_image_url')
    .where('id', '=', viewer.id)
    .executeTakeFirstOrThrow();
  if (wanted === profile_image_url) return undefined;
  const key = madeFrom(context.config, wanted);
  const made = await ownFile(context, viewer, key);
  if (made?.status !== 'stored' && made?.status !== 'attached') {
    await draw(context, viewer, { from: wanted, key });
  }
  return { key };
}

/**
 * Gives a person their new picture and takes the old one away.
 * @returns the address that browsers show it from: nobody guesses it, and what it shows never changes
 * @throws Refusal `invalid_input`
 */
export async function useProfileImage(
  change: Change,
  viewer: Viewer,
  image: ProfileImage,
): Promise<string | null> {
  const { tx } = change;
  const present = await tx
    .selectFrom('attachments')
    .select('file_key')
    .where('profile_id', '=', viewer.id)
    .executeTakeFirst();
  if (present && present.file_key !== image?.key) {
    await tx.deleteFrom('attachments').where('profile_id', '=', viewer.id).execute();
    await removeLater(change);
  }
  if (image === null) return null;
  if (present?.file_key !== image.key) await attachToProfile(change, viewer, image.key);
  return `/files/thumbnails/${image.key}`;
}

async function attachToProfile({ tx }: Change, { id }: Viewer, key: string): Promise<void> {
  const taken = await tx
    .updateTable('files')
    .set({ status: 'attached' })
    .where('key', '=', key)
    .where(attachableBy(id))
    .executeTakeFirst();
  if (taken.numUpdatedRows === 0n) throw invalidInput('profile_image_url', NO_PICTURE);
  await tx.insertInto('attachments').values({ file_key: key, profile_id: id }).execute();
}

interface Drawing {
  from: string;
  key: string;
}

async function draw({ db, files }: Context, viewer: Viewer, { from, key }: Drawing): Promise<void> {
  const original = await ownFile({ db }, viewer, from);
  if (original?.status !== 'stored') throw invalidInput('profile_image_url', NO_PICTURE);
  const bytes = () => files.read(`originals/${from}`);
  const square = await drawPicture('square', bytes, viewer.id).catch((error: unknown) => {
    throw isFaultOfPicture(error) ? invalidInput('profile_image_url', NO_PICTURE) : error;
  });
  const { name } = original;
  // The row first: whatever happens, there are no bytes that nothing knows of.
  await db
    .insertInto('files')
    .values({ key, owner_id: viewer.id, name })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await putBytes(files, `thumbnails/${key}`, square);
  await db
    .updateTable('files')
    .set({ size: square.length, type: 'image/webp', thumbnail: 'made', status: 'stored' })
    // Drawn by ourselves: there is nothing to look through.
    .set({ state: 'ready', secrets: '[]' })
    .where('key', '=', key)
    .where('status', '=', 'uploading')
    .execute();
}

function ownFile({ db }: Pick<Context, 'db'>, viewer: Viewer, key: string) {
  return db
    .selectFrom('files')
    .select(['status', 'name'])
    .where('key', '=', key)
    .where('owner_id', '=', viewer.id)
    .executeTakeFirst();
}

import type { EvidenceFile } from '#domain/evidence.ts';
import { asSeen, standingOf } from '../files/access.ts';
import { attachmentRows, type FileRow } from '../files/file-rows.ts';
import { drawPicture } from '../files/picture.ts';
import type { Viewer } from '../http/viewer.ts';
import { writeAudit } from '../lifecycle/audit.ts';
import type { Context } from '../lifecycle/context.ts';
import { StoreError } from '../store/store.ts';
import { TaskError } from '../workers/task-error.ts';

/** Per evidence file; each takes a fraction of a second. */
const MOST_PICTURES = 24;
const MOST_BYTES = 12_000_000;
const PATIENCE_MS = 30_000;

/** Pictures in Base64, by the position of their entry; null for one too many. */
export type Pictures = Readonly<Record<number, string | null>>;

/**
 * The pictures of checks in an evidence file that its reader can open now. A moderator's view is
 * logged.
 */
export async function picturesIn(
  context: Context,
  viewer: Viewer,
  { request, entries }: EvidenceFile,
): Promise<Pictures> {
  const shown = new Map(
    entries.flatMap(({ position, content, words }) =>
      content?.check_id && words && typeof content.id === 'number' ? [[content.id, position]] : [],
    ),
  );
  const pictures: Record<number, string | null> = {};
  const until = Date.now() + PATIENCE_MS;
  let left = MOST_BYTES;
  const rows = await openPictures(context, viewer, request.id, [...shown.keys()]);
  for (const [count, { key, position }] of rows.entries()) {
    const mayDraw = count < MOST_PICTURES && left > 0 && Date.now() < until;
    const drawn = mayDraw ? await draw(context, key, viewer.id) : null;
    left -= drawn?.length ?? 0;
    pictures[shown.get(position ?? 0) ?? 0] = drawn?.toString('base64') ?? null;
  }
  return pictures;
}

async function openPictures(
  { db }: Context,
  viewer: Viewer,
  ticketId: string,
  positions: number[],
): Promise<FileRow[]> {
  if (positions.length === 0) return [];
  const standing = await standingOf(db, viewer, ticketId);
  const rows = await attachmentRows(db)
    .where('a.ticket_id', '=', ticketId)
    .where('a.position', 'in', positions)
    .where('f.thumbnail', 'in', ['waiting', 'made'])
    .orderBy('a.position')
    .execute();
  const open = rows.filter((row) => asSeen(row, viewer, standing)?.decision.allowed);
  if (viewer.user_type === 'moderator' && open.length > 0) {
    await writeAudit({ tx: db }, viewer, {
      action: 'file_opened',
      target: { type: 'request', id: ticketId },
      ticket_id: ticketId,
      after: { files: open.map(({ key }) => key) },
    });
  }
  return open;
}

/** Null for what is no picture or gone, and while too many others are drawn. */
async function draw({ files }: Context, key: string, owner: string): Promise<Buffer | null> {
  try {
    return await drawPicture('print', () => files.read(`originals/${key}`), owner);
  } catch (error) {
    const isGone = error instanceof StoreError && error.trouble === 'missing';
    if (isGone || error instanceof TaskError) return null;
    throw error;
  }
}

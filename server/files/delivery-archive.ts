import type { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { cleanFileName } from '#domain/file.ts';
import { Refusal } from '#domain/refusals.ts';
import type { Asker } from '#domain/relation.ts';
import type { Database, Reader } from '../database/database.ts';
import { writeAudit } from '../lifecycle/audit.ts';
import type { FileStore } from '../store/store.ts';
import { asSeen, standingOf } from './access.ts';
import { attachmentRows, type FileRow } from './file-rows.ts';

/** The files of one round of delivery that somebody may open now. */
export interface OpenRound {
  /** Of the archive. */
  name: string;
  ticketId: string;
  files: FileRow[];
}

/**
 * @throws Refusal `not_found` for a round without files, or that one may not know of; why the first
 *   file stays closed where none may be opened
 */
export async function openableRound(
  db: Reader,
  viewer: Asker,
  deliveryId: string,
): Promise<OpenRound> {
  const rows = await attachmentRows(db)
    .where('a.delivery_id', '=', deliveryId)
    .orderBy('a.position')
    .execute();
  const ticketId = rows[0]?.ticket_id;
  if (!ticketId) throw new Refusal('not_found');
  const standing = await standingOf(db, viewer, ticketId);
  const seen = rows.map((row) => asSeen(row, viewer, standing)).filter((one) => one !== null);
  const [first] = seen;
  if (!first) throw new Refusal('not_found');
  const files = seen.filter(({ decision }) => decision.allowed).map(({ row }) => row);
  if (files.length === 0 && !first.decision.allowed) {
    throw new Refusal(first.decision.code, first.decision.reason);
  }
  return { name: nameOf(first.row), ticketId, files };
}

function nameOf({ milestone_title, round }: FileRow): string {
  const title = (milestone_title ?? 'Milestone').replace(/[/\\]/g, ' ').slice(0, 80);
  return cleanFileName(`${title} - delivery ${round ?? 1}.zip`);
}

/** The same for somebody who takes them; a moderator's look is written down. */
export async function roundToOpen(
  db: Database,
  viewer: Asker,
  deliveryId: string,
): Promise<OpenRound> {
  const round = await openableRound(db, viewer, deliveryId);
  const { ticketId, files } = round;
  if (viewer.user_type !== 'moderator') return round;
  await writeAudit({ tx: db }, viewer, {
    action: 'file_opened',
    target: { type: 'request', id: ticketId },
    ticket_id: ticketId,
    after: { files: files.map(({ key }) => key) },
  });
  return round;
}

/**
 * A zip of files, written while it is read: each is opened only when its turn comes, so however
 * large they are together, little is held in memory. Most of what is delivered is packed already,
 * so nothing is packed again. An answer that has begun can only break off: nobody takes a part for
 * the whole.
 */
export function archiveOf(store: FileStore, files: readonly FileRow[]): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  const taken = new Set<string>();
  let open: Readable | undefined;
  for (const { key, name, created_at } of files) {
    const options = { compress: false, mtime: created_at };
    zip.addReadStreamLazy(freeName(name, taken), options, (give) => {
      store.read(`originals/${key}`).then(
        (bytes) => {
          open = bytes.on('error', (error) => output.destroy(error));
          // Its reader may have gone meanwhile: then nothing would close it.
          if (output.destroyed) bytes.destroy();
          else give(null, bytes);
        },
        give as (error: unknown) => void,
      );
    });
  }
  zip.on('error', (error: Error) => output.destroy(error));
  output.on('close', () => open?.destroy());
  zip.end();
  return output;
}

/** Windows takes these for devices, whatever their ending. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\s*(?:\.|$))/i;

/** Names in which no system sees a path, a device or a stream, each once whatever its case. */
function freeName(name: string, taken: Set<string>): string {
  const safe = name
    .replace(/[\\/:*?"<>|\p{Cc}]/gu, '_')
    .replace(/[. ]+$/, '_')
    .replace(DEVICE, '$&_');
  const [, stem = safe, ending = ''] = /^(.+?)(\.[^.]*)?$/su.exec(safe) ?? [];
  for (let number = 1; ; number++) {
    const free = number === 1 ? safe : `${stem} (${number})${ending}`;
    const plain = free.toLowerCase();
    if (taken.has(plain)) continue;
    taken.add(plain);
    return free;
  }
}

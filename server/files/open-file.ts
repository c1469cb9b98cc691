import type { FastifyRequest } from 'fastify';
import type { Category } from '#domain/category.ts';
import type { UserType } from '#domain/profile.ts';
import { Refusal } from '#domain/refusals.ts';
import type { Asker } from '#domain/relation.ts';
import { isBanned } from '../database/banned.ts';
import type { Reader } from '../database/database.ts';
import { fileToOpen, openableFile } from './access.ts';
import { callerOf } from './caller.ts';
import { type OpenRound, openableRound, roundToOpen } from './delivery-archive.ts';
import { attachmentRows, type FileRow } from './file-rows.ts';
import { type LinkKind, type LinkQuery, personOfLink } from './link.ts';

const FOREVER = 'public, max-age=31536000, immutable';
const A_WHILE = 'private, max-age=600';

/**
 * The file behind a download: for the person of a signed link, or whoever shows credentials. What a
 * link may open is asked again when it is followed, so it ends with the access it was given for.
 * @throws Refusal `not_found`, `link_expired`, `no_session`, or why the file stays closed
 */
export async function fileToDownload(
  request: FastifyRequest,
  key: string,
  query: LinkQuery,
): Promise<FileRow> {
  const { db } = request.server.context;
  const follower = await personOf(request, 'download', { key, query });
  // Giving out the link was the look.
  if (follower) return openableFile(db, follower, key);
  const caller = await callerOf(request);
  return caller === 'service' ? anyFile(db, key) : fileToOpen(db, caller, key);
}

/**
 * The files of a round of delivery, for the person of a signed link or of a session.
 * @throws Refusal as `fileToDownload`
 */
export async function roundToDownload(
  request: FastifyRequest,
  id: string,
  query: LinkQuery,
): Promise<OpenRound> {
  const { db } = request.server.context;
  const follower = await personOf(request, 'archives', { key: id, query });
  if (follower) return openableRound(db, follower, id);
  const caller = await callerOf(request);
  if (caller === 'service') throw new Refusal('not_found');
  return roundToOpen(db, caller, id);
}

/** As `fileToDownload`; a profile image is shown to everyone who knows its address. */
export async function thumbnailToShow(
  request: FastifyRequest,
  key: string,
  query: LinkQuery,
): Promise<{ key: string; cacheControl: string }> {
  const { db } = request.server.context;
  const picture = await findFile(db, key);
  if (picture && picture.profile_id !== null) return { key, cacheControl: FOREVER };
  const follower = await personOf(request, 'thumbnails', { key, query });
  const opener = follower ?? (await callerOf(request));
  const row = opener === 'service' ? picture : await openableFile(db, opener, key);
  if (row?.thumbnail !== 'made') throw new Refusal('not_found');
  // A link is of a page that was looked at; whoever comes without one looks now.
  if (!follower && opener !== 'service') await fileToOpen(db, opener, key);
  return { key, cacheControl: A_WHILE };
}

/** Whom a link was given to; null where there is none. */
export async function personOf(
  request: FastifyRequest,
  kind: LinkKind,
  { key, query }: { key: string; query: LinkQuery },
): Promise<Asker | null> {
  const { config, db } = request.server.context;
  const personId = personOfLink(config, kind, key, query);
  return personId === null ? null : personToOpen(db, personId);
}

/** @throws Refusal `link_expired` for somebody who is gone or suspended since */
async function personToOpen(db: Reader, id: string): Promise<Asker> {
  const person = await db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.id')
    .select(['profiles.id', 'user_type', 'supported_categories', 'banned_until'])
    .where('profiles.id', '=', id)
    .executeTakeFirst();
  if (!person || isBanned(person)) throw new Refusal('link_expired');
  const { user_type, supported_categories } = person satisfies {
    user_type: UserType;
    supported_categories: Category[];
  };
  return { id, user_type, supported_categories };
}

function findFile(db: Reader, key: string): Promise<FileRow | undefined> {
  // What waits for a confirmed address is opened by nobody, the operator's programs included.
  return attachmentRows(db)
    .where('f.key', '=', key)
    .where('f.held_id', 'is', null)
    .executeTakeFirst();
}

async function anyFile(db: Reader, key: string): Promise<FileRow> {
  const row = await findFile(db, key);
  if (!row) throw new Refusal('not_found');
  return row;
}

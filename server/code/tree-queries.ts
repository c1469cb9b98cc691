import { CompiledQuery } from 'kysely';
import type { Reader } from '../database/database.ts';
import type { StoredEntry } from './trees.ts';

interface Version {
  ticket_id: string;
  root: Buffer;
}

type Entry = Omit<StoredEntry, 'name'>;

/** What lies at a path of a version, the top folder at an empty one; null where nothing does. */
export async function entryAt(
  db: Reader,
  { ticket_id, root }: Version,
  path: string,
): Promise<Entry | null> {
  const names = path === '' ? [] : path.split('/');
  const { rows } = await db.executeQuery<{ entry: Entry }>(
    CompiledQuery.raw(ENTRY_AT, [ticket_id, root, names]),
  );
  return rows[0]?.entry ?? null;
}

const ENTRY_AT = `
  with recursive at (depth, entry) as (
    select 0, jsonb_build_object('type', 'folder', 'hash', encode($2::bytea, 'hex'))
    union all
    select at.depth + 1, inner_entry
    from at
    join code_trees t on t.ticket_id = $1 and t.hash = decode(at.entry ->> 'hash', 'hex')
    cross join jsonb_array_elements(t.entries) inner_entry
    where at.entry ->> 'type' = 'folder' and inner_entry ->> 'name' = ($3::text[])[at.depth + 1])
  select entry from at where depth = coalesce(array_length($3::text[], 1), 0)`;

/** Paths of the files of a version that have one of some names, which are in small letters. */
export async function pathsNamed(
  db: Reader,
  { ticket_id, root }: Version,
  names: readonly string[],
): Promise<{ path: string }[]> {
  const { rows } = await db.executeQuery<{ path: string }>(
    CompiledQuery.raw(PATHS_NAMED, [ticket_id, root, names]),
  );
  return rows;
}

const PATHS_NAMED = `
  with recursive folder (hash, prefix) as (
    select $2::bytea, ''
    union all
    select decode(entry ->> 'hash', 'hex'), folder.prefix || (entry ->> 'name') || '/'
    from folder
    join code_trees t on t.ticket_id = $1 and t.hash = folder.hash
    cross join jsonb_array_elements(t.entries) entry
    where entry ->> 'type' = 'folder')
  select folder.prefix || (entry ->> 'name') as path
  from folder
  join code_trees t on t.ticket_id = $1 and t.hash = folder.hash
  cross join jsonb_array_elements(t.entries) entry
  where entry ->> 'type' = 'file' and lower(entry ->> 'name') = any ($3::text[])
  order by path`;

/** What is in a folder, in the order of names. */
export async function folderAt(db: Reader, ticketId: string, hash: string): Promise<StoredEntry[]> {
  const tree = await db
    .selectFrom('code_trees')
    .select('entries')
    .where('ticket_id', '=', ticketId)
    .where('hash', '=', Buffer.from(hash, 'hex'))
    .executeTakeFirst();
  return (tree?.entries as StoredEntry[] | undefined) ?? [];
}

import { sql } from 'kysely';
import type { Config } from '../config/config.ts';
import { unseal } from '../config/sealed.ts';
import type { Database, Reader } from '../database/database.ts';
import { decode, encode, encodingOf } from '../files/shield/encoding.ts';
import type { ProjectFiles } from './project-files.ts';

/** What placeholders stand for, by their text. */
export type Values = Readonly<Record<string, string>>;

interface Of {
  ticketId: string;
  personId: string | null;
}

/**
 * The keys that stand behind the placeholders in the versions which one person brought to a request:
 * for their own downloads, and for nobody else's.
 */
export async function valuesOf(
  { db, config }: { db: Reader; config: Config },
  { ticketId, personId }: Of,
): Promise<Values> {
  if (personId === null) return {};
  // All of them: an older version that was decided about late knows keys that a newer one does not.
  const rows = await db
    .selectFrom('snapshots')
    .select(['id', 'sealed'])
    .where('ticket_id', '=', ticketId)
    .where('author_id', '=', personId)
    .where('sealed', 'is not', null)
    .orderBy('number')
    .execute();
  const values: Record<string, string> = {};
  for (const { id, sealed } of rows) {
    const opened = sealed && unseal(config, { purpose: 'code', id }, sealed);
    if (opened) Object.assign(values, JSON.parse(opened));
  }
  return values;
}

/** All placeholders that are in use in a request, whoever knows what they stand for. */
export async function placeholdersIn(db: Database, ticketId: string): Promise<string[]> {
  const { rows } = await sql<{ placeholder: string }>`
    select distinct each ->> 'placeholder' as placeholder
    from snapshots s cross join jsonb_array_elements(s.rotate) each
    where s.ticket_id = ${ticketId}`.execute(db);
  return rows.map(({ placeholder }) => placeholder);
}

const PLACEHOLDER = /\{\{SECRET:\w+:\d+\}\}/g;

/** How a placeholder begins in each encoding in which one is written. */
const BEGINNINGS = (['utf8', 'utf16le', 'utf16be'] as const).map((one) => encode('{{SECRET:', one));

export function holdsPlaceholders(bytes: Buffer): boolean {
  return BEGINNINGS.some((beginning) => bytes.includes(beginning));
}

/**
 * By how many letters a file may become longer: no file of people does by more, and others can write one of
 * nothing but placeholders of a long key.
 */
const MOST_ADDED = 1024 * 1024;

/**
 * A file as its owner has it: what stands behind the placeholders is in it again, in the encoding of
 * the file. What is no text has none.
 */
export function restored(bytes: Buffer, values: Values): Buffer {
  if (!holdsPlaceholders(bytes) || Object.keys(values).length === 0) return bytes;
  const encoding = encodingOf(bytes);
  if (encoding === 'binary') return bytes;
  const text = decode(bytes, encoding);
  if (addedBy(text, values) > MOST_ADDED) return bytes;
  const whole = text.replace(PLACEHOLDER, (placeholder) => values[placeholder] ?? placeholder);
  return whole === text ? bytes : encode(whole, encoding);
}

function addedBy(text: string, values: Values): number {
  let added = 0;
  for (const [placeholder] of text.matchAll(PLACEHOLDER))
    added += (values[placeholder] ?? placeholder).length - placeholder.length;
  return added;
}

/**
 * A version as whoever brought its keys has it: they are in it again. Sizes and hashes stay those of
 * what is stored; equal files stay equal.
 */
export function restoredFiles(project: ProjectFiles, values: Values): ProjectFiles {
  return {
    files: project.files,
    read: async (path) => restored(await project.read(path), values),
  };
}

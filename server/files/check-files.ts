import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS } from '#domain/milliseconds.ts';
import type { Database } from '../database/database.ts';
import type { Context } from '../lifecycle/context.ts';
import { type FileStore, StoreError } from '../store/store.ts';

/** How long a file is trusted, and a damaged one is left before it is looked at again. */
const TRUSTED_MS = 30 * DAY_MS;
const LEFT_MS = DAY_MS;
const AT_A_TIME = 20;
/** One may lie where its disk fails; with so many it is the store that does not answer. */
const MOST_UNREADABLE = 20;
/** The rest waits for the next run: no job may look as if its server had died. */
const LONGEST_RUN_MS = 3 * 60_000;
/** Downloads go first: 20 MB a second at most. */
const BYTES_A_MS = 20_000;

/** Its bytes are gone, or others than those that came. */
export const DAMAGES = ['missing', 'changed'] as const;
type Damage = (typeof DAMAGES)[number];

interface Kept {
  key: string;
  sha256: Buffer;
  size: number | null;
  damage: string | null;
}

/**
 * The job that compares the bytes of files that are part of a request or a project with the hashes they
 * had when they came: each once a month, a damaged one daily. New damage is logged once; how many are
 * damaged is a metric. Goes on for three minutes at most.
 * @throws StoreError `unavailable` where some could not be read, after the others
 */
export async function checkFiles(context: Pick<Context, 'db' | 'files' | 'log'>): Promise<void> {
  const until = Date.now() + LONGEST_RUN_MS;
  const unreadable = new Map<string, unknown>();
  while (unreadable.size < MOST_UNREADABLE && Date.now() < until) {
    const due = await dueFiles(context.db, [...unreadable.keys()]);
    for (const file of due) {
      await checkFile(context, file).catch((error) => unreadable.set(file.key, error));
      await sleep((file.size ?? 0) / BYTES_A_MS);
    }
    if (due.length === 0) break;
  }
  for (const error of unreadable.values()) throw error;
}

async function checkFile(
  { db, files, log }: Pick<Context, 'db' | 'files' | 'log'>,
  file: Kept,
): Promise<void> {
  const damage = await damageOf(files, file);
  const isKept = await noteDamage(db, file.key, damage);
  if (damage && isKept && damage !== file.damage)
    log.error({ file: file.key, damage }, 'a stored file is damaged');
}

/** How many files are damaged, by what is wrong with them. */
export function countDamaged(db: Database): Promise<{ damage: string | null; files: number }[]> {
  return db
    .selectFrom('files')
    .select(['damage', (query) => query.fn.countAll<number>().as('files')])
    .where('damage', 'is not', null)
    .where('status', 'in', ['attached', 'taken'])
    .where('sha256', 'is not', null)
    .groupBy('damage')
    .execute();
}

/** Those that came: of the picture of a profile only our drawing is kept, and it has no hash. */
function dueFiles(db: Database, but: readonly string[]): Promise<Kept[]> {
  return db
    .selectFrom('files')
    .select(['key', 'sha256', 'size', 'damage'])
    .where('status', 'in', ['attached', 'taken'])
    .where('sha256', 'is not', null)
    .$narrowType<{ sha256: Buffer }>()
    .$if(but.length > 0, (query) => query.where('key', 'not in', but))
    .where((where) =>
      where.or([
        where('checked_at', 'is', null),
        where('checked_at', '<', new Date(Date.now() - TRUSTED_MS)),
        where.and([
          where('damage', 'is not', null),
          where('checked_at', '<', new Date(Date.now() - LEFT_MS)),
        ]),
      ]),
    )
    .orderBy('checked_at', (at) => at.asc().nullsFirst())
    .limit(AT_A_TIME)
    .execute();
}

async function damageOf(files: FileStore, { key, sha256 }: Kept): Promise<Damage | null> {
  const hash = createHash('sha256');
  try {
    await pipeline(await files.read(`originals/${key}`), hash);
  } catch (error) {
    if (error instanceof StoreError && error.trouble === 'missing') return 'missing';
    throw error;
  }
  return sha256.equals(hash.digest()) ? null : 'changed';
}

/** False for a file that was removed meanwhile. */
async function noteDamage(db: Database, key: string, damage: Damage | null): Promise<boolean> {
  const noted = await db
    .updateTable('files')
    .set({ checked_at: new Date(), damage })
    .where('key', '=', key)
    .where('status', 'in', ['attached', 'taken'])
    .executeTakeFirst();
  return noted.numUpdatedRows > 0n;
}

import { HOUR_MS } from '#domain/milliseconds.ts';
import type { Context } from '../lifecycle/context.ts';
import { removeEach } from '../store/remove-each.ts';

/** An intake that began before this has ended, or was cut off with its server. */
const LONGEST_INTAKE_MS = HOUR_MS;
const AT_A_TIME = 200;

type Needed = Pick<Context, 'db' | 'files'>;

/**
 * The job that removes packs whose request is gone, and those that an intake never finished.
 * @throws AggregateError when some failed
 */
export async function removePacks(context: Needed): Promise<void> {
  const begun = new Date(Date.now() - LONGEST_INTAKE_MS);
  await removeEach(
    (last) =>
      context.db
        .selectFrom('code_packs')
        .select('key')
        .where((where) =>
          where.or([
            where('ticket_id', 'is', null),
            where.and([where('size', 'is', null), where('created_at', '<', begun)]),
          ]),
        )
        .where('key', '>', last)
        .orderBy('key')
        .limit(AT_A_TIME)
        .execute(),
    (key) => removePack(context, key),
  );
}

/**
 * Removes a pack that no version needs. Its row says so first: a version that is just being kept is
 * waited for, and one that comes later begins anew.
 */
export async function removePack({ db, files }: Needed, key: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('code_packs')
    .set({ ticket_id: null })
    .where('key', '=', key)
    .where((where) => where.or([where('ticket_id', 'is', null), where('size', 'is', null)]))
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return;
  await files.remove(`packs/${key}`);
  await db.deleteFrom('code_packs').where('key', '=', key).execute();
}

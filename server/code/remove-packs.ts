import { HOUR_MS } from '#domain/milliseconds.ts';
import type { Context } from '../lifecycle/context.ts';

/** An intake that began before this has ended, or was cut off with its server. */
const LONGEST_INTAKE_MS = HOUR_MS;
const AT_A_TIME = 200;

/** Removes packs whose request is gone, and those that an intake never finished. */
export async function removePacks({ db, files }: Pick<Context, 'db' | 'files'>): Promise<void> {
  for (;;) {
    const gone = await db
      .selectFrom('code_packs')
      .select('key')
      .where((where) =>
        where.or([
          where('ticket_id', 'is', null),
          where.and([
            where('size', 'is', null),
            where('created_at', '<', new Date(Date.now() - LONGEST_INTAKE_MS)),
          ]),
        ]),
      )
      .limit(AT_A_TIME)
      .execute();
    for (const { key } of gone) {
      await files.remove(`packs/${key}`);
      await db.deleteFrom('code_packs').where('key', '=', key).execute();
    }
    if (gone.length < AT_A_TIME) return;
  }
}

import { sql } from 'kysely';
import { type Place, sealAnew } from '../config/sealed.ts';
import type { Context } from '../lifecycle/context.ts';

/** What outlives a change of JWT_KEY: columns that `seal` has written, each for the id of its row. */
const KEPT: readonly { table: string; column: string; purpose: Place['purpose'] }[] = [
  { table: 'factors', column: 'sealed_secret', purpose: 'factors' },
  { table: 'webhooks', column: 'sealed_secret', purpose: 'webhooks' },
  { table: 'webhooks', column: 'old_sealed_secret', purpose: 'webhooks' },
  { table: 'snapshots', column: 'sealed', purpose: 'code' },
  { table: 'mails', column: 'words', purpose: 'mails' },
];
const AT_A_TIME = 100;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** While one JWT_KEY follows another, seals anew what is under the one before, so that nothing is lost with it. */
export async function reseal(context: Pick<Context, 'db' | 'config'>): Promise<void> {
  if (context.config.jwtKeyOld === null) return;
  for (const kept of KEPT) await resealColumn(context, kept);
}

async function resealColumn(
  { db, config }: Pick<Context, 'db' | 'config'>,
  { table, column, purpose }: (typeof KEPT)[number],
): Promise<void> {
  const [rows, sealed] = [sql.table(table), sql.ref(column)];
  for (let last: string | undefined = BEFORE_ALL; last !== undefined; ) {
    const found = await sql<{ id: string; sealed: Buffer }>`
      select id, ${sealed} as sealed from ${rows}
      where id > ${last} and ${sealed} is not null order by id limit ${AT_A_TIME}`.execute(db);
    for (const each of found.rows) {
      const anew = sealAnew(config, { purpose, id: each.id }, each.sealed);
      // Unless it was replaced meanwhile.
      if (anew)
        await sql`update ${rows} set ${sealed} = ${anew}
          where id = ${each.id} and ${sealed} = ${each.sealed}`.execute(db);
    }
    last = found.rows.at(-1)?.id;
  }
}

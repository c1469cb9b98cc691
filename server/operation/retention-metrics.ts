import { sql } from 'kysely';
import type { Registry } from 'prom-client';
import { RETENTION_MONTHS } from '#domain/limits.ts';
import type { Context } from '../lifecycle/context.ts';
import { dueTickets } from '../tickets/removal-due.ts';
import { databaseGauge } from './database-gauge.ts';

/**
 * What the next run of the retention job would remove: a look before it happens, and an alarm when
 * it does not (it stays above 0 for more than a day).
 */
export function addRetentionMetrics(registers: Registry[], { db }: Context): void {
  databaseGauge({
    name: 'unblock_retention_due',
    help: `Finished requests that are older than ${RETENTION_MONTHS} months, with their messages and files`,
    labelNames: ['what'],
    registers,
    read: async () => {
      const { requests, messages, files } = await dueTickets(db, new Date())
        .select(({ fn }) => fn.countAll<number>().as('requests'))
        .select(
          sql<number>`coalesce(sum((select count(*) from messages where ticket_id = t.id)), 0)::int`.as(
            'messages',
          ),
        )
        .select(
          sql<number>`coalesce(sum((select count(*) from attachments where ticket_id = t.id)), 0)::int`.as(
            'files',
          ),
        )
        .executeTakeFirstOrThrow();
      return Object.entries({ requests, messages, files }).map(([what, count]) => [
        { what },
        count,
      ]);
    },
  });
}

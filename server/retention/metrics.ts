import { sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import type { Context } from '../context.ts';
import { dueTickets } from './due.ts';

/**
 * What the next run of the retention job would remove: a look before it happens, and an alarm when
 * it does not (it stays above 0 for more than a day).
 */
export function addRetentionMetrics(registers: Registry[], { db }: Context): void {
  new Gauge({
    name: 'unblock_retention_due',
    help: 'Finished requests that are older than 12 months, with their messages and files',
    labelNames: ['what'],
    registers,
    async collect() {
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
      this.set({ what: 'requests' }, requests);
      this.set({ what: 'messages' }, messages);
      this.set({ what: 'files' }, files);
    },
  });
}

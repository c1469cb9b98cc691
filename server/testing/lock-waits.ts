import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { PATIENCE } from './patience.ts';
import type { World } from './world.ts';

/** Until so many statements wait for a lock of another transaction. */
export async function untilWaiting({ context }: World, many: number): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(context.db);
    expect(rows.length).toBe(many);
  }, PATIENCE);
}

import type { Reader } from '../database/database.ts';
import { seen } from '../lifecycle/visibility.ts';

/** Requests that anybody may still take, with the name of who asks. */
export function openRequests(db: Reader) {
  return db
    .selectFrom('tickets as t')
    .innerJoin('profiles as c', 'c.id', 't.customer_id')
    .select([
      't.id',
      't.customer_id',
      't.developer_id',
      't.description',
      't.categories',
      't.ai_tool',
      't.ai_tool_other',
    ])
    .select(['t.budget', 't.created_at', 'c.first_name', 'c.last_name'])
    .where(seen.isOpen());
}

export type OpenRequest = Awaited<ReturnType<ReturnType<typeof openRequests>['execute']>>[number];

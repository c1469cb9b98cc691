import { type SelectQueryBuilder, sql } from 'kysely';
import { type Permission, permissionOf } from '#domain/actions.ts';
import {
  directions,
  type ListOrder,
  type Page,
  type PageRequest,
  readPage,
} from '../http/paging.ts';
import type { Viewer } from '../http/viewer.ts';
import { hasNoPart } from '../lifecycle/under-review.ts';

/** What moderators ask of a queue. */
export interface QueueSearch<Status> extends PageRequest {
  status: Status;
  order: ListOrder;
}

/**
 * One page of a queue by date, from a query of rows such as `r` about requests `t`. Without those
 * about the moderator's own requests.
 */
export function readQueue<DB, Table extends keyof DB, Row extends { id: string }>(
  query: SelectQueryBuilder<DB, Table, Row>,
  rows: 'r' | 'a',
  moderator: Viewer,
  { status, order, ...page }: QueueSearch<string>,
): Promise<Page<Row>> {
  const waiting = query
    .where(sql<boolean>`${sql.ref(`${rows}.status`)} = ${status}`)
    .where(hasNoPart(moderator));
  return readPage(waiting, page, {
    by: [`${rows}.created_at`, `${rows}.id`],
    order: directions[order],
  });
}

/** Whether something can be decided: not twice, and not by its own side. */
export function decidePermission(status: string, isMine = false): Permission {
  return permissionOf(isMine ? 'not_your_part' : status === 'open' ? null : 'report_decided');
}

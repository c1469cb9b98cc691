import { sql } from 'kysely';
import type { Viewer } from '../http/viewer.ts';

/**
 * Requests (`t`) of which a moderator is no side. What is reported or appealed in their own is for
 * the others to read and to decide. Source: security checklist C8.
 */
export function notTheirs({ id }: Pick<Viewer, 'id'>) {
  return sql<boolean>`(t.customer_id <> ${id} and t.developer_id is distinct from ${id})`;
}

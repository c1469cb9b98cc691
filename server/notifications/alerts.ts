import { type Expression, sql } from 'kysely';
import {
  type Alert,
  type AlertInput,
  type AlertPace,
  alertFits,
  type Sought,
} from '#domain/alert.ts';
import { MAX_ALERTS } from '#domain/limits.ts';
import { Refusal } from '#domain/refusals.ts';
import type { Reader } from '../database/database.ts';
import type { Viewer } from '../http/viewer.ts';
import type { Change } from '../lifecycle/change.ts';
import { lockPerson } from '../lifecycle/locked.ts';

const COLUMNS = [
  ...(['id', 'categories', 'ai_tools', 'words', 'min_budget_cents'] as const),
  ...(['pace as when', 'created_at'] as const),
];

/**
 * One's own alerts, oldest first.
 * @throws Refusal `not_your_part` for everybody but unblockers
 */
export function alertsOf(db: Reader, viewer: Viewer): Promise<Alert[]> {
  requireUnblocker(viewer);
  return db
    .selectFrom('alerts')
    .select(COLUMNS)
    .where('developer_id', '=', viewer.id)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/**
 * Adds an alert about requests that are posted from now on.
 * @throws Refusal `not_your_part`, `too_many_alerts`
 */
export async function addAlert(
  { tx }: Change,
  viewer: Viewer,
  { when: pace, ...what }: AlertInput,
): Promise<Alert> {
  requireUnblocker(viewer);
  const { id: developer_id } = viewer;
  // One at a time: several at once would each find room.
  await lockPerson(tx, developer_id);
  if ((await alertsOf(tx, viewer)).length >= MAX_ALERTS) throw new Refusal('too_many_alerts');
  return tx
    .insertInto('alerts')
    .values({ developer_id, pace, ...what })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** @throws Refusal `not_your_part` for everybody but unblockers */
export async function deleteAlerts({ tx }: Change, viewer: Viewer): Promise<void> {
  requireUnblocker(viewer);
  await tx.deleteFrom('alerts').where('developer_id', '=', viewer.id).execute();
}

/** @throws Refusal `not_found` for one of somebody else */
export async function deleteAlert({ tx }: Change, viewer: Viewer, id: string): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('alerts')
    .where('id', '=', id)
    .where('developer_id', '=', viewer.id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new Refusal('not_found');
}

/** What is kept of an alert for a request to be compared with. */
export type KeptAlert = Omit<Alert, 'id' | 'created_at'>;

/** All alerts of a developer `p`, as JSON; an empty list without any. */
export const alertsOfP = sql<KeptAlert[]>`coalesce((select json_agg(json_build_object(
    'categories', a.categories, 'ai_tools', a.ai_tools, 'words', a.words,
    'min_budget_cents', a.min_budget_cents, 'when', a.pace))
  from alerts a where a.developer_id = p.id), '[]')`;

/** Whether a developer `p` hears of requests at a pace: by an alert, or without any, by their own choice. */
export function hearsAt(pace: AlertPace, chosen: Expression<unknown>) {
  return sql<boolean>`case when exists (select from alerts a where a.developer_id = p.id)
    then exists (select from alerts a where a.developer_id = p.id and a.pace = ${pace})
    else ${chosen} = ${pace} end`;
}

/** Whether somebody who hears of requests at this pace wants to hear of this one. */
export function isWanted(alerts: readonly KeptAlert[], pace: AlertPace, request: Sought): boolean {
  return (
    alerts.length === 0 || alerts.some((alert) => alert.when === pace && alertFits(alert, request))
  );
}

function requireUnblocker({ user_type }: Viewer): void {
  if (user_type !== 'developer') throw new Refusal('not_your_part', 'Only unblockers have alerts.');
}

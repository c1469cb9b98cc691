import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type CheckFacts, defaultCheck, failedChecks } from '#domain/check.ts';
import type { Check, CheckResult, Evidence, Mark, Probe } from '#domain/check-schemas.ts';
import type { Reader } from '../database/database.ts';

interface Failures {
  check_id: string;
  failures: number;
}

/**
 * How often each check failed in deliveries (`d`) of the current developer that were sent back since
 * the milestone's last refund. One query for several milestones, as asking per check would read the
 * history each time.
 */
const failuresOf = (milestones: RawBuilder<SqlBool>) => sql<Failures>`(
  select r.check_id, count(*)::int as failures from deliveries d
    join pairings p on p.id = d.pairing_id and p.ended_at is null
    join check_results r on r.delivery_id = d.id
  where ${milestones} and d.decision = 'rejected'
    and coalesce(r.passed, (r.probe ->> 'passes')::boolean) is false
    and not exists (select from ticket_history h where h.ticket_id = p.ticket_id
      and h.milestone_id = d.milestone_id and h.action = 'refund-missed'
      and h.created_at >= d.decided_at)
  group by r.check_id)`;

/** A check for commands and rules. */
export interface LockedCheck extends CheckFacts {
  id: string;
  text: string;
}

type StoredFacts = Omit<LockedCheck, 'text'> & { text: string | null };

/** The checks of milestones `m`, in order: a column for `asLocked`. */
export const checkColumn = sql<StoredFacts[]>`(select coalesce(json_agg(json_build_object(
    'id', c.id, 'text', c.text, 'state', c.state, 'by_address', c.url is not null,
    'failures', coalesce(f.failures, 0)) order by c.position), '[]')
  from checks c left join ${failuresOf(sql`d.milestone_id = m.id`)} f on f.check_id = c.id
  where c.milestone_id = m.id)`.as('checks');

/** The checks of milestones `m` in review for the clock: without how often they failed. */
export const checksInReview = sql<CheckFacts[]>`(select coalesce(json_agg(json_build_object(
    'state', c.state, 'by_address', c.url is not null, 'failures', 0)), '[]')
  from checks c where c.milestone_id = m.id and m.status = 'IN_REVIEW')`;

export function asLocked({ title, checks }: { title: string; checks: StoredFacts[] }) {
  return checks.map(
    (check): LockedCheck => ({ ...check, text: check.text ?? defaultCheck(title) }),
  );
}

/** The checks marked as failed in an answer to a delivery; null for none. */
export function failedIn(
  { action, marks }: { action: string; marks?: readonly Mark[] | undefined },
  milestone: { checks: readonly LockedCheck[] } | undefined,
): string[] | null {
  if (!milestone || (action !== 'accept' && action !== 'reject')) return null;
  const failed = failedChecks(milestone.checks, marks).map(({ text }) => text);
  return failed.length > 0 ? failed : null;
}

/** A stored check. */
export type StoredCheck = Omit<Check, 'evidence'> & CheckFacts;

/** The checks of milestones, in order, by one query. */
export async function checksOf(
  db: Reader,
  milestoneIds: readonly string[],
): Promise<Map<string, StoredCheck[]>> {
  if (milestoneIds.length === 0) return new Map();
  const failures = failuresOf(sql`d.milestone_id = any (${milestoneIds})`).as('f');
  const rows = await db
    .selectFrom('checks as c')
    .innerJoin('milestones as m', 'm.id', 'c.milestone_id')
    .leftJoin(failures, 'f.check_id', 'c.id')
    .select(['c.milestone_id', 'c.id', 'c.text', 'c.url', 'c.expect_status', 'c.expect_text'])
    .select(['c.state', 'c.last_probe', 'm.title'])
    .select(({ fn, val }) => fn.coalesce('f.failures', val(0)).as('failures'))
    .where('c.milestone_id', 'in', milestoneIds)
    .orderBy('c.position')
    .execute();
  const found = Map.groupBy(rows, ({ milestone_id }) => milestone_id);
  return new Map([...found].map(([id, checks]) => [id, checks.map(asStored)]));
}

type Row = Omit<StoredCheck, 'text' | 'kind' | 'by_address'> & {
  milestone_id: string;
  title: string;
  text: string | null;
};

function asStored({ milestone_id: _, title, text, ...check }: Row): StoredCheck {
  const by_address = check.url !== null;
  const kind = by_address ? 'address' : 'hand';
  return { ...check, text: text ?? defaultCheck(title), kind, by_address };
}

/** Without what only rules use. */
export function asChecked({ by_address: _, failures: __, ...check }: StoredCheck) {
  return check;
}

interface StoredResult {
  check_id: string;
  text: string | null;
  url: string | null;
  passed: boolean | null;
  note: string | null;
  probe: Probe | null;
  files: Record<string, string> | null;
}

/**
 * The results of deliveries `d` for each check, in order: a column for `asResult`. Notes go with the
 * message that told them, which a moderator may hide.
 */
export const resultColumn = sql<StoredResult[]>`(select coalesce(json_agg(json_build_object(
    'check_id', r.check_id, 'text', r.text, 'url', r.url, 'passed', r.passed,
    'note', case when not exists (select from messages said
      where said.id = d.message_id and said.is_hidden) then r.note end,
    'probe', r.probe, 'files', shown.files) order by c.position), '[]')
  from check_results r join checks c on c.id = r.check_id
    left join (select a.check_id, json_object_agg(f.key, f.name order by a.position) as files
      from attachments a join files f on f.key = a.file_key where a.delivery_id = d.id
      group by a.check_id) shown on shown.check_id = r.check_id
  where r.delivery_id = d.id)`.as('checks');

/** @param reads whether the viewer may read the customer's words */
export function asResult(
  { check_id, text, url, files, passed, note, probe }: StoredResult,
  reads = true,
): CheckResult {
  const evidence: Evidence | null =
    text === null && url === null && files === null
      ? null
      : { text, url, file_attachments: files ?? {} };
  return { check_id, evidence, passed, note: reads ? note : null, probe };
}

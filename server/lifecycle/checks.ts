import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type CheckFacts, defaultCheck, failedChecks } from '#domain/check.ts';
import type { Check, CheckResult, Evidence, Mark, Probe } from '#domain/check-schemas.ts';
import type { Reader } from '../database/database.ts';

interface Failures {
  check_id: string;
  failures: number;
}

/**
 * In how many deliveries (`d`) of the present unblocker that were sent back each check did not work, since
 * its milestone was last refunded; only of those that failed. Of several milestones at once: to ask for
 * each check would look through the history as often as it has failed.
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

/** A check as commands and rules need it. */
export interface LockedCheck extends CheckFacts {
  id: string;
  text: string;
}

type StoredFacts = Omit<LockedCheck, 'text'> & { text: string | null };

/** The checks of milestones `m`, in their order: a column for `asLocked`. */
export const checkColumn = sql<StoredFacts[]>`(select coalesce(json_agg(json_build_object(
    'id', c.id, 'text', c.text, 'state', c.state, 'by_address', c.url is not null,
    'failures', coalesce(f.failures, 0)) order by c.position), '[]')
  from checks c left join ${failuresOf(sql`d.milestone_id = m.id`)} f on f.check_id = c.id
  where c.milestone_id = m.id)`.as('checks');

/** The checks of milestones `m` in review, as far as the clock asks: not how often they failed. */
export const checksInReview = sql<CheckFacts[]>`(select coalesce(json_agg(json_build_object(
    'state', c.state, 'by_address', c.url is not null, 'failures', 0)), '[]')
  from checks c where c.milestone_id = m.id and m.status = 'IN_REVIEW')`;

export function asLocked({ title, checks }: { title: string; checks: StoredFacts[] }) {
  return checks.map(
    (check): LockedCheck => ({ ...check, text: check.text ?? defaultCheck(title) }),
  );
}

/** The checks that did not work, of an answer to a delivery; null for none. */
export function failedIn(
  { action, marks }: { action: string; marks?: readonly Mark[] | undefined },
  milestone: { checks: readonly LockedCheck[] } | undefined,
): string[] | null {
  if (!milestone || (action !== 'accept' && action !== 'reject')) return null;
  const failed = failedChecks(milestone.checks, marks).map(({ text }) => text);
  return failed.length > 0 ? failed : null;
}

/** A check as it is stored, worded. */
export type StoredCheck = Omit<Check, 'evidence'> & CheckFacts;

/** The checks of milestones, each in its order, by one query. */
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

/** Without what rules alone ask of it. */
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

/** What deliveries `d` brought for each check, in the order of the checks: a column for `asResult`. */
export const resultColumn = sql<StoredResult[]>`(select coalesce(json_agg(json_build_object(
    'check_id', r.check_id, 'text', r.text, 'url', r.url, 'passed', r.passed, 'note', r.note,
    'probe', r.probe, 'files', shown.files) order by c.position), '[]')
  from check_results r join checks c on c.id = r.check_id
    left join (select a.check_id, json_object_agg(f.key, f.name order by a.position) as files
      from attachments a join files f on f.key = a.file_key where a.delivery_id = d.id
      group by a.check_id) shown on shown.check_id = r.check_id
  where r.delivery_id = d.id)`.as('checks');

/** @param reads whether the customer's words are the viewer's to read */
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

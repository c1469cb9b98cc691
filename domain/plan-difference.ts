/** Snapshots of plans, and the differences between two. */
import { z } from 'zod';
import { canonicalJson } from './canonical-json.ts';
import { checkTermsSchema } from './check-schemas.ts';
import { formatCents } from './money.ts';

/** Fields of a milestone that are stored and compared. A new field is a line here. */
const snapshotFields = {
  title: z.string(),
  description: z.string(),
  estimated_minutes: z.int(),
  hourly_rate_cents: z.int(),
  cost_cents: z.int(),
  named_due_at: z.iso.datetime().nullable().describe('A later date than the estimate gives'),
  checks: z.array(checkTermsSchema),
};

export const SNAPSHOT_FIELDS = Object.keys(snapshotFields) as (keyof typeof snapshotFields)[];
export type SnapshotField = (typeof SNAPSHOT_FIELDS)[number];

export const milestoneSnapshotSchema = z
  .object({ id: z.uuid(), ...snapshotFields })
  .meta({ id: 'MilestoneSnapshot' });
export type MilestoneSnapshot = z.infer<typeof milestoneSnapshotSchema>;

/** A milestone as it is now, without its progress. */
export function snapshotOf({
  named_due_at,
  ...milestone
}: Omit<MilestoneSnapshot, 'named_due_at'> & {
  named_due_at: string | Date | null;
}): MilestoneSnapshot {
  const at = named_due_at && new Date(named_due_at).toISOString();
  return milestoneSnapshotSchema.parse({ ...milestone, named_due_at: at });
}

/** The fields in which two milestones differ. */
export function differingFields(
  before: MilestoneSnapshot,
  after: MilestoneSnapshot,
): SnapshotField[] {
  return SNAPSHOT_FIELDS.filter(
    (field) => canonicalJson(said(before, field)) !== canonicalJson(said(after, field)),
  );
}

/** Checks with the same words are the same, whatever their ids. */
function said(snapshot: MilestoneSnapshot, field: SnapshotField): unknown {
  return field === 'checks' ? snapshot.checks.map(({ id: _, ...terms }) => terms) : snapshot[field];
}

const DIFFERENCE_KINDS = ['added', 'removed', 'changed', 'moved'] as const;
type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

export const differenceSchema = z
  .object({
    kind: z.enum(DIFFERENCE_KINDS),
    milestone_id: z.uuid(),
    before: milestoneSnapshotSchema.nullable(),
    after: milestoneSnapshotSchema.nullable(),
    fields: z.array(z.enum(SNAPSHOT_FIELDS)).describe('What differs'),
    moved: z
      .object({ from: z.int(), to: z.int() })
      .nullable()
      .describe('Its place before and after, from 1, where it was put elsewhere'),
    refunded_cents: z
      .int()
      .describe('Of a paid milestone that is dropped: what goes back to the customer'),
  })
  .meta({ id: 'PlanDifference' });
export type PlanDifference = z.infer<typeof differenceSchema>;

/** The differences between two plans, in the order of the second; removed milestones come last. */
export function planDifferences(
  before: readonly MilestoneSnapshot[],
  after: readonly MilestoneSnapshot[],
): PlanDifference[] {
  const earlier = new Map(before.map((each, index) => [each.id, { each, place: index + 1 }]));
  const later = new Set(after.map(({ id }) => id));
  const stayed = longestRise(after.map(({ id }) => earlier.get(id)?.place ?? 0));
  const there = after.flatMap((each, index) => {
    const old = earlier.get(each.id);
    if (!old) return [difference('added', null, each)];
    const fields = differingFields(old.each, each);
    const moved = stayed.has(old.place) ? null : { from: old.place, to: index + 1 };
    if (fields.length === 0 && moved === null) return [];
    const kind = fields.length > 0 ? 'changed' : 'moved';
    return [{ ...difference(kind, old.each, each), fields, moved }];
  });
  const gone = before.filter(({ id }) => !later.has(id));
  return [...there, ...gone.map((each) => difference('removed', each, null))];
}

function difference(
  kind: DifferenceKind,
  before: MilestoneSnapshot | null,
  after: MilestoneSnapshot | null,
): PlanDifference {
  const milestone_id = (after ?? before)?.id ?? '';
  return { kind, milestone_id, before, after, fields: [], moved: null, refunded_cents: 0 };
}

/**
 * The longest increasing run: milestones in it kept their place, whatever came between. Zeros are new.
 */
function longestRise(places: readonly number[]): Set<number> {
  const runs: number[][] = [];
  for (const place of places.filter((each) => each > 0)) {
    const fitting = runs.filter((run) => (run.at(-1) ?? 0) < place);
    const longest = fitting.reduce<number[]>(
      (best, run) => (run.length > best.length ? run : best),
      [],
    );
    runs.push([...longest, place]);
  }
  return new Set(runs.reduce<number[]>((best, run) => (run.length > best.length ? run : best), []));
}

const count = z.int().nonnegative();

/** The same in numbers: lines of each kind, and the cost. */
export const tallySchema = z
  .object({
    added: count,
    removed: count,
    changed: count,
    moved: count,
    minutes: z.int().describe('More work, or less'),
    cents: z.int().describe('A higher price, or a lower one'),
    refunded_cents: count,
  })
  .meta({ id: 'PlanTally' });
export type PlanTally = z.infer<typeof tallySchema>;

export function tallyOf(differences: readonly PlanDifference[]): PlanTally {
  const counts = (kind: DifferenceKind) =>
    differences.filter((difference) => difference.kind === kind).length;
  const sum = (of: (difference: PlanDifference) => number) =>
    differences.reduce((total, difference) => total + of(difference), 0);
  const more = (field: 'estimated_minutes' | 'cost_cents') =>
    sum(({ before, after }) => (after?.[field] ?? 0) - (before?.[field] ?? 0));
  return {
    added: counts('added'),
    removed: counts('removed'),
    changed: counts('changed'),
    moved: counts('moved'),
    minutes: more('estimated_minutes'),
    cents: more('cost_cents'),
    refunded_cents: sum(({ refunded_cents }) => refunded_cents),
  };
}

/** '1 added, 1 changed, $50.00 more'. */
export function tallyWords({ cents, refunded_cents, ...tally }: PlanTally): string {
  const counted = DIFFERENCE_KINDS.filter((kind) => tally[kind] > 0).map(
    (kind) => `${tally[kind]} ${kind}`,
  );
  if (counted.length === 0) return 'nothing changed';
  const refund = refunded_cents > 0 ? [`${formatCents(refunded_cents)} refunded`] : [];
  return [...counted, priceWords(cents), ...refund].join(', ');
}

/** '$50.00 more', '$50.00 less' or 'same price'. */
function priceWords(cents: number): string {
  if (cents === 0) return 'same price';
  return `${formatCents(Math.abs(cents))} ${cents > 0 ? 'more' : 'less'}`;
}

/** 'Plan 2: 1 added, 1 changed, $50.00 more'. */
export function versionWords(number: number, tally: PlanTally): string {
  return `Plan ${number}: ${tallyWords(tally)}`;
}

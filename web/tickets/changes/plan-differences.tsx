import type { ReactNode } from 'react';
import type { CheckTerms } from '#domain/check-schemas.ts';
import { USUAL_STATUS } from '#domain/limits.ts';
import {
  type MilestoneSnapshot,
  type PlanDifference,
  SNAPSHOT_FIELDS,
  type SnapshotField,
} from '#domain/plan-difference.ts';
import { utcWords } from '#domain/utc-words.ts';
import { describeWorkTime } from '#domain/work-time.ts';
import { MarkdownText } from '../../text/markdown-text.tsx';
import { useTextWork } from '../../text/use-text-work.ts';
import type { WordRun } from '../../text/word-diff.ts';
import { cx } from '../../ui/cx.ts';
import { Money } from '../../ui/money.tsx';
import { CheckText } from '../roadmap/check-list.tsx';

/** The differences between two plans, line by line, side by side or stacked on narrow screens. */
export function PlanDifferences({ changes }: { changes: readonly PlanDifference[] }) {
  return (
    <ul aria-label="What changed" className="space-y-3">
      {changes.map((difference) => (
        <Difference key={difference.milestone_id} difference={difference} />
      ))}
    </ul>
  );
}

function Difference({ difference }: { difference: PlanDifference }) {
  const { kind, before, after, fields, moved, refunded_cents } = difference;
  const shown = fields.length > 0 ? fields : SNAPSHOT_FIELDS.filter((field) => field !== 'title');
  return (
    <li className="@container rounded border border-line p-3 text-sm">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className={cx('rounded px-1.5 py-0.5 text-2xs font-medium', looks[kind])}>
          {names[kind]}
        </span>
        <bdi className="min-w-0 font-medium wrap-anywhere">{(after ?? before)?.title}</bdi>
        {moved && (
          <span className="text-ink-soft">
            from place {moved.from} to place {moved.to}
          </span>
        )}
      </p>
      {kind !== 'moved' && (
        <div className="mt-2 grid gap-3 @md:grid-cols-2 @md:gap-8">
          <Side name="Before" of={before} other={after} fields={shown} />
          <Side name="After" of={after} other={before} fields={shown} />
        </div>
      )}
      {refunded_cents > 0 && (
        <p className="mt-2 font-medium">
          <Money cents={refunded_cents} /> that is held goes back to the customer.
        </p>
      )}
    </li>
  );
}

const names = { added: 'Added', removed: 'Removed', changed: 'Changed', moved: 'Moved' } as const;
const looks = {
  added: 'bg-go-soft text-go-ink',
  removed: 'bg-harm-soft text-harm-ink',
  changed: 'bg-turn-soft text-turn-ink',
  moved: 'bg-wait-soft',
} as const;

type Kind = 'added' | 'removed';

interface SideProps {
  name: 'Before' | 'After';
  of: MilestoneSnapshot | null;
  other: MilestoneSnapshot | null;
  fields: readonly SnapshotField[];
}

/** On phones, something on one side only needs no empty box beside it. */
function Side({ name, of, other, fields }: SideProps) {
  if (of === null) return <p className="hidden text-ink-soft @md:block">{name}: not in the plan</p>;
  const kind = name === 'Before' ? 'removed' : 'added';
  return (
    <div className="min-w-0">
      <p className="text-2xs font-medium text-ink-soft">{name}</p>
      <dl className="mt-1 space-y-1">
        {fields.map((field) => (
          <div key={field} className={cx(isBlock(field) ? 'block' : 'flex justify-between gap-4')}>
            <dt className="text-2xs text-ink-soft">{terms[field]}</dt>
            <dd className="min-w-0 wrap-anywhere">
              {isText(field) && other !== null ? (
                <Words text={of[field]} other={other[field]} kind={kind} />
              ) : field === 'checks' ? (
                <Checks checks={of.checks} other={other?.checks} kind={kind} />
              ) : (
                shows[field](of)
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

const terms: Record<SnapshotField, string> = {
  title: 'Title',
  description: 'Description',
  estimated_minutes: 'Est. Time',
  hourly_rate_cents: 'Hourly Rate',
  cost_cents: 'Cost',
  named_due_at: 'Due Date',
  checks: 'Done when',
};

const shows: Record<Exclude<SnapshotField, 'checks'>, (of: MilestoneSnapshot) => ReactNode> = {
  title: ({ title }) => <Plain text={title} />,
  description: ({ description }) => (
    <div className="max-h-60 overflow-y-auto">
      <MarkdownText text={description} />
    </div>
  ),
  estimated_minutes: ({ estimated_minutes }) => describeWorkTime(estimated_minutes),
  hourly_rate_cents: ({ hourly_rate_cents }) => <Money cents={hourly_rate_cents} />,
  cost_cents: ({ cost_cents }) => <Money cents={cost_cents} />,
  named_due_at: ({ named_due_at }) =>
    named_due_at === null ? 'As the estimate gives it' : utcWords(new Date(named_due_at)),
};

interface ChecksProps {
  checks: readonly CheckTerms[];
  /** Of the other plan, if it has the milestone. */
  other: readonly CheckTerms[] | undefined;
  kind: Kind;
}

/** The checks of one side; those that the other side has not are marked whole. */
function Checks({ checks, other, kind }: ChecksProps) {
  const known = new Set(other?.map(checkWords));
  return (
    <ul className="list-disc pl-4">
      {checks.map((check, place) => {
        const words = checkWords(check);
        const text = <CheckText text={words} />;
        return (
          <li key={place} dir="auto">
            {!other || known.has(words) ? text : <Marked kind={kind}>{text}</Marked>}
          </li>
        );
      })}
    </ul>
  );
}

/** With its address and expected answer, if any. */
function checkWords({ text, url, expect_status, expect_text }: CheckTerms): string {
  if (url === null) return text;
  const words = expect_text === null ? '' : `, with “${expect_text}”`;
  return `${text} (${url} answers ${expect_status ?? USUAL_STATUS}${words})`;
}

function isBlock(field: SnapshotField): boolean {
  return isText(field) || field === 'checks';
}

function isText(field: SnapshotField): field is 'title' | 'description' {
  return field === 'title' || field === 'description';
}

function Plain({ text }: { text: string }) {
  return (
    <span dir="auto" className="block max-h-60 overflow-y-auto whitespace-pre-wrap">
      {text}
    </span>
  );
}

/** The words of one side; words missing on the other are marked, also for screen readers. */
function Words({ text, other, kind }: { text: string; other: string; kind: Kind }) {
  const [old, now] = kind === 'added' ? [other, text] : [text, other];
  const runs = useTextWork('wordDiff', old, now);
  if (!runs) return <Plain text={text} />;
  return (
    <span dir="auto" className="block max-h-60 overflow-y-auto whitespace-pre-wrap">
      {runs
        .filter((run) => run.kind === 'same' || run.kind === kind)
        .map((run, place) => (
          <Run key={place} run={run} />
        ))}
    </span>
  );
}

function Run({ run: { kind, text } }: { run: WordRun }) {
  return kind === 'same' ? text : <Marked kind={kind}>{text}</Marked>;
}

/** By colour, by the line through or under it, and in words. */
function Marked({ kind, children }: { kind: Kind; children: ReactNode }) {
  const Mark = kind === 'added' ? 'ins' : 'del';
  return (
    <Mark className={cx('rounded-[2px]', kind === 'added' ? 'bg-go-soft' : 'bg-harm-soft')}>
      <span className="sr-only">{kind}: </span>
      {children}
    </Mark>
  );
}

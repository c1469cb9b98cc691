import type { TrackRecord } from '#domain/track-record.ts';
import { duration, percent, plain } from './statistics/figure-words.ts';
import type { Figure } from './statistics/key-figures.tsx';

/** A track record as terms, with a number and its basis. */
export function trackRecordFigures(record: TrackRecord): Figure[] {
  const { on_time, first_pass, broke_again, plan, answer } = record;
  return [
    ['On time', ...share(on_time, 'deliveries')],
    ['First pass', ...share(first_pass, 'first deliveries')],
    ['Broke again', ...share(broke_again, 'approvals')],
    ['Time to plan', ...minutes(plan)],
    ['Time to answer', ...minutes(answer)],
  ];
}

type Value = [value: string, more: string | null];

function share({ count, of }: TrackRecord['on_time'], what: string): Value {
  if (of === 0) return ['–', 'None yet'];
  return [percent(count / of), `${plain(count)} of ${plain(of)} ${what}`];
}

function minutes({ median_minutes, count }: TrackRecord['plan']): Value {
  if (median_minutes === null) return ['–', 'None yet'];
  return [duration(median_minutes), `${plain(count)} counted`];
}

/** The same as terms with their words. */
export function trackRecordRows(record: TrackRecord) {
  return trackRecordFigures(record).map(
    ([term, value, more]) => [term, value === '–' ? more : `${value} (${more})`] as const,
  );
}

/** The same as a list of its own. */
export function TrackRecordList({ record, label }: { record: TrackRecord; label: string }) {
  return (
    <section aria-label={label} className="space-y-1.5">
      <p className="text-2xs font-medium">{label}</p>
      <dl className="figures grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-2xs">
        {trackRecordRows(record).map(([term, words]) => (
          <div key={term} className="contents">
            <dt className="text-ink-soft">{term}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

import { formatCents } from '#domain/money.ts';
import type { BestFitting, Statistics } from '#domain/statistics.ts';
import { cx } from '../../ui/cx.ts';
import { acceptance, duration, percent, plain } from './figure-words.ts';

/** The most important numbers. */
export function KeyFigures({ statistics }: { statistics: Statistics }) {
  const { whole, held_now_cents, open_reports } = statistics;
  const share = acceptance(whole);
  const figures: Figure[] = [
    ['Time to grab', minutes(whole.grab), slowest(whole.grab)],
    ['Time to plan', minutes(whole.plan), slowest(whole.plan)],
    ['Time to first reply', minutes(whole.reply), slowest(whole.reply)],
    [
      'Acceptance rate',
      share === null ? '–' : percent(share),
      `${plain(whole.accepted)} of ${plain(whole.accepted + whole.sent_back)} deliveries`,
    ],
    ['Held now', formatCents(held_now_cents), 'Paid, and not earned yet'],
    [
      'Open reports',
      plain(open_reports.reduce((sum, { count }) => sum + count, 0)),
      'Waiting for a moderator',
    ],
  ];
  return <Figures figures={figures} className="xl:grid-cols-6" />;
}

/** What came of showing requests to the best fitting unblockers first. */
export function BestFittingFigures({ figures: of }: { figures: BestFitting }) {
  const median = (value: number | null) => (value === null ? '–' : duration(value));
  const taken = of.taken_by_first + of.taken_by_others;
  return (
    <Figures
      figures={[
        ['Requests', plain(of.posted), `${plain(of.posted - taken)} not taken yet`],
        ['Taken by the best fitting', plain(of.taken_by_first), `of ${plain(taken)} taken`],
        ['Time to grab', median(of.minutes_to_grab), 'Half of them took less'],
        ['Time to grab of others', median(of.minutes_to_grab_others), 'Shown to all at once'],
      ]}
      className="xl:grid-cols-4"
    />
  );
}

export type Figure = [name: string, value: string, more: string | null];

/** Numbers with their labels. */
export function Figures({ figures, className }: { figures: Figure[]; className: string }) {
  return (
    <dl className={cx('grid grid-cols-2 gap-3 md:grid-cols-3', className)}>
      {figures.map(([name, value, more]) => (
        <div key={name} className="card flex min-w-0 flex-col p-4">
          <dt className="text-2xs text-ink-soft">{name}</dt>
          <dd className="figures order-first font-display text-xl font-bold break-words sm:text-2xl">
            {value}
          </dd>
          <dd className="text-2xs text-ink-soft">{more}</dd>
        </div>
      ))}
    </dl>
  );
}

type Duration = Statistics['whole']['grab'];

function minutes({ median_minutes }: Duration): string {
  return median_minutes === null ? '–' : duration(median_minutes);
}

/** The median alone hides those who wait long. */
function slowest({ p90_minutes, count }: Duration): string {
  if (p90_minutes === null) return 'Nothing yet';
  return `9 in 10 within ${duration(p90_minutes)}; ${plain(count)} counted`;
}

import { FIRST_HOUR_CENTS } from '#domain/first-hour.ts';
import { DEFAULT_HOURLY_RATE_CENTS, formatCents } from '#domain/money.ts';

/** The product's three numbers, explained. */
export function PriceBlocks() {
  return (
    <dl className="grid grid-cols-1 gap-px overflow-hidden rounded border border-line bg-line sm:grid-cols-3">
      {prices.map((price) => (
        <div key={price.name} className="flex flex-col bg-surface p-5 md:p-6">
          <dt className="text-sm text-ink-soft">{price.name}</dt>
          <dd className="mt-1 font-display text-4xl font-bold tracking-tight">{price.figure}</dd>
          <dd className="mt-2 leading-relaxed text-ink-soft">{price.text}</dd>
        </div>
      ))}
    </dl>
  );
}

const prices = [
  {
    name: 'Account',
    figure: 'Free',
    text: 'Signing up and posting a request cost nothing.',
  },
  {
    name: 'Your first hour',
    figure: formatCents(FIRST_HOUR_CENTS, { whole: true }),
    text: 'For new users, at the usual $50; at other rates up to $25 off. We bear the difference; your unblocker is paid in full.',
  },
  {
    name: 'After that',
    figure: `${formatCents(DEFAULT_HOURLY_RATE_CENTS, { whole: true })}/Hour`,
    text: 'Held by us until you approve the milestone. If it is not what was agreed, you get it back.',
  },
];

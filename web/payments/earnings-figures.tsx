import type { Earnings } from '#domain/earnings.ts';
import { Money } from '../ui/money.tsx';

/** Where the developer's money is: with us, theirs to take, theirs. */
export function EarningsFigures({ earnings }: { earnings: Earnings }) {
  return (
    <dl className="card grid divide-line max-sm:divide-y sm:grid-cols-3 sm:divide-x">
      <Figure
        term="Held"
        cents={earnings.held_cents}
        text="Paid by customers, and not released to you yet."
      />
      <Figure
        term="Available"
        cents={earnings.available_cents}
        text="For approved work. Yours to have paid out."
      />
      <Figure
        term="Paid Out"
        cents={earnings.paid_out_cents}
        text="On its way to you, or with you already."
      />
    </dl>
  );
}

function Figure({ term, cents, text }: { term: string; cents: number; text: string }) {
  return (
    <div className="px-5 py-3 max-sm:grid max-sm:grid-cols-[1fr_auto] max-sm:gap-x-4 sm:py-4">
      <dt className="text-sm font-medium text-ink-soft max-sm:self-center">{term}</dt>
      <dd className="max-sm:contents">
        <Money
          cents={cents}
          className="block font-display text-xl leading-tight font-bold sm:mt-1 sm:text-3xl"
        />
        <p className="mt-1.5 text-2xs text-ink-soft max-sm:col-span-2 max-sm:mt-0.5">{text}</p>
      </dd>
    </div>
  );
}

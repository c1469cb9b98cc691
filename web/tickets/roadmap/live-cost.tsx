import { type Control, useWatch } from 'react-hook-form';
import { costCents, dollarsToCents, PLATFORM_FEE_PERCENT } from '#domain/money.ts';
import { Money } from '../../ui/money.tsx';
import type { MilestoneFields } from './milestone-fields.ts';

/** What the milestone being written costs, as it is typed. */
export function LiveCost({ control }: { control: Control<MilestoneFields> }) {
  const [hours, minutes, rate] = useWatch({ control, name: ['hours', 'minutes', 'hourly_rate'] });
  const cents = costCents(dollarsToCents(rate) ?? 0, (hours ?? 0) * 60 + (minutes ?? 0));
  return (
    <p aria-live="polite" className="mr-auto self-center text-sm max-sm:basis-full">
      Cost <b>{Number.isFinite(cents) && cents >= 0 ? <Money cents={cents} /> : '–'}</b>
      <span className="text-ink-soft"> · {PLATFORM_FEE_PERCENT}% fee included</span>
    </p>
  );
}

import type { Milestone } from '#domain/milestone.ts';
import { PLATFORM_FEE_PERCENT, splitFee } from '#domain/money.ts';
import { MoneyRow, MoneyRows } from '../ui/money-rows.tsx';

interface ChargeRowsProps {
  milestone: Milestone;
  /** Whether the customer has paid it, and no longer owes it. */
  paid?: boolean;
}

/** What one milestone costs its customer, and what that is made of. */
export function ChargeRows({ milestone, paid = false }: ChargeRowsProps) {
  return (
    <MoneyRows className="rounded border border-line bg-paper p-4">
      <MoneyRow term="Cost" cents={milestone.cost_cents} />
      {milestone.discount_cents > 0 && (
        <MoneyRow term="First-hour price" cents={milestone.discount_cents} off />
      )}
      <MoneyRow term={paid ? 'You paid' : 'You pay now'} cents={milestone.charge_cents} strong />
      <MoneyRow
        term={`${PLATFORM_FEE_PERCENT}% fee, included`}
        cents={splitFee(milestone.cost_cents).fee_cents}
        soft
      />
    </MoneyRows>
  );
}

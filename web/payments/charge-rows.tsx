import { feeTerm } from '#domain/money.ts';
import { MoneyRow, MoneyRows } from '../ui/money-rows.tsx';

interface ChargeRowsProps {
  /** Of a milestone, or of its stored record. */
  charge: { cost_cents: number; discount_cents: number; charge_cents: number; fee_cents: number };
  /** Whether the customer has paid it. */
  paid?: boolean;
  /** The parts of the cost, where they are not shown beside it. */
  made?: string;
  className?: string;
}

/** The price of a milestone for its customer, with its parts. */
export function ChargeRows({ charge, paid = false, made, className = boxed }: ChargeRowsProps) {
  const { cost_cents, discount_cents, charge_cents, fee_cents } = charge;
  return (
    <MoneyRows className={className}>
      <MoneyRow term={made ? `Cost: ${made}` : 'Cost'} cents={cost_cents} />
      {discount_cents > 0 && <MoneyRow term="First-hour price" cents={discount_cents} off />}
      <MoneyRow term={paid ? 'You paid' : 'You pay now'} cents={charge_cents} strong />
      <MoneyRow term={feeTerm([charge])} cents={fee_cents} soft />
    </MoneyRows>
  );
}

const boxed = 'rounded border border-line bg-paper p-4';

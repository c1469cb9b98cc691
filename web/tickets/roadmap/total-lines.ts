import type { Ticket } from '#domain/ticket.ts';
import type { PlanMoney } from './plan-money.ts';

interface TotalLine {
  term: string;
  cents: number;
  /** Subtracted. */
  off: boolean;
}

/** The lines under a plan's total, for one side. */
export function totalLines(relation: Ticket['relation'], money: PlanMoney): TotalLine[] {
  const fee = { term: money.feeTerm, cents: money.fee, off: false };
  if (relation !== 'customer' || money.discount === 0) return [fee];
  return [
    fee,
    { term: 'First-hour price', cents: money.discount, off: true },
    { term: 'You pay in all', cents: money.charge, off: false },
  ];
}

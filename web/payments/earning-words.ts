import type { Earning, PayoutStatus } from '#domain/earnings.ts';
import { formatCents } from '#domain/money.ts';
import type { Tone } from '../ui/badge.tsx';

/** What an entry is called where no milestone names it. */
export const earningWords: Record<Earning['kind'], string> = {
  release: 'A milestone that was approved',
  payout: 'Payout',
  payout_failed: 'Payout sent back',
  adjustment: 'Adjustment',
};

export const payoutBadge: Record<PayoutStatus, { tone: Tone; words: string }> = {
  pending: { tone: 'wait', words: 'On Its Way' },
  paid: { tone: 'go', words: 'Sent' },
  failed: { tone: 'harm', words: 'Failed' },
};

/** What stands under an entry; price and fee have columns of their own except on phones. */
export function earningNotes(entry: Earning): { always: string | null; onPhones: string | null } {
  const { kind, gross_cents, fee_cents } = entry;
  const made =
    gross_cents === null || fee_cents === null
      ? null
      : `${formatCents(gross_cents)} less ${formatCents(fee_cents)} fee`;
  return { always: notes[kind], onPhones: made };
}

const notes: Record<Earning['kind'], string | null> = {
  release: null,
  payout: null,
  payout_failed: 'The bank did not take it. It is in your balance again.',
  adjustment: 'A moderator decided that money goes back to the customer.',
};

import { formatCents } from '#domain/money.ts';
import { paths } from '#domain/paths.ts';
import { paymentProviders } from '#domain/payment-provider.ts';
import type { Change } from '../lifecycle/change.ts';
import { enqueueMail } from '../mail/outbox.ts';

/** Shows the end of a payout on open screens. */
export function showPayoutEnd({ tell }: Change, developerId: string): void {
  tell({ type: 'earnings', to: [developerId] });
}

/**
 * Tells a developer that a payout did not reach them, also by a mail that cannot be turned off.
 * @returns whether there was somebody to tell: the account may be deleted
 */
export async function tellPayoutCameBack(
  change: Change,
  developerId: string,
  cents: number,
): Promise<boolean> {
  const developer = await change.tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', developerId)
    .executeTakeFirst();
  if (!developer) return false;
  showPayoutEnd(change, developerId);
  const { label } = paymentProviders[change.config.payments];
  await enqueueMail(change, {
    kind: 'payout_failed',
    to: developer.email,
    subject: 'Your payout came back',
    paragraphs: [
      `Your payout of ${formatCents(cents)} came back. It is in your balance again. Check the bank account at ${label}, then pay out again.`,
    ],
    button: { label: 'View your earnings', url: paths.earnings() },
  });
  return true;
}

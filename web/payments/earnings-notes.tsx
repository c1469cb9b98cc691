import type { ReactNode } from 'react';
import type { Earnings } from '#domain/earnings.ts';
import { NEW_UNBLOCKER_MILESTONES, PAYOUT_WAITS_DAYS } from '#domain/limits.ts';
import { paymentProviders } from '#domain/payment-provider.ts';
import { Money } from '../ui/money.tsx';
import { LongDate } from './long-date.tsx';

/** What the three figures do not say: money that is looked at, disputed, owed, or only a test. */
export function EarningsNotes({ earnings }: { earnings: Earnings }) {
  const { looked_at_cents, frozen_cents, owed_cents, payout_account } = earnings;
  const { waiting_cents, waits_until } = earnings;
  return (
    <>
      {looked_at_cents > 0 && (
        <Note>
          We look at <Money cents={looked_at_cents} className="font-semibold" /> of what is held
          before it is released to you. There is nothing for you to do.
        </Note>
      )}
      {frozen_cents > 0 && (
        <Note>
          <Money cents={frozen_cents} className="font-semibold" /> of what you earned is disputed by
          a customer's bank. It is not available until that is decided.
        </Note>
      )}
      {waits_until !== null && (
        <Note>
          <Money cents={waiting_cents} className="font-semibold" /> of what you earned can be paid
          out by <LongDate at={waits_until} />. What you earn with your first{' '}
          {NEW_UNBLOCKER_MILESTONES} milestones waits for {PAYOUT_WAITS_DAYS} days, in case
          something has to be put right.
        </Note>
      )}
      {owed_cents > 0 && (
        <Note>
          Money that you were paid went back to a customer. You owe{' '}
          <Money cents={owed_cents} className="font-semibold" />: what you earn next makes up for it
          first.
        </Note>
      )}
      {!paymentProviders[payout_account.provider].isReal && (
        <p className="text-2xs text-ink-soft">
          Payments run in the sandbox: a payout here is a test transfer, and no real money moves.
        </p>
      )}
    </>
  );
}

function Note({ children }: { children: ReactNode }) {
  return (
    <p className="rounded border border-turn bg-turn-soft px-4 py-3 text-sm text-turn-ink">
      {children}
    </p>
  );
}

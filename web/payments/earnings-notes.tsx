import type { ReactNode } from 'react';
import type { Earnings } from '#domain/earnings.ts';
import { Money } from '../ui/money.tsx';

/** What the three figures do not say: money that is looked at, disputed, owed, or only a test. */
export function EarningsNotes({ earnings }: { earnings: Earnings }) {
  const { looked_at_cents, frozen_cents, owed_cents, payout_account } = earnings;
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
      {owed_cents > 0 && (
        <Note>
          A moderator had money that you were paid go back to a customer. You owe{' '}
          <Money cents={owed_cents} className="font-semibold" />: what you earn next makes up for it
          first.
        </Note>
      )}
      {payout_account.provider === 'sandbox' && (
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

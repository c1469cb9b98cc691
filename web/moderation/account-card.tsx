import { type ReactNode, useId, useState } from 'react';
import type { Account } from '#domain/account.ts';
import { formatCents } from '#domain/money.ts';
import type { UserType } from '#domain/profile.ts';
import { dialogOnDemand } from '../shell/on-demand.tsx';
import { Badge, Tag } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Rating } from '../ui/rating.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { AccountHistoryPanel } from './account-history-panel.tsx';

const ReasonDialog = dialogOnDemand(async () => (await import('./reason-dialog.tsx')).ReasonDialog);

interface AccountCardProps {
  account: Account;
  /** Shows its history at once. */
  isOpen?: boolean;
}

/** One account in a dense row: person, activity, open money; its history on demand. */
export function AccountCard({ account, isOpen = false }: AccountCardProps) {
  const [open, setOpen] = useState(isOpen);
  const historyId = useId();
  const { requests, money, reported } = account;
  return (
    <li className="flex flex-col gap-2 px-4 py-3 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-52">
          <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-sans text-sm font-medium tracking-normal">
            <span className="wrap-anywhere">{account.full_name}</span>
            <Tag>{roleLabels[account.user_type]}</Tag>
            {account.suspension && <Badge tone="harm">Suspended</Badge>}
            <Rating
              average={account.rating_average}
              count={account.rating_count}
              className="text-2xs font-normal"
            />
          </h3>
          <p className="text-2xs wrap-anywhere text-ink-soft">{account.email}</p>
        </div>
        <dl className="figures flex flex-wrap gap-x-5 gap-y-1 text-2xs">
          <Fact term="Running">{requests.running}</Fact>
          <Fact term="Finished">{requests.finished}</Fact>
          <Fact term="Reported">{reported}</Fact>
          <Fact term="Held">{formatCents(money.held_cents)}</Fact>
          {account.user_type === 'developer' && (
            <Fact term="Balance">{formatCents(money.balance_cents)}</Fact>
          )}
        </dl>
        <div className="flex flex-wrap gap-2">
          <AccountButtons {...{ account, open, historyId }} onOpen={setOpen} />
        </div>
      </div>
      {account.suspension && (
        <p className="text-2xs wrap-anywhere whitespace-pre-wrap text-ink-soft">
          Suspended <RelativeTime at={account.suspension.since} />: {account.suspension.reason}
        </p>
      )}
      <div id={historyId} className="empty:hidden">
        {open && <AccountHistoryPanel accountId={account.id} />}
      </div>
    </li>
  );
}

export const roleLabels: Record<UserType, string> = {
  customer: 'Customer',
  developer: 'Unblocker',
  moderator: 'Moderator',
};

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex gap-1">
      <dt className="text-ink-soft">{term}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}

interface AccountButtonsProps {
  account: Account;
  /** Whether its history is shown, and where. */
  open: boolean;
  historyId: string;
  onOpen: (open: boolean) => void;
}

export function AccountButtons({ account, open, historyId, onOpen }: AccountButtonsProps) {
  const [act, setAct] = useState<'suspend' | 'restore' | null>(null);
  const { suspend, restore } = account.actions;
  return (
    <>
      <Button
        size="sm"
        aria-expanded={open}
        aria-controls={historyId}
        aria-label={`History of ${account.full_name}`}
        onClick={() => onOpen(!open)}
      >
        History
      </Button>
      {suspend?.allowed && (
        <Button
          size="sm"
          onClick={() => setAct('suspend')}
          aria-label={`Suspend ${account.full_name}`}
        >
          Suspend
        </Button>
      )}
      {restore?.allowed && (
        <Button
          size="sm"
          onClick={() => setAct('restore')}
          aria-label={`Restore ${account.full_name}`}
        >
          Restore
        </Button>
      )}
      {act && (
        <ReasonDialog
          {...dialogs[act]}
          address={`/api/moderation/accounts/{id}/${act}`}
          id={account.id}
          done={`${account.full_name} was ${act === 'suspend' ? 'suspended' : 'restored'} and told why.`}
          onClose={() => setAct(null)}
        />
      )}
    </>
  );
}

const dialogs = {
  suspend: {
    title: 'Suspend Account',
    description:
      'All their devices are signed out at once and nobody signs in with this account any more. Their running requests wait for you; reservations end.',
    hint: 'They read it in a mail. The other sides of their requests do not.',
    act: 'Suspend',
    danger: true,
  },
  restore: {
    title: 'Restore Account',
    description: 'They can sign in again. Requests that wait for you still do.',
    hint: 'They read it in a mail.',
    act: 'Restore',
  },
} as const;

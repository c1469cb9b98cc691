import { useId, useState } from 'react';
import type { Account } from '#domain/account.ts';
import { Badge, Tag } from '../ui/badge.tsx';
import { Money } from '../ui/money.tsx';
import { Rating } from '../ui/rating.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { AccountButtons, roleLabels } from './account-card.tsx';
import { AccountHistoryPanel } from './account-history-panel.tsx';
import { cellLook } from './rows-table.tsx';

/** One account in a table, with its history below on demand. */
export function AccountRow({ account }: { account: Account }) {
  const [open, setOpen] = useState(false);
  const historyId = useId();
  const { requests, money, suspension } = account;
  return (
    <>
      <tr className="flex flex-wrap items-baseline gap-x-4 gap-y-1.5 px-4 py-3 md:table-row md:px-0">
        <td className={`${cellLook} min-w-0 basis-full md:max-w-72`}>
          <h3 className="font-sans text-sm font-medium tracking-normal wrap-anywhere">
            {account.full_name}
          </h3>
          <p className="text-2xs wrap-anywhere text-ink-soft">{account.email}</p>
          {suspension && (
            <p className="mt-1 text-2xs wrap-anywhere whitespace-pre-wrap text-harm-ink">
              Suspended <RelativeTime at={suspension.since} />: {suspension.reason}
            </p>
          )}
        </td>
        <td className={cellLook}>
          <span className="flex flex-wrap gap-1">
            <Tag>{roleLabels[account.user_type]}</Tag>
            {suspension && <Badge tone="harm">Suspended</Badge>}
          </span>
        </td>
        <td className={`${cellLook} empty:max-md:hidden`}>
          <Rating
            average={account.rating_average}
            count={account.rating_count}
            className="text-2xs"
          />
        </td>
        <Figure term="Running">{requests.running}</Figure>
        <Figure term="Finished">{requests.finished}</Figure>
        <Figure term="Reported">{account.reported}</Figure>
        <Figure term="Held">
          <Money cents={money.held_cents} />
          {account.user_type === 'developer' && (
            <span className="block text-2xs text-ink-soft max-md:inline">
              {' '}
              Balance <Money cents={money.balance_cents} />
            </span>
          )}
        </Figure>
        <td className={`${cellLook} basis-full md:py-1.5!`}>
          <span className="flex flex-wrap gap-1.5 md:flex-nowrap">
            <AccountButtons {...{ account, open, historyId }} onOpen={setOpen} />
          </span>
        </td>
      </tr>
      {open && (
        <tr id={historyId} className="block md:table-row">
          <td colSpan={8} className="block px-4 pb-3 md:table-cell md:px-3">
            <AccountHistoryPanel accountId={account.id} />
          </td>
        </tr>
      )}
    </>
  );
}

function Figure({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <td className={`${cellLook} figures max-md:text-2xs`}>
      <span className="text-ink-soft md:sr-only">{term}: </span>
      {children}
    </td>
  );
}

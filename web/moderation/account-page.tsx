import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { ApiError, errorText } from '../api/api-error.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { SkeletonCards } from '../ui/skeleton.tsx';
import { AccountCard } from './account-card.tsx';
import { accountHistory } from './account-history-panel.tsx';
import { ModerationHead } from './moderation-head.tsx';

export function meta() {
  return [{ title: 'Account · Moderation · Unblock' }];
}

/** One account with its history. Each view is logged. */
export default function AccountPage() {
  const { accountId = '' } = useParams();
  const { data, error, refetch } = useQuery(accountHistory(accountId));
  const isGone = error instanceof ApiError && [400, 404].includes(error.status);
  return (
    <>
      <ModerationHead title={data?.account.full_name ?? 'Account'} />
      {data && (
        <ul className="card">
          <AccountCard key={accountId} account={data.account} isOpen />
        </ul>
      )}
      {!data && !error && <SkeletonCards label="Loading the account" />}
      {!data && isGone && (
        <EmptyState title="Account not found">It may have been deleted.</EmptyState>
      )}
      {!data && error && !isGone && (
        <ErrorBox text={errorText(error)} onRetry={() => void refetch()} />
      )}
    </>
  );
}

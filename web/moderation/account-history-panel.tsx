import { queryOptions, useQuery } from '@tanstack/react-query';
import { errorText } from '../api/api-error.ts';
import { api } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { ErrorBox } from '../ui/error-box.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { auditWords } from './audit-words.ts';
import { RequestTable } from './request-table.tsx';
import { TrackRecordList } from './track-record.tsx';

/** The query of an account's history. */
export const accountHistory = (accountId: string) =>
  queryOptions({
    queryKey: keys.accountHistory(accountId),
    queryFn: ({ signal }) =>
      api.get('/api/moderation/accounts/{id}', { path: { id: accountId }, signal }),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** A person's requests, and the moderators' acts on their account. The view is logged. */
export function AccountHistoryPanel({ accountId }: { accountId: string }) {
  const { data, error, refetch } = useQuery(accountHistory(accountId));
  if (error && !data) {
    return <ErrorBox text={errorText(error)} onRetry={() => void refetch()} />;
  }
  if (!data) return <SkeletonText lines={3} />;
  return (
    <div className="space-y-3 border-t border-line pt-3">
      {data.requests.length > 0 ? (
        <RequestTable tickets={data.requests} caption={`Requests of ${data.account.full_name}`} />
      ) : (
        <p className="text-ink-soft">No requests yet.</p>
      )}
      <p className="text-2xs text-ink-soft">
        Joined <RelativeTime at={data.account.created_at} />
        {data.account.last_sign_in_at && (
          <>
            , last signed in <RelativeTime at={data.account.last_sign_in_at} />
          </>
        )}
        .
      </p>
      {data.track && <TrackRecordList record={data.track} label="The last year" />}
      <ol className="space-y-1.5">
        {data.acts.map((act) => (
          <li key={act.id} className="wrap-anywhere">
            {act.actor.full_name}: {auditWords(act.action)}{' '}
            <RelativeTime at={act.at} className="text-2xs text-ink-soft" />
            {act.reason && <span className="block text-ink-soft">{act.reason}</span>}
          </li>
        ))}
      </ol>
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { errorText } from '../api/api-error.ts';
import { api, type Options } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { ErrorBox } from '../ui/error-box.tsx';

const ADDRESS = '/api/moderation/tickets/{id}/preview';
type Query = Options<'GET', typeof ADDRESS>['query'];

/** The decision that a dialog is about: what is typed there comes along. */
export interface Previewed extends Query {
  ticketId: string;
}

/** What each side gets by a decision as it is typed at the moment; nothing while it is not complete. */
export function usePreview(about: Previewed | null) {
  const { ticketId = '', ...query } = about ?? {};
  return useQuery({
    // Read anew with all that moderators see, since an act that failed was shown what is out of date.
    queryKey: keys.decisionPreview(ticketId, query),
    queryFn: ({ signal }) =>
      api.get(ADDRESS, { path: { id: ticketId }, query: query as Query, signal }),
    enabled: about !== null,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}

/** The same in the dialog, read out when it changes. */
export function DecisionPreview({ preview }: { preview: ReturnType<typeof usePreview> }) {
  const { data, error, refetch } = preview;
  if (error) return <ErrorBox text={errorText(error)} onRetry={() => refetch()} />;
  return (
    <output
      aria-label="What each side gets"
      className="block min-h-12 rounded border border-line bg-paper px-4 py-3 text-sm leading-relaxed wrap-anywhere"
    >
      {data?.sentences.join(' ') ?? 'Working out what each side gets…'}
    </output>
  );
}

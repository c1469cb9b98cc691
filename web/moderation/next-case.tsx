import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { ModeratedRequest } from '#domain/moderation.ts';
import { paths } from '#domain/paths.ts';
import { api } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { Button } from '../ui/button.tsx';
import { useCaseSearch } from './case-search.ts';

interface NextCaseProps {
  ticketId: string;
  /** Of the request as it was opened. */
  places: ModeratedRequest['places'];
}

/**
 * A link to the case after this one that is mine or nobody's, in the queue's order. After the last one it
 * leads to the first; without another it says so.
 */
export function NextCase({ ticketId, places }: NextCaseProps) {
  const { query } = useCaseSearch();
  const cursor = useFirstPlaces(places)?.[query.sort ?? 'age'];
  const next = useOther(ticketId, cursor);
  const first = useOther(ticketId, undefined, cursor !== undefined && next === null);
  if (next) return <CaseLink id={next} words="Next Case" />;
  if (next === undefined || (cursor !== undefined && first === undefined)) return null;
  return (
    <>
      <p className="self-center text-sm text-ink-soft">
        {first ? 'This is the last case.' : 'No other case waits.'}
      </p>
      {first && <CaseLink id={first} words="First Case" />}
    </>
  );
}

/**
 * Questions, payments and decisions move a case in the queue; the way goes on from where it was when it was
 * opened, which stands in the browser's history, so that a reload keeps it. Not by the router: a step of
 * its own would end one that a moderator has just begun.
 */
function useFirstPlaces(places: NextCaseProps['places']): NextCaseProps['places'] {
  const [first] = useState<typeof places>(() => history.state?.places ?? places);
  useEffect(() => {
    if (first !== null) history.replaceState({ ...history.state, places: first }, '');
  }, [first]);
  return first;
}

/** The id of the first other case after a place, or of all; null for none, undefined while loading. */
function useOther(
  ticketId: string,
  cursor: string | undefined,
  enabled = true,
): string | null | undefined {
  const { query } = useCaseSearch();
  const asked = { taken: 'free' as const, ...query, ...(cursor && { cursor }), limit: 2 };
  const { data } = useQuery({
    queryKey: keys.moderatedTickets(asked),
    queryFn: ({ signal }) => api.get('/api/moderation/tickets', { query: asked, signal }),
    enabled,
  });
  return data && (data.items.find(({ id }) => id !== ticketId)?.id ?? null);
}

function CaseLink({ id, words }: { id: string; words: string }) {
  const { suffix } = useCaseSearch();
  return (
    <Button asChild>
      <Link to={{ pathname: paths.moderatedRequest(id), search: suffix }}>
        {words}
        <ChevronRight size={16} aria-hidden />
      </Link>
    </Button>
  );
}

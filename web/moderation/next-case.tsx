import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '#domain/paths.ts';
import { api } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { Button } from '../ui/button.tsx';
import { useCaseSearch } from './case-search.ts';

/** The way to the next case in the queue's order that is mine or nobody's; nothing when none is left. */
export function NextCase({ ticketId }: { ticketId: string }) {
  const { query, suffix } = useCaseSearch();
  const asked = { taken: 'free' as const, ...query, limit: 2 };
  const { data } = useQuery({
    queryKey: keys.moderatedTickets(asked),
    queryFn: ({ signal }) => api.get('/api/moderation/tickets', { query: asked, signal }),
  });
  const next = data?.items.find(({ id }) => id !== ticketId);
  if (!next) return null;
  return (
    <Button asChild>
      <Link to={{ pathname: paths.moderatedRequest(next.id), search: suffix }}>
        Next Case
        <ChevronRight size={16} aria-hidden />
      </Link>
    </Button>
  );
}

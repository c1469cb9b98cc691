import { useIsFetching } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#domain/paths.ts';
import type { Ticket } from '#domain/ticket.ts';
import { keys } from '../api/keys.ts';

/** Opens the first request when the address names none. */
export function useFirstSelected({
  first,
  wanted,
}: {
  first: Ticket | undefined;
  wanted: boolean;
}) {
  const navigate = useNavigate();
  // A list that is being read anew may no longer hold what was its first.
  const reading = useIsFetching({ queryKey: keys.ticketList('discussions') }) > 0;
  const id = wanted && !reading ? first?.id : undefined;
  useEffect(() => {
    // Who has just chosen one is on the way there, although this still shows the state before.
    if (!id || location.pathname !== paths.discussions()) return;
    void navigate(paths.discussion(id), { replace: true });
  }, [id, navigate]);
}

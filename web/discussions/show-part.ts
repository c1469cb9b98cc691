import type { QueryClient } from '@tanstack/react-query';
import type { MessagePage } from '#domain/message.ts';
import { keys } from '../api/query-keys.ts';
import { type LoadedThread, threadAt } from '../api/thread.ts';

/** Shows another part of a thread in place of what is loaded. */
export function showPart(queryClient: QueryClient, ticketId: string, page: MessagePage): void {
  const queryKey = keys.messages(ticketId);
  queryClient.setQueryData<LoadedThread>(queryKey, threadAt(page));
  askForEnd(queryClient, ticketId, page);
}

/** What came while the last page was on its way was not kept, as the end was not there yet: it is asked for. */
export function askForEnd(queryClient: QueryClient, ticketId: string, page: MessagePage): void {
  if (page.newer_cursor === null)
    void queryClient.invalidateQueries({ queryKey: keys.messages(ticketId) });
}

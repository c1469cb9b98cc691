import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ModeratedRequest } from '#domain/moderation.ts';
import { errorText } from '../api/api-error.ts';
import { api } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { RelatedFiles } from '../files/related-files.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { ModeratedMessageItem } from './moderated-message.tsx';

/** The discussion and the files. They are read on demand, and that is logged. */
export function RequestThread({ request: { id, thread } }: { request: ModeratedRequest }) {
  const [reading, setReading] = useState(false);
  const [files, setFiles] = useState(false);
  return (
    <section aria-labelledby="discussion" className="card space-y-3 p-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="discussion" className="text-lg">
          Discussion
        </h2>
        {thread.allowed && (
          <div className="flex flex-wrap gap-2">
            <Button size="sm" onClick={() => setFiles(true)}>
              Show Files
            </Button>
            {!reading && (
              <Button size="sm" onClick={() => setReading(true)}>
                Read Discussion
              </Button>
            )}
          </div>
        )}
      </div>
      {!reading && (
        <p className="text-sm text-ink-soft">
          {thread.reason ?? 'It belongs to two people. That you read it is written down.'}
        </p>
      )}
      {reading && thread.allowed && <Messages ticketId={id} />}
      {files && <RelatedFiles ticketId={id} open onOpenChange={setFiles} />}
    </section>
  );
}

function Messages({ ticketId }: { ticketId: string }) {
  const thread = useInfiniteQuery({
    queryKey: keys.moderatedThread(ticketId),
    queryFn: ({ pageParam: before, signal }) =>
      api.get('/api/moderation/tickets/{id}/messages', {
        path: { id: ticketId },
        query: before === '' ? {} : { before },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (thread.error && !thread.data) {
    return <ErrorBox text={errorText(thread.error)} onRetry={() => void thread.refetch()} />;
  }
  if (!thread.data) return <SkeletonText lines={5} />;
  const messages = thread.data.pages.toReversed().flatMap(({ items }) => items);
  return (
    <>
      {thread.hasNextPage && (
        <div className="text-center">
          <Button
            size="sm"
            pending={thread.isFetchingNextPage}
            onClick={() => void thread.fetchNextPage()}
          >
            Show older messages
          </Button>
        </div>
      )}
      {messages.length === 0 && <p className="text-sm text-ink-soft">Nobody has written yet.</p>}
      <ol aria-label="Discussion" className="flex flex-col gap-2">
        {messages.map((message) => (
          <ModeratedMessageItem key={message.id} message={message} ticketId={ticketId} />
        ))}
      </ol>
    </>
  );
}

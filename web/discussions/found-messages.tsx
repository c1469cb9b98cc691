import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { FoundMessage } from '#domain/message-search.ts';
import { paths } from '#domain/paths.ts';
import { shortId } from '#domain/ticket-words.ts';
import { errorText } from '../api/api-error.ts';
import { keys } from '../api/query-keys.ts';
import { useProfile } from '../api/session.tsx';
import { usePages } from '../api/use-pages.ts';
import { ErrorBox } from '../ui/error-box.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { SkeletonCards } from '../ui/skeleton.tsx';

/** Search results, in place of the list of requests. */
export function FoundMessages({ typed }: { typed: string }) {
  const list = useMessageSearch(typed);
  const { found, error, refetch, hasMore } = list;
  return (
    <>
      {error && (
        <ErrorBox
          className="m-3 flex-wrap [&>span]:basis-40"
          text={errorText(error)}
          onRetry={refetch}
        />
      )}
      {!found && !error && <SkeletonCards label="Searching" className="p-3" />}
      {found && (
        <>
          <p role="status" className="px-4 py-2 text-2xs text-ink-soft">
            {countWords(found.length, hasMore)}
          </p>
          <ul className="divide-y divide-line border-t border-line" aria-label="Found messages">
            {found.map((message) => (
              <Found key={message.id} message={message} />
            ))}
          </ul>
          <ShowMore list={list} className="border-t border-line p-3" />
        </>
      )}
    </>
  );
}

function Found({ message }: { message: FoundMessage }) {
  const me = useProfile().id;
  return (
    <li>
      <Link
        to={paths.message(message.ticket_id, message.id)}
        className="block px-4 py-3 -outline-offset-2 transition-colors hover:bg-sunken"
      >
        <span className="flex items-baseline justify-between gap-2">
          <span className="truncate text-sm font-medium">
            {message.author_id === me ? 'You' : message.author_name}
          </span>
          <RelativeTime
            at={message.created_at}
            className="text-2xs whitespace-nowrap text-ink-soft"
          />
        </span>
        <span className="mt-0.5 line-clamp-3 text-sm wrap-anywhere">
          {message.snippet.map(({ text, match }, place) =>
            match ? (
              <mark key={place} className="rounded-sm bg-turn-soft text-turn-ink">
                {text}
              </mark>
            ) : (
              text
            ),
          )}
        </span>
        <span className="mt-1 block truncate text-2xs text-ink-soft">
          <span className="font-mono">#{shortId(message.ticket_id)}</span> ·{' '}
          {message.ticket_description}
        </span>
      </Link>
    </li>
  );
}

function countWords(count: number, more: boolean): string {
  if (count === 0) return 'No messages found';
  return `${count}${more ? ' or more' : ''} ${count === 1 && !more ? 'message' : 'messages'} found`;
}

const PAUSE_MS = 250;

/** Searches while typing, after a pause. */
function useMessageSearch(typed: string) {
  const words = usePaused(typed.trim());
  const { items, ...list } = usePages(keys.messageSearch(words), '/api/messages/search', {
    query: { q: words },
    enabled: words !== '',
    placeholderData: keepPreviousData,
  });
  return { ...list, found: words === '' ? undefined : items };
}

function usePaused(value: string): string {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return paused;
}

import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Message, MessagePage } from '#domain/message.ts';
import { keepMessage } from '../api/live-events.ts';
import { keys } from '../api/query-keys.ts';
import { catchUp, type LoadedThread, threadAt } from '../api/thread.ts';
import { showPart } from './show-part.ts';

const message = (position: number) =>
  ({
    id: `id-${position}`,
    ticket_id: '7',
    position,
    attachments: {},
    code: [],
  }) as never as Message;

const page = (positions: number[], newer_cursor: string | null): MessagePage => ({
  items: positions.map(message),
  lines: [],
  next_cursor: null,
  newer_cursor,
});

/** A thread that is read somewhere back, and what its server would answer. */
function readBack() {
  const queryClient = new QueryClient();
  const queryKey = keys.messages('7');
  const loaded = () => queryClient.getQueryData<LoadedThread>(queryKey);
  queryClient.setQueryData(queryKey, threadAt(page([1, 2], '2')));
  const newest = vi.fn(async () => page([7, 8, 9], null));
  const queryFn = () => catchUp(loaded, newest);
  const thread = new QueryObserver(queryClient, { queryKey, queryFn, staleTime: Infinity });
  onTestFinished(thread.subscribe(() => undefined));
  return { queryClient, newest, places: () => loaded()?.messages.map(({ position }) => position) };
}

test('what was sent while the newest page was on its way is there all the same', async () => {
  const { queryClient, places } = readBack();
  const onItsWay = page([7, 8], null);
  // It has no place before the end is loaded.
  keepMessage(queryClient, message(9));
  expect(places()).toEqual([1, 2]);
  showPart(queryClient, '7', onItsWay);
  await vi.waitFor(() => expect(places()).toEqual([7, 8, 9]));
});

test('a part in the middle asks for nothing more', async () => {
  const { queryClient, newest, places } = readBack();
  showPart(queryClient, '7', page([4, 5], '5'));
  await Promise.resolve();
  expect(places()).toEqual([4, 5]);
  expect(newest).not.toHaveBeenCalled();
});

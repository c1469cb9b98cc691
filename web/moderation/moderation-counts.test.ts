import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { keys } from '../api/query-keys.ts';
import { askForCounts } from './use-moderation-counts.ts';

test('the queues are read anew when other counts than before wait, and only then', async () => {
  const client = new QueryClient();
  client.setQueryData(keys.appeals('open'), []);
  const isStale = () => client.getQueryState(keys.appeals('open'))?.isInvalidated;
  const hear = async (appeals: number) => {
    vi.stubGlobal('fetch', async () => Response.json({ appeals: { count: appeals } }));
    vi.stubGlobal('localStorage', { getItem: () => null });
    await client.fetchQuery({ queryKey: keys.moderationCounts(), queryFn: askForCounts });
  };
  await hear(0);
  expect(isStale()).toBe(false);
  await hear(0);
  expect(isStale()).toBe(false);
  await hear(1);
  expect(isStale()).toBe(true);
});

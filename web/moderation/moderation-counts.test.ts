import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { api } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { askForCounts } from './use-moderation-counts.ts';

test('the queues are read anew when other counts than before wait, and only then', async () => {
  const client = new QueryClient();
  client.setQueryData(keys.appeals('open'), []);
  const isStale = () => client.getQueryState(keys.appeals('open'))?.isInvalidated;
  // Nothing of the session or the network, which other tests of this process may have left anyhow.
  const hear = async (appeals: number) => {
    vi.spyOn(api, 'get').mockResolvedValue({ appeals: { count: appeals } } as never);
    const { signal } = new AbortController();
    client.setQueryData(keys.moderationCounts(), await askForCounts({ client, signal }));
  };
  await hear(0);
  expect(isStale()).toBe(false);
  await hear(0);
  expect(isStale()).toBe(false);
  await hear(1);
  expect(isStale()).toBe(true);
});

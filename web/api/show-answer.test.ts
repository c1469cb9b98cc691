import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { showAnswer } from './show-answer.ts';

test('an answer stays, also where a read that began before it ends after it', async () => {
  const queryClient = new QueryClient();
  const read = Promise.withResolvers<string>();
  const observer = new QueryObserver(queryClient, {
    queryKey: ['me'],
    queryFn: () => read.promise,
    initialData: 'before',
  });
  onTestFinished(observer.subscribe(() => undefined));
  await showAnswer(queryClient, ['me'], 'saved');
  read.resolve('before');
  await new Promise((resolve) => setTimeout(resolve));
  expect(observer.getCurrentResult()).toMatchObject({ data: 'saved', isFetching: false });
});

test('a change of a part is shown, and a read that was on its way is made again for the rest', async () => {
  const queryClient = new QueryClient();
  const reads: ((profile: object) => void)[] = [];
  const observer = new QueryObserver<object>(queryClient, {
    queryKey: ['me'],
    queryFn: () => new Promise((resolve) => reads.push(resolve)),
    initialData: { name: 'before', country: 'AT' },
  });
  onTestFinished(observer.subscribe(() => undefined));
  await showAnswer<object>(queryClient, ['me'], (profile) => ({ ...profile, country: 'DE' }));
  expect(observer.getCurrentResult().data).toEqual({ name: 'before', country: 'DE' });
  await vi.waitFor(() => expect(reads).toHaveLength(2));
  reads[1]?.({ name: 'after', country: 'DE' });
  await vi.waitFor(() =>
    expect(observer.getCurrentResult().data).toEqual({ name: 'after', country: 'DE' }),
  );
});

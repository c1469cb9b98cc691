import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
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

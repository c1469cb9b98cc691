import { hostileTexts } from '../bench/hostile-input.ts';
import { SESSION_KEY } from '../web/api/stored-session.ts';
import { enter, expect, findListed, signInAt, test } from './server.ts';

/** Each of these texts held the page for 2 to 20 seconds; a busy machine is slow as well. */
const LONGEST_TASK_MS = 1500;

test('messages that were made to be slow leave the page of their reader alive', async ({
  page: customer,
  newPerson,
}) => {
  const developer = await newPerson();
  await enter(customer, 'customer@example.com');
  await signInAt(developer, '/discussions', 'developer@example.com');
  const entry = developer.getByRole('link').filter({ hasText: 'Expo build crashes at launch' });
  await (await findListed(developer, entry)).click();
  // Another one opens by itself.
  await expect(entry).toHaveAttribute('aria-current', 'page');
  const { pathname } = new URL(developer.url());
  const statuses = await developer.evaluate(
    async ({ key, path, texts }) => {
      const { access_token } = JSON.parse(localStorage.getItem(key) ?? '{}');
      const headers = {
        authorization: `Bearer ${access_token}`,
        'content-type': 'application/json',
      };
      const post = (text: string) =>
        fetch(path, { method: 'POST', headers, body: JSON.stringify({ text }) });
      return Promise.all(texts.map(async (text) => (await post(text)).status));
    },
    {
      key: SESSION_KEY,
      path: `/api/tickets/${pathname.split('/').at(-1)}/messages`,
      texts: Object.values(hostileTexts),
    },
  );
  expect(new Set(statuses)).toEqual(new Set([201]));

  await customer.addInitScript(() => {
    const seen = { longest: 0 };
    Object.assign(globalThis, { seen });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
    }).observe({ type: 'longtask', buffered: true });
  });
  const log = customer.getByRole('log', { name: 'Conversation' });
  // What is slow is slow each time; a busy machine is not.
  await expect(async () => {
    await customer.goto(pathname);
    await expect(log.getByText(hostileTexts['a plain message'] ?? '')).toBeAttached();
    await expect(log.locator('pre').first()).toBeVisible();
    const longest = await customer.evaluate(
      () => (globalThis as unknown as { seen: { longest: number } }).seen.longest,
    );
    expect(longest).toBeLessThan(LONGEST_TASK_MS);
  }).toPass({ timeout: 120_000 });

  // A long text shows its beginning, and the rest when it is asked for.
  const more = log.getByRole('button', { name: 'Show More' }).first();
  await more.focus();
  await customer.keyboard.press('Enter');
  await expect(log.getByRole('button', { name: 'Show Less' })).toBeAttached();
});

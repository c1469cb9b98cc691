import type { Page } from '@playwright/test';
import { button, confirm, press } from './plan.ts';
import { expect, signIn, test } from './server.ts';

/** Longer than anything waits that is asked for after a step. */
const SETTLED_MS = 2000;

/** What the page asks of the API while something is done, and for as long as that has effects. */
async function callsOf(page: Page, act: () => Promise<void>): Promise<string[]> {
  const calls: string[] = [];
  const note = (request: { method: () => string; url: () => string }) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}`);
  };
  page.on('request', note);
  await act();
  await page.waitForTimeout(SETTLED_MS);
  page.off('request', note);
  return calls;
}

test('a grab is shown by its answer: one call, and at most two reads of what it does not say', async ({
  page: customer,
  newPerson,
}) => {
  const developer = await newPerson();
  await signIn(customer, 'customer@example.com');
  await signIn(developer, 'developer@example.com');
  await press(customer, 'New Request');
  const form = customer.getByRole('dialog', { name: 'Create a New Request' });
  await form.getByLabel('Description').fill('The clock shows yesterday');
  await form.getByLabel('Web').check();
  await form.getByLabel('Budget').fill('$100');
  const [posted] = await Promise.all([
    customer.waitForResponse((answer) => answer.request().method() === 'POST'),
    form.getByRole('button', { name: 'Submit Request' }).click(),
  ]);
  const { id } = (await posted.json()) as { id: string };

  await developer.goto(`/dashboard/developer/plan/${id}`);
  await expect(button(developer, 'Grab Request')).toBeVisible();
  await developer.waitForTimeout(SETTLED_MS);
  const calls = await callsOf(developer, async () => {
    await press(developer, 'Grab Request');
    await confirm(developer, 'Grab Request');
    await expect(button(developer, 'Add Milestone')).toBeVisible();
  });
  expect(calls.filter((call) => !call.startsWith('GET '))).toEqual([
    `POST /api/tickets/${id}/grab`,
  ]);
  expect(calls.filter((call) => call.startsWith('GET ')).length).toBeLessThanOrEqual(2);
  // What only the server knows is there all the same.
  await expect(developer.getByText('grabbed the request')).toBeVisible();
});

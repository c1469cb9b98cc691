import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { enter, expect, signIn, signInAt, test } from './server.ts';
import { holdDelayedActs, letDelayedActs } from './timers.ts';

const bell = (page: Page) => page.getByRole('button', { name: 'Notifications' });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });

test('news rings the bell at once, leads to its place, and mails can be stopped from a mail', async ({
  page: customer,
  newPerson,
  server,
}) => {
  const developer = await newPerson();
  await signIn(customer, 'customer@example.com');
  await enter(developer, 'developer@example.com');

  const title = 'The bell of my shop rings twice';
  await customer.getByRole('button', { name: 'New Request' }).first().click();
  const form = customer.getByRole('dialog', { name: 'Create a New Request' });
  await form.getByLabel('Description').fill(title);
  await form.getByLabel('Budget').fill('$100');
  const [posted] = await Promise.all([
    customer.waitForResponse(
      (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/api/tickets'),
    ),
    form.getByRole('button', { name: 'Submit Request' }).click(),
  ]);
  const { id } = (await posted.json()) as { id: string };
  await expect(customer.getByText('Your request has been submitted successfully!')).toBeVisible();
  await customer.keyboard.press('Escape');
  await developer.goto('/dashboard/developer/available');
  const offer = developer.getByRole('listitem').filter({ hasText: title });
  await offer.getByRole('button', { name: 'Grab Request' }).click();
  await developer.getByRole('dialog').getByRole('button', { name: 'Grab Request' }).click();

  // By keyboard alone: open, read all, close; the focus comes back.
  await expect(customer.getByText(/unread notifications?$/)).toBeAttached();
  await bell(customer).focus();
  await customer.keyboard.press('Enter');
  const news = panel(customer)
    .getByRole('link', { name: /Ana Silva has taken/ })
    .filter({ hasText: `#${id.slice(-6).toUpperCase()}` });
  await expect(news).toHaveAccessibleName(/^Unread: /);
  await expectAccessible(customer);
  await panel(customer).getByRole('button', { name: 'Mark All as Read' }).press('Enter');
  await expect(news).not.toHaveAccessibleName(/^Unread: /);
  await expect(panel(customer).getByText('Unread:')).toHaveCount(0);
  await customer.keyboard.press('Escape');
  await expect(bell(customer)).toBeFocused();
  await expect(customer.getByText(/unread notifications?$/)).toHaveCount(0);

  await bell(customer).click();
  await news.click();
  await expect(customer).toHaveURL(/\/dashboard\/customer\/plan\//);
  await expect(panel(customer)).toBeHidden();

  // The mail about it leads to a page that asks, and stops mails of its kind alone.
  const mail = await server.mail('customer@example.com', / has been assigned$/);
  const link = /Unsubscribe from these mails: (\S+)/.exec(mail.text)?.[1] ?? '';
  const reader = await newPerson();
  await reader.goto(link);
  await expect(reader.getByRole('heading', { name: 'Unsubscribe' })).toBeVisible();
  await expectAccessible(reader);
  await reader.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(reader.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible();
  await customer.goto('/dashboard/customer/profile');
  await expect(customer.getByRole('checkbox', { name: /^Request assigned/ })).not.toBeChecked();
  const submitted = customer.getByRole('checkbox', { name: /^Plan submitted/ });
  await expect(submitted).toBeChecked();

  // Choices are stored in their order, however long the first one is on its way.
  const [first, both] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let sent = 0;
  await customer.route('**/api/me', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    sent += 1;
    if (sent === 2) both.resolve();
    else await first.promise;
    return route.continue();
  });
  await submitted.uncheck();
  await submitted.check();
  await expect.poll(() => sent).toBe(1);
  await customer.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  expect(sent).toBe(1);
  first.resolve();
  await both.promise;
  await expect(customer.getByText('Saved', { exact: true })).toBeVisible();
  await customer.reload();
  await expect(submitted).toBeChecked();
});

test('Back closes a panel that fills a phone, and leaves its page where it was', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, 'customer@example.com');
  await page.getByRole('button', { name: 'Open Menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Help' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Help' })).toBeFocused();
  for (const name of ['Notifications', 'Menu']) {
    await page.getByRole('button', { name }).click();
    await expect(page.getByRole('dialog', { name })).toBeVisible();
    await page.evaluate(() => history.back());
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL(/\/help$/);
  }
});

test('who writes too fast is told when it goes on, and nothing is lost', async ({
  page: customer,
}) => {
  await holdDelayedActs(customer);
  await signInAt(customer, '/discussions', 'customer@example.com');
  await expect(customer).toHaveURL(/\/discussions\/.+/);
  let refused = 0;
  await customer.route('**/api/tickets/*/messages', (route) => {
    if (route.request().method() !== 'POST' || refused > 0) return route.continue();
    refused += 1;
    const detail = 'Too many requests. Please try again in 2 seconds.';
    return route.fulfill({
      status: 429,
      headers: { 'retry-after': '2', 'content-type': 'application/problem+json' },
      body: JSON.stringify({ status: 429, code: 'too_many_requests', detail }),
    });
  });
  await customer.getByRole('textbox', { name: 'Message', exact: true }).fill('Quick as I am');
  await customer.getByRole('button', { name: 'Send' }).click();
  const log = customer.getByRole('log', { name: 'Conversation' });
  await expect(log.getByText('Please try again in 2 seconds.')).toBeVisible();
  await expect(log.getByText('It is sent again by itself.')).toBeVisible();
  await letDelayedActs(customer, 2000);
  await expect(log.getByText('Please try again in 2 seconds.')).toBeHidden();
  await expect(log.getByText(/^Not sent\./)).toBeHidden();
  await expect(log.getByText('Quick as I am')).toHaveCount(1);
});

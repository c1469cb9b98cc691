import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expect, signIn, test } from './server.ts';

const composer = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true });
const log = (page: Page) => page.getByRole('log', { name: 'Conversation' });

async function send(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await page.getByRole('button', { name: 'Send' }).click();
}

/** The two demo people before the same thread. */
async function openThread(customer: Page, developer: Page): Promise<string> {
  await signIn(customer, 'customer@example.com');
  await signIn(developer, 'developer@example.com');
  await developer.goto('/discussions');
  const entry = developer.getByRole('link').filter({ hasText: 'Expo build crashes at launch' });
  await entry.click();
  await expect(entry).toHaveAttribute('aria-current', 'page');
  const ticketId = new URL(developer.url()).pathname.split('/').at(-1) ?? '';
  await customer.goto(`/discussions/${ticketId}`);
  await expect(composer(customer)).toBeVisible();
  return ticketId;
}

test('two people talk: code, typing, seen and unread marks, live on both sides', async ({
  page: customer,
  newPerson,
}) => {
  const developer = await newPerson();
  const ticketId = await openThread(customer, developer);

  // A page that has only just opened may not hear the first sign.
  await expect(async () => {
    await composer(developer).pressSequentially('a');
    await expect(customer.getByText(/is typing\.\.\.$/)).toBeVisible({ timeout: 1000 });
  }).toPass();
  const words = `**Try** this & <b>that</b>, see https://example.com/a\n\`\`\`ts\nconst tries = 3;\n\`\`\``;
  await send(developer, words);
  await expect(log(customer).getByText('const tries = 3;')).toBeVisible();
  await expect(log(customer).locator('strong', { hasText: 'Try' })).toBeVisible();
  await expect(log(customer).getByText('<b>that</b>')).toBeVisible();
  const link = log(customer).getByRole('link', { name: 'https://example.com/a' });
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
  await expect(customer.getByText(/is typing\.\.\.$/)).toBeHidden();
  await expect(log(developer).getByText('Seen')).toBeVisible();
  await expectAccessible(customer);

  // Elsewhere in the product it counts as unread, in the navigation and in the title.
  await customer.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(customer).toHaveTitle(/^[^(]/);
  await send(developer, 'Are you still there?');
  await send(developer, 'I can wait.');
  await expect(customer).toHaveTitle(/^\(2\) /);
  await expect(customer.getByText('2 unread messages')).toBeAttached();
  await customer.getByRole('link', { name: 'Discussions', exact: true }).click();
  await expect(customer).toHaveTitle(/^\(2\) Discussions/);
  const entry = customer.getByRole('link').filter({ hasText: 'I can wait.' });
  await expect(entry.getByText('2 unread')).toBeVisible();
  await entry.click();
  await expect(customer).toHaveURL(`/discussions/${ticketId}`);
  await expect(customer).toHaveTitle(/^Discussions/);
});

test('a message is found by a word, and its link opens the thread there', async ({
  page: customer,
  newPerson,
}) => {
  const developer = await newPerson();
  const ticketId = await openThread(customer, developer);
  await send(developer, 'The culprit is `Warenkorb.tsx`, line 42.');
  await expect(log(customer).getByText('Warenkorb.tsx')).toBeVisible();

  await customer.locator('body').press('/');
  const search = customer.getByRole('searchbox', { name: 'Search messages' });
  await expect(search).toBeFocused();
  await search.fill('warenk');
  const found = customer.getByRole('list', { name: 'Found messages' }).getByRole('link');
  await expect(found).toHaveCount(1);
  await expect(found.locator('mark')).toHaveText('Warenk');
  await expectAccessible(customer);
  await found.click();
  await expect(customer).toHaveURL(new RegExp(`/discussions/${ticketId}\\?message=`));
  await expect(customer.locator('[aria-current="true"]')).toContainText('Warenkorb.tsx');
  await customer.reload();
  await expect(customer.locator('[aria-current="true"]')).toBeInViewport();

  await search.fill('nobody has ever written this');
  await expect(customer.getByText('No messages found')).toBeVisible();
  await search.press('Escape');
  await expect(search).toHaveValue('');
});

test('what is written offline waits, survives a reload, and arrives once and in order', async ({
  page: customer,
  newPerson,
}) => {
  const developer = await newPerson();
  await openThread(customer, developer);
  await customer.route('**/api/tickets/*/messages', (route) =>
    route.request().method() === 'POST' ? route.abort('internetdisconnected') : route.continue(),
  );
  for (const text of ['First without a line', 'Second without a line', 'Third without a line']) {
    await send(customer, text);
  }
  await expect(log(customer).getByText(/^Not sent\./)).toBeVisible();
  await composer(customer).fill('A draft that is not ready');
  await customer.reload();
  await expect(log(customer).getByText('Third without a line')).toBeVisible();
  await expect(composer(customer)).toHaveValue('A draft that is not ready');
  await customer.unroute('**/api/tickets/*/messages');
  await expect(log(developer).getByText('Third without a line')).toBeVisible({ timeout: 20_000 });
  await expect(log(developer).getByText(/without a line$/)).toHaveText([
    ...['First without a line', 'Second without a line', 'Third without a line'],
  ]);
  await expect(log(customer).getByText(/^Not sent\./)).toBeHidden();
  await expect(log(customer).getByText(/without a line$/)).toHaveCount(3);
});

test('the keys are listed, and what sends is the person’s choice', async ({
  page: customer,
  newPerson,
}) => {
  const developer = await newPerson();
  await openThread(customer, developer);
  await customer.locator('body').press('?');
  const dialog = customer.getByRole('dialog', { name: 'Keyboard Shortcuts' });
  await dialog.getByRole('radio', { name: 'Enter', exact: true }).check();
  await expectAccessible(customer);
  await customer.keyboard.press('Escape');
  await composer(customer).fill('Two');
  await composer(customer).press('Shift+Enter');
  await composer(customer).pressSequentially('lines?');
  await composer(customer).press('Enter');
  await expect(log(developer).getByText('Two lines?')).toBeVisible();
  await customer.reload();
  await expect(customer.getByText('Enter sends', { exact: true })).toBeVisible();
});

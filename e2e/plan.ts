import type { Download, Locator, Page } from '@playwright/test';
import { expect, signIn } from './server.ts';

interface FilePayload {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

interface Together {
  customer: Page;
  developer: Page;
  ticketId: string;
}

/** A request that the customer has posted and the unblocker is planning; both look at its roadmap. */
export async function planTogether(
  { page: customer, newPerson }: { page: Page; newPerson: () => Promise<Page> },
  title: string,
  files: FilePayload[] = [],
): Promise<Together> {
  const developer = await newPerson();
  await Promise.all([
    signIn(customer, 'customer@example.com'),
    signIn(developer, 'developer@example.com'),
  ]);
  await customer.getByRole('button', { name: 'New Request' }).first().click();
  const form = customer.getByRole('dialog', { name: 'Create a New Request' });
  await form.getByLabel('Description').fill(`${title}\nIt worked yesterday.`);
  await form.getByLabel('Web').check();
  await form.getByLabel('Budget').fill('$300');
  if (files.length > 0) {
    await form.getByLabel('Files').setInputFiles(files);
    await form.getByRole('button', { name: /^Upload \d/ }).click();
    await expect(form.getByRole('list', { name: 'Uploaded' })).toBeVisible();
  }
  await form.getByRole('button', { name: 'Submit Request' }).click();
  await customer.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click();
  await customer.getByRole('listitem').filter({ hasText: title }).getByRole('link').first().click();
  await customer.waitForURL('**/dashboard/customer/plan/*');
  const ticketId = new URL(customer.url()).pathname.split('/').at(-1) ?? '';
  await developer.goto(`/dashboard/developer/plan/${ticketId}`);
  const pages = await developer.evaluate(() => history.length);
  await press(developer, 'Grab Request');
  await confirm(developer, 'Grab Request');
  await expect(button(developer, 'Add Milestone')).toBeVisible();
  // One is there already: 'Back' leads away, not to the same page again.
  expect(await developer.evaluate(() => history.length)).toBe(pages);
  return { customer, developer, ticketId };
}

export const button = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true }).first();
export const press = (within: Page | Locator, name: string) => button(within, name).click();
export const confirm = (page: Page, act: string) => press(page.getByRole('dialog'), act);
export const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });

export async function addMilestone(developer: Page, title: string, hours: string): Promise<void> {
  await press(developer, 'Add Milestone');
  const dialog = developer.getByRole('dialog', { name: 'Add New Milestone' });
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByLabel('Description').fill('Done when you can see it.');
  await dialog.getByLabel('Hours').fill(hours);
  await press(dialog, 'Add Milestone');
  await expect(dialog).toBeHidden();
}

export async function submitPlan(developer: Page): Promise<void> {
  await press(developer, 'Submit Plan');
  await confirm(developer, 'Submit Plan');
  await expect(developer.getByRole('dialog')).toBeHidden();
}

export async function say(page: Page, title: string, field: string, words: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByLabel(field).fill(words);
  await press(dialog, title);
  await expect(dialog).toBeHidden();
}

/** Answers a delivery: the dialog of `act` is open then. */
export async function review(
  customer: Page,
  title: string,
  act: 'Approve' | 'Request Changes',
): Promise<void> {
  await press(row(customer, title), 'Review');
  await press(customer.getByRole('dialog', { name: 'Review Milestone' }), act);
}

/** Presses what opens the sandbox's payment page, and pays there. */
export async function pay(customer: Page, opener: Locator | (() => Promise<void>)): Promise<void> {
  const popup = customer.waitForEvent('popup');
  await (typeof opener === 'function' ? opener() : opener.click());
  const checkout = await popup;
  await checkout.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(checkout.getByText('Thank you for your payment!')).toBeVisible();
  await checkout.close();
  await customer.bringToFront();
}

/** What is saved next, by this tab or one that it opens. */
export function nextDownload(page: Page): Promise<Download> {
  return new Promise((resolve) => {
    page.on('download', resolve);
    page.context().on('page', (tab) => tab.on('download', resolve));
  });
}

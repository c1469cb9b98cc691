import type { Download, Locator, Page } from '@playwright/test';
import { caller, grabbed, uploaded } from './moderated-work.ts';
import { expect, type RealServer, signInAt } from './server.ts';

const CUSTOMER = 'customer@example.com';
const DEVELOPER = 'developer@example.com';

interface People {
  page: Page;
  newPerson: () => Promise<Page>;
  server: RealServer;
}

interface FilePayload {
  name: string;
  buffer: Buffer;
}

interface Together {
  customer: Page;
  developer: Page;
  ticketId: string;
}

/**
 * A request that the unblocker is planning; both look at its roadmap. Posted and grabbed by calls: the
 * screens of that have journeys of their own.
 */
export async function planTogether(
  { page: customer, newPerson, server }: People,
  title: string,
  files: FilePayload[] = [],
): Promise<Together> {
  const [developer, ...by] = await Promise.all([
    newPerson(),
    caller(server, CUSTOMER),
    caller(server, DEVELOPER),
  ]);
  const sides = { customer: by[0], developer: by[1] };
  const keys = await Promise.all(files.map((file) => uploaded(server, CUSTOMER, file)));
  const ticketId = await grabbed(sides, `${title}\nIt worked yesterday.`, keys);
  await Promise.all([
    signInAt(customer, `/dashboard/customer/plan/${ticketId}`, CUSTOMER),
    signInAt(developer, `/dashboard/developer/plan/${ticketId}`, DEVELOPER),
  ]);
  for (const side of [customer, developer])
    await expect(side.getByRole('heading', { level: 2, name: 'History' })).toBeVisible();
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
  await dialog.getByLabel('Description').fill('Done when you can **see** it.');
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

/**
 * Presses what opens the sandbox's payment page, and pays there. The page that follows must be drawn
 * before it is closed: Chromium now and then answers its opener no more where a tab is closed half-way.
 */
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

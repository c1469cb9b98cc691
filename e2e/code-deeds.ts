import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { caller, started } from './moderated-work.ts';
import { nextDownload, press, review, row } from './plan.ts';
import { type Project, WorkingCopy } from './real-project.ts';
import { expect, type RealServer, signInAt } from './server.ts';

const CUSTOMER = 'customer@example.com';
const DEVELOPER = 'developer@example.com';

export const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
export const entry = (page: Page, name: string) =>
  page.getByRole('tree', { name: 'Project Files' }).getByRole('treeitem', { name, exact: true });

interface People {
  page: Page;
  newPerson: () => Promise<Page>;
  server: RealServer;
}

/** A request that is being worked on, set up by calls; both sides look at its code. */
export async function codeTogether(
  { page: customer, newPerson, server }: People,
  title: string,
  description = title,
) {
  const sides = {
    customer: await caller(server, CUSTOMER),
    developer: await caller(server, DEVELOPER),
  };
  const [[id, milestone], developer] = await Promise.all([
    started(sides, title, description),
    newPerson(),
  ]);
  await Promise.all([
    signInAt(customer, `/dashboard/customer/plan/${id}?tab=code`, CUSTOMER),
    signInAt(developer, `/dashboard/developer/plan/${id}?tab=code`, DEVELOPER),
  ]);
  return { customer, developer, sides, id, milestone };
}

interface Submission {
  patch: Buffer;
  /** What the dialog says of it. */
  says: RegExp;
  mustKeep?: string;
}

/** Hands a patch in, in the dialog that submits a milestone. */
export async function submitPatch(
  developer: Page,
  { patch, says, mustKeep }: Submission,
  look?: () => Promise<void>,
): Promise<void> {
  await tab(developer, 'Plan').click();
  await press(row(developer, 'Mend'), 'Submit');
  const handIn = developer.getByRole('dialog', { name: 'Submit Milestone' });
  await handIn
    .getByLabel('Choose a Zip or Patch')
    .setInputFiles({ name: 'fix.patch', mimeType: 'text/x-diff', buffer: patch });
  await expect(handIn.getByText(says)).toBeVisible();
  await expect(handIn.getByRole('region', { name: 'Safety Report' })).toBeVisible();
  await look?.();
  await handIn.getByLabel('Message').fill('It works now.');
  if (mustKeep) await handIn.getByLabel('What must not be undone').fill(mustKeep);
  await press(handIn, 'Submit Milestone');
  await expect(handIn).toBeHidden();
}

/** Goes from the delivery to what it changes in the code. */
export async function lookAtChanges(customer: Page, says: RegExp): Promise<void> {
  await tab(customer, 'Plan').click();
  await press(row(customer, 'Mend'), 'Review');
  const delivery = customer.getByRole('dialog', { name: 'Review Milestone' });
  await expect(delivery.getByText(says).first()).toBeVisible();
  await delivery.getByRole('link', { name: 'Changes in the Code' }).first().click();
  await expect(customer.getByRole('list', { name: 'Changed files' })).toBeVisible();
}

export async function approve(customer: Page): Promise<void> {
  await tab(customer, 'Plan').click();
  await review(customer, 'Mend', 'Approve');
  const dialog = customer.getByRole('dialog', { name: 'Approve Milestone' });
  await press(dialog, 'Approve Milestone');
  await expect(dialog).toBeHidden();
}

/**
 * Takes the hand-back, and holds that it is what was delivered: its whole project, and its patch where the
 * customer's own copy is patched by the real git.
 */
export async function expectHandedBack(
  customer: Page,
  id: string,
  { before, after }: { before: Project; after: Project },
): Promise<void> {
  await customer.goto(`/dashboard/customer/plan/${id}?tab=code`);
  await expect(customer.getByText('As it stands')).toBeVisible();
  const saved = nextDownload(customer);
  await press(customer, 'Download All');
  const pack = Object.entries(unzipSync(await readFile(await (await saved).path())));
  const patch = pack.find(([name]) => name.endsWith('.patch'))?.[1] ?? [];
  using own = new WorkingCopy(before);
  own.apply(Buffer.from(patch));
  expect(own.files()).toEqual(after);
  const FOLDER = /^(?:.*\/)?project\//;
  const project = pack.filter(([name]) => FOLDER.test(name) && !name.endsWith('/'));
  const files = project.map(([name, bytes]) => [name.replace(FOLDER, ''), Buffer.from(bytes)]);
  expect(Object.fromEntries(files)).toEqual(after);
}

import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { zipOf } from '../server/testing/write-zip.ts';
import { expectAccessible } from './axe.ts';
import { caller, paid, started } from './moderated-work.ts';
import { nextDownload, press, review, row } from './plan.ts';
import { packageSources, WorkingCopy } from './real-project.ts';
import { expect, signInAt, test } from './server.ts';

const CUSTOMER = 'customer@example.com';
const DEVELOPER = 'developer@example.com';

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const entry = (page: Page, name: string) =>
  page.getByRole('tree', { name: 'Project Files' }).getByRole('treeitem', { name, exact: true });

test('a real project is shared, read, asked about, changed by a patch, approved and handed back', async ({
  page: customer,
  newPerson,
  server,
}) => {
  const sides = {
    customer: await caller(server, CUSTOMER),
    developer: await caller(server, DEVELOPER),
  };
  const project = packageSources('eventsource-client');
  const [[id, milestone], developer] = await Promise.all([
    started(sides, 'The stream never reconnects'),
    newPerson(),
  ]);
  await Promise.all([
    signInAt(customer, `/dashboard/customer/plan/${id}?tab=code`, CUSTOMER),
    signInAt(developer, `/dashboard/developer/plan/${id}`, DEVELOPER),
  ]);

  // In: the other side sees it come by itself.
  await tab(developer, 'Code').click();
  await expect(developer.getByText('The customer has not shared the project here.')).toBeVisible();
  const zip = { name: 'stream.zip', mimeType: 'application/zip', buffer: zipOf(project) };
  await customer.getByLabel('Choose an Archive').setInputFiles(zip);
  for (const side of [customer, developer]) await expect(entry(side, 'src')).toBeVisible();

  // Read: by the tree, by keys, and by what is looked for.
  await entry(developer, 'src').click();
  await expect(entry(developer, 'client.ts')).toBeVisible();
  await developer.getByLabel('Find in project').fill('export function createEventSource');
  const found = developer.getByRole('region', { name: 'Found in project' });
  await found
    .getByRole('button', { name: /createEventSource/ })
    .first()
    .click();
  await expect(developer).toHaveURL(/#L\d+$/);
  const line = Number(/#L(\d+)$/.exec(developer.url())?.[1]);
  await developer
    .getByRole('button', { name: `Line ${line + 2}`, exact: true })
    .click({ modifiers: ['Shift'] });
  await expect(developer).toHaveURL(new RegExp(`#L${line}-L${line + 2}$`));
  await expectAccessible(developer, 'main');

  // Asked about: the lines go along, and open at the same place for the other side.
  await press(developer, 'Ask about these lines');
  await expect(tab(developer, 'Discussion')).toHaveAttribute('aria-selected', 'true');
  await developer.getByLabel('Message', { exact: true }).fill('Is this where it begins?');
  await press(developer, 'Send');
  await tab(customer, 'Discussion').click();
  const asked = customer.getByRole('list', { name: 'Lines of the project' }).last();
  await expect(asked).toContainText('createEventSource');
  await asked.getByRole('link').click();
  await expect(customer).toHaveURL(new RegExp(`#L${line}-L${line + 2}$`));
  await expect(
    customer.getByRole('button', { name: `Line ${line + 1}`, exact: true }),
  ).toHaveAttribute('aria-pressed', 'true');

  // Changed, by a patch of the real git.
  using work = new WorkingCopy(project);
  work.write('src/constants.ts', `${work.read('src/constants.ts')}\nexport const RETRIES = 3;\n`);
  work.write('test/retries.test.ts', "import { RETRIES } from '../src/constants.ts';\n");
  const patch = { name: 'fix.patch', mimeType: 'text/x-diff', buffer: work.patch() };
  await tab(developer, 'Plan').click();
  await press(row(developer, 'Mend'), 'Submit');
  const handIn = developer.getByRole('dialog', { name: 'Submit Milestone' });
  await handIn.getByLabel('Choose a Zip or Patch').setInputFiles(patch);
  await expect(handIn.getByText(/Version 2 goes along: 2 files changed/)).toBeVisible();
  await expect(handIn.getByRole('region', { name: 'Safety Report' })).toBeVisible();
  await expectAccessible(developer, '[role=dialog]');
  await handIn.getByLabel('Message').fill('It tries again now.');
  await handIn.getByLabel('What must not be undone').fill('Keep RETRIES in src/constants.ts.');
  await press(handIn, 'Submit Milestone');
  await expect(handIn).toBeHidden();

  // Before it is paid its customer sees names and counts, afterwards all of it.
  await customer.goto(`/dashboard/customer/plan/${id}`);
  await press(row(customer, 'Mend'), 'Review');
  const delivery = customer.getByRole('dialog', { name: 'Review Milestone' });
  await expect(delivery.getByText(/2 files changed/)).toBeVisible();
  await delivery.getByRole('link', { name: 'Changes in the Code' }).click();
  const changed = customer.getByRole('list', { name: 'Changed files' });
  await expect(changed.getByText('src/constants.ts')).toBeVisible();
  await expect(changed.getByText('RETRIES = 3')).toBeHidden();
  await paid(sides.customer, milestone);
  await expect(changed.getByText('RETRIES = 3').first()).toBeVisible();
  await expectAccessible(customer, 'main');
  await changed.getByLabel('Viewed src/constants.ts').check();
  await expect(customer.getByText('1 of 2 viewed')).toBeVisible();

  // Approved: it is the project now, and comes back as a patch that fits on the customer's own copy.
  await tab(customer, 'Plan').click();
  await review(customer, 'Mend', 'Approve');
  await press(customer.getByRole('dialog', { name: 'Approve Milestone' }), 'Approve Milestone');
  await expect(customer.getByRole('dialog', { name: 'Approve Milestone' })).toBeHidden();
  await customer.goto(`/dashboard/customer/plan/${id}?tab=code`);
  await expect(customer.getByText('As it stands')).toBeVisible();
  const saved = nextDownload(customer);
  await press(customer, 'Download All');
  const pack = unzipSync(await readFile(await (await saved).path()));
  const name = Object.keys(pack).find((each) => each.endsWith('.patch')) ?? '';
  using own = new WorkingCopy(project);
  own.apply(Buffer.from(pack[name] ?? []));
  expect(own.files()).toEqual(work.files());
});

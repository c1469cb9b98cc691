import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { zipOf } from '../server/testing/write-zip.ts';
import { expectAccessible } from './axe.ts';
import { button, confirm, pay, planTogether, press, row, submitPlan } from './plan.ts';
import { enter, expect, findListed, signInAt, test, visit } from './server.ts';

const PICTURE = await readFile('docs/roadmap.png');

const composer = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true });
const log = (page: Page) => page.getByRole('log', { name: 'Conversation' });
const uploadedIn = (form: Locator) => form.getByRole('list', { name: 'Uploaded', exact: true });

interface TestFile {
  name: string;
  content: Buffer | string;
}

const asPayload = ({ name, content }: TestFile) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
});

/** The two demo people before the same thread. */
async function openThread(customer: Page, developer: Page): Promise<void> {
  await Promise.all([
    enter(customer, 'customer@example.com'),
    signInAt(developer, '/discussions', 'developer@example.com'),
  ]);
  const entry = developer.getByRole('link').filter({ hasText: 'Expo build crashes at launch' });
  await (await findListed(developer, entry)).click();
  await expect(entry).toHaveAttribute('aria-current', 'page');
  await customer.goto(new URL(developer.url()).pathname);
  await expect(composer(customer)).toBeVisible();
}

async function attach(page: Page, ...files: TestFile[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Attach Files' }).click();
  await (await chooser).setFiles(files.map(asPayload));
}

test('files go with a message: kept when they cannot be sent, seen by the other side as pictures', async ({
  page: customer,
  newPerson,
}) => {
  const developer = await newPerson();
  await openThread(customer, developer);
  await attach(
    developer,
    { name: 'before.png', content: PICTURE },
    { name: 'after.png', content: PICTURE },
    { name: 'trace.log', content: 'TypeError: undefined is not a function' },
  );
  const chosen = developer.getByRole('list', { name: 'Chosen to upload' });
  await expect(chosen.getByRole('listitem')).toHaveCount(3);
  await expectAccessible(developer, 'main');

  // Without words it is not sent; without a line neither, and nothing is lost.
  await press(developer, 'Send');
  await expect(developer.getByText('Message text cannot be empty')).toBeVisible();
  await composer(developer).fill('Compare these two.');
  await developer.route('**/files/upload', (route) => route.abort('internetdisconnected'));
  await press(developer, 'Send');
  await expect(
    developer.getByText('Failed to upload attachments. Please try again.'),
  ).toBeVisible();
  await expect(composer(developer)).toHaveValue('Compare these two.');
  await expect(chosen.getByRole('listitem')).toHaveCount(3);
  await developer.unroute('**/files/upload');
  // While it is on its way, its author thinks of something else: it goes along.
  const going = Promise.withResolvers<void>();
  await developer.route('**/files/upload', async (route) => {
    await going.promise;
    return route.continue();
  });
  await press(developer, 'Send');
  await expect(composer(developer)).not.toBeEditable();
  await developer.getByLabel('Needs an Answer').check();
  going.resolve();
  await expect(composer(developer)).toHaveValue('');
  await expect(log(customer).getByText('Needs an Answer')).toBeVisible();

  // The pictures come without a reload, as soon as they are drawn.
  await expect(log(customer).getByText('Compare these two.')).toBeVisible();
  const before = log(customer).getByRole('button', { name: 'View before.png' });
  for (const name of ['before.png', 'after.png'])
    await expect(
      log(customer)
        .getByRole('button', { name: `View ${name}` })
        .locator('img'),
    ).toBeVisible();
  await before.focus();
  await customer.keyboard.press('Enter');
  const viewer = customer.getByRole('dialog');
  await expect(viewer).toHaveAccessibleName('before.png');
  await expect(viewer.getByRole('img', { name: 'before.png' })).toBeVisible();
  await expectAccessible(customer, '[role=dialog]');
  await customer.keyboard.press('ArrowRight');
  await expect(viewer).toHaveAccessibleName('after.png');
  await expect(viewer.getByText('2 of 2', { exact: true })).toBeVisible();
  await press(viewer, 'Next picture');
  await expect(viewer).toHaveAccessibleName('before.png');
  await customer.keyboard.press('Escape');
  await expect(before).toBeFocused();
  await log(customer).getByRole('button', { name: 'trace.log' }).click();
  await expect(viewer.getByText('TypeError: undefined is not a function')).toBeVisible();
  await customer.keyboard.press('Escape');
  await press(customer, 'Show Files');
  const related = customer.getByRole('dialog', { name: 'Related Files' });
  await expect(related.getByText('trace.log')).toBeVisible();
  await customer.keyboard.press('Escape');

  // Written offline, with a file: it waits, survives a reload, and arrives once.
  await customer.route('**/api/tickets/*/messages', (route) =>
    route.request().method() === 'POST' ? route.abort('internetdisconnected') : route.continue(),
  );
  // It is chosen before the code that uploads has come.
  await customer.route('**/upload-engine*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  await attach(customer, { name: 'fixed.log', content: 'all green' });
  await composer(customer).fill('It works now.');
  await press(customer, 'Send');
  const unsent = log(customer).getByRole('list', { name: 'Attachments' }).last();
  await expect(log(customer).getByText(/^Not sent\./)).toBeVisible();
  await expect(unsent).toContainText('fixed.log');
  await attach(customer, { name: 'draft.log', content: 'not ready' });
  await press(customer, 'Upload 1 File');
  await expect(uploadedIn(customer.locator('form'))).toContainText('draft.log');
  await customer.reload();
  await expect(unsent).toContainText('fixed.log');
  await expect(customer.getByRole('list', { name: 'Uploaded before' })).toContainText('draft.log');
  await customer.unroute('**/api/tickets/*/messages');
  await expect(log(developer).getByRole('button', { name: 'fixed.log' })).toBeVisible();
  await expect(log(developer).getByText('It works now.')).toHaveCount(1);
  await customer.getByRole('button', { name: 'Remove draft.log' }).click();

  // What is dropped on the conversation, wherever on it, is chosen.
  const dropped = await customer.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['all'], 'dropped.log'));
    return transfer;
  });
  await log(customer).dispatchEvent('dragover', { dataTransfer: dropped });
  await log(customer).dispatchEvent('drop', { dataTransfer: dropped });
  await expect(customer.getByRole('list', { name: 'Chosen to upload' })).toContainText(
    'dropped.log',
  );
  await customer.getByRole('button', { name: 'Remove dropped.log' }).click();
  await expect(customer.getByRole('list', { name: 'Uploaded before' })).toBeHidden();
});

test('what is left while its files are on their way does not go without them', async ({
  page: customer,
  newPerson,
}) => {
  const developer = await newPerson();
  await openThread(customer, developer);
  const thread = new URL(customer.url()).pathname;
  const never = () => undefined;
  await customer.route('**/files/upload', never);
  await attach(customer, { name: 'screen.log', content: 'white' });
  await composer(customer).fill('This is all that it says.');
  const begins = customer.waitForRequest('**/files/upload');
  await press(customer, 'Send');
  await begins;
  await visit(customer, '/dashboard/customer');
  await expect(
    customer.getByText('Your message was not sent, as its files were still on their way.'),
  ).toBeVisible();

  // It waits there, and goes as a whole.
  await customer.unroute('**/files/upload', never);
  await visit(customer, thread);
  await expect(composer(customer)).toHaveValue('This is all that it says.');
  await expect(customer.getByRole('button', { name: 'Remove screen.log' })).toBeVisible();
  await press(customer, 'Send');
  const message = log(developer).getByRole('listitem').filter({ hasText: 'all that it says' });
  await expect(message.getByRole('button', { name: 'screen.log' })).toBeVisible();
  await expect(message).toHaveCount(1);
});

test('what is planned and delivered comes with files: locked until it is paid, then compared', async ({
  page,
  newPerson,
  server,
}) => {
  const { customer, developer } = await planTogether(
    { page, newPerson, server },
    'The cart forgets everything',
    [
      asPayload({
        name: 'shop.zip',
        content: zipOf({
          'shop/cart.ts': 'let items = [];\n',
          'shop/logo.bin': Buffer.from([0, 1]),
        }),
      }),
    ],
  );

  // A milestone with a file; what was chosen and not uploaded is asked about.
  await press(developer, 'Add Milestone');
  const form = developer.getByRole('dialog', { name: 'Add New Milestone' });
  await form.getByLabel('Title').fill('Remember the cart');
  await form.getByLabel('Description').fill('It is still there after a reload.');
  await form
    .getByLabel('Files')
    .setInputFiles([asPayload({ name: 'sketch.png', content: PICTURE })]);
  await press(form, 'Add Milestone');
  const prompt = developer.getByRole('dialog', { name: 'Files Not Uploaded' });
  await expect(prompt.getByText('Are you sure you wish to proceed')).toBeVisible();
  await press(prompt, 'Cancel');
  await press(form, 'Upload 1 File');
  await expect(uploadedIn(form)).toContainText('sketch.png');
  // Closed and opened again, it has words and files as before.
  await developer.keyboard.press('Escape');
  await press(developer, 'Add Milestone');
  await expect(form.getByLabel('Title')).toHaveValue('Remember the cart');
  await expect(form.getByRole('list', { name: 'Uploaded before' })).toContainText('sketch.png');
  await press(form, 'Add Milestone');
  await expect(form).toBeHidden();
  await press(row(developer, 'Remember the cart'), 'Edit');
  const edit = developer.getByRole('dialog', { name: 'Edit Milestone' });
  await expect(edit.getByRole('button', { name: 'Remove sketch.png' })).toBeVisible();
  await press(edit, 'Cancel');
  await submitPlan(developer);
  await press(customer, 'Remember the cart');
  const details = customer.getByRole('dialog', { name: 'Milestone Details' });
  await details.getByRole('button', { name: 'View sketch.png' }).click();
  await expect(customer.getByRole('img', { name: 'sketch.png' })).toBeVisible();
  await customer.keyboard.press('Escape');
  await expect(details).toBeVisible();
  await customer.keyboard.press('Escape');

  // Approved and not paid: delivered files show by name and size, and stay shut.
  await press(customer, 'Approve Plan');
  const checkout = customer.waitForEvent('popup');
  await press(customer.getByRole('dialog', { name: 'Approve Plan' }), "Let's do this!");
  await (await checkout).close();
  await press(developer, 'Start');
  await confirm(developer, 'Start');
  await press(row(developer, 'Remember the cart'), 'Submit');
  const submit = developer.getByRole('dialog', { name: 'Submit Milestone' });
  await submit.getByLabel('Message').fill('The cart is in local storage now.');
  await submit.getByLabel('Files').setInputFiles([
    asPayload({
      name: 'shop-done.zip',
      content: zipOf({
        'cart.ts': "let items = load('cart');\n",
        'load.ts': "export const hostile = '<img src=x onerror=alert(1)>';\n",
        'logo.bin': Buffer.from([0, 2]),
      }),
    }),
  ]);
  await press(submit, 'Upload 1 File');
  await expect(uploadedIn(submit)).toContainText('shop-done.zip');
  await press(submit, 'Submit Milestone');
  await expect(submit).toBeHidden();
  await press(row(customer, 'Remember the cart'), 'Review');
  const review = customer.getByRole('dialog', { name: 'Review Milestone' });
  const delivered = review.getByRole('button', { name: 'shop-done.zip' });
  await expect(delivered).toBeDisabled();
  await expect(delivered).toHaveAccessibleDescription(
    'The files of a delivery open once it is paid for.',
  );
  await expectAccessible(customer, '[role=dialog]');
  await expect(review.getByRole('button', { name: 'Changed Files' })).toBeHidden();

  // Paid in another tab: it opens here, without a reload.
  const tab = await customer.context().newPage();
  await tab.goto(customer.url());
  await pay(tab, button(row(tab, 'Remember the cart'), 'Pay Milestone'));
  await expect(delivered).toBeEnabled();
  await review.getByRole('button', { name: 'Changed Files' }).focus();
  await customer.keyboard.press('Enter');
  const changes = customer.getByRole('dialog', { name: 'Changed Files' });
  await expect(changes.getByText('2 changed, 1 added')).toBeVisible();
  await expect(changes.getByRole('button', { name: 'Download', exact: true })).toBeVisible();
  for (const name of ['cart.ts', 'load.ts', 'logo.bin']) {
    await changes.getByRole('button', { name }).focus();
    await customer.keyboard.press('Enter');
  }
  await expect(changes.getByText('removed: let items = [];')).toBeVisible();
  await expect(changes.getByText("added: let items = load('cart');")).toBeVisible();
  await expect(changes.getByText('<img src=x onerror=alert(1)>')).toBeVisible();
  await expect(changes.getByText('This file is no text')).toBeVisible();
  await expect(changes.locator('img')).toHaveCount(0);
  await expectAccessible(customer, '[role=dialog]');
  await customer.keyboard.press('Escape');
  await expect(review.getByRole('button', { name: 'Changed Files' })).toBeFocused();
  await press(review, 'Approve');
  await confirm(customer, 'Approve Milestone');
  await expect(customer.getByRole('dialog', { name: 'Rate Developer' })).toBeVisible();
});

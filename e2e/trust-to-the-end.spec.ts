import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { evidenceFileSchema } from '../domain/evidence.ts';
import { expectAccessible } from './axe.ts';
import { letWeeksPass } from './pass-weeks.ts';
import { button, confirm, pay, planTogether, press, row, say, submitPlan } from './plan.ts';
import { expect, test } from './server.ts';

/** The site that the unblocker deploys: down until it is mended. */
async function aSite() {
  const shown = { status: 500, page: '<h1>Internal error</h1>' };
  const server = createServer((_, response) => {
    response.writeHead(shown.status, { 'content-type': 'text/html' }).end(shown.page);
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { shown, url, close: () => server.close() };
}

const screen = { name: 'signed-in.png', mimeType: 'image/png' };
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A folder with nothing but what is saved there, as on another machine. */
function anotherMachine(folder: string) {
  const root = path.resolve(import.meta.dirname, '..');
  const { PATH = '' } = process.env;
  return (...names: string[]) => {
    const files = names.map((name) => path.join(folder, name));
    const args = ['--prefix', root, 'run', '--silent', 'verify-evidence', '--', ...files];
    const { status, stdout, stderr } = spawnSync('npm', args, {
      cwd: folder,
      env: { PATH, HOME: folder },
      encoding: 'utf8',
    });
    return { status, said: stdout + stderr };
  };
}

/** Saves the evidence file of a request in a folder. */
async function saveEvidence(side: Page, folder: string): Promise<string> {
  const download = side.waitForEvent('download');
  await press(side, 'Evidence File');
  const file = path.join(folder, 'evidence.json');
  await (await download).saveAs(file);
  return file;
}

test('two agree on checks, silence approves the work, what breaks again is repaired, and its evidence is whole elsewhere', async ({
  page,
  newPerson,
  server,
}, info) => {
  const site = await aSite();
  const { customer, developer, ticketId } = await planTogether(
    { page, newPerson, server },
    'Sign-in shows an error',
  );

  // The plan says when it is done.
  await press(developer, 'Add Milestone');
  const form = developer.getByRole('dialog', { name: 'Add New Milestone' });
  await form.getByLabel('Title').fill('Mend the sign-in');
  await form.getByLabel('Description').fill('It works again, and you can see it.');
  const list = form.getByRole('list', { name: 'Done When' });
  await expect(list.getByLabel('Check 1')).toBeVisible();
  await press(form, 'Sign-in works on the deployed site');
  await expect(list.getByLabel('Check 1')).toHaveValue('Sign-in works on the deployed site');
  await press(form, 'Add a Check');
  await list.getByLabel('Check 2').fill('The home page greets me');
  await list.getByRole('button', { name: 'Check by Address' }).nth(1).click();
  await list.getByLabel('Address 2').fill('https://me:secret@example.com');
  await press(form, 'Add Milestone');
  await expect(list.getByText('Please leave the name and the password out')).toBeVisible();
  await list.getByLabel('Address 2').fill(site.url);
  await list.getByLabel('Words That Must Appear 2').fill('Welcome back');
  await press(form, 'Add Milestone');
  await expect(form).toBeHidden();
  await submitPlan(developer);

  // The customer reads it before they approve.
  await expect(row(customer, 'Mend the sign-in')).toContainText('Done when 2 checks work');
  await press(customer, 'Approve Plan');
  const approval = customer.getByRole('dialog', { name: 'Approve Plan' });
  const promised = approval.getByRole('list', { name: 'Done When' });
  await expect(promised).toContainText('Sign-in works on the deployed site');
  await expect(promised).toContainText('answers 200 with “Welcome back”');
  await pay(customer, () => press(approval, "Let's do this!"));

  // Handed in with evidence, while the site is still down.
  await press(row(developer, 'Mend the sign-in'), 'Start');
  const handIn = developer.getByRole('dialog', { name: 'Submit Milestone' });
  await press(row(developer, 'Mend the sign-in'), 'Submit');
  await handIn.getByLabel('Message').fill('It is deployed.');
  const shown = handIn.getByLabel('Evidence for: Sign-in works on the deployed site');
  await shown.fill('This is what I **see**.');
  await press(handIn, 'Add a Link or Pictures');
  await handIn.getByLabel('Link').fill('https://example.com/pull/7');
  await handIn
    .getByLabel('Pictures')
    .setInputFiles([{ ...screen, buffer: Buffer.from(PIXEL, 'base64') }]);
  await handIn.getByRole('button', { name: /^Upload \d/ }).click();
  await expect(handIn.getByRole('list', { name: 'Uploaded' })).toBeVisible();
  await press(handIn, 'Submit Milestone');
  await expect(handIn).toBeHidden();

  // Each check beside its evidence; the look at the address came by itself.
  await press(row(customer, 'Mend the sign-in'), 'Review');
  const review = customer.getByRole('dialog', { name: 'Review Milestone' });
  const checks = review.getByRole('region', { name: 'Checks' });
  const signIn = checks.getByRole('group', { name: 'Sign-in works on the deployed site' });
  const home = checks.getByRole('group', { name: 'The home page greets me' });
  await expect(signIn).toContainText('This is what I see.');
  await expect(signIn.getByRole('list', { name: 'Evidence' })).toBeVisible();
  await expect(home).toContainText('Answered 500 instead of 200');
  await expect(home).toContainText('“Welcome back” was not found');
  await expect(home).toContainText('Internal error');
  await signIn.getByRole('radio', { name: 'Works' }).check();
  await home.getByRole('radio', { name: 'Does not work' }).check();
  await home.getByLabel('Note').fill('I only see an error.');
  await expectAccessible(customer, '[role=dialog]');

  // Approving asks once more; sending it back says what failed.
  await press(review, 'Approve');
  const sure = customer.getByRole('dialog', { name: 'Approve All the Same?' });
  await expect(sure).toContainText('“The home page greets me” does not work.');
  await press(sure, 'Cancel');
  await press(review, 'Request Changes');
  const reject = customer.getByRole('dialog', { name: 'Request Changes' });
  await expect(reject.getByRole('list', { name: 'Does not work' })).toContainText(
    'The home page greets me',
  );
  await say(customer, 'Request Changes', 'Feedback', 'The page is down.');
  await customer.waitForURL('**/discussions/*');
  const thread = customer.getByRole('log', { name: 'Conversation' });
  await expect(thread).toContainText(
    'Does not work: The home page greets me (I only see an error.)',
  );
  const asked = developer.getByRole('region', { name: /^Changes Requested/ });
  await expect(asked).toContainText('The home page greets me');
  await expect(asked).toContainText('I only see an error.');
  await expect(row(developer, 'Mend the sign-in')).toContainText('1 of 2 checks works, 1 does not');

  // Mended and delivered again: it passes by its address.
  Object.assign(site.shown, { status: 200, page: '<p>Welcome back, Maya' });
  await press(row(developer, 'Mend the sign-in'), 'Start');
  await deliver(developer, 'Mend the sign-in', 'Now it is up.');
  await customer.goBack();
  await press(row(customer, 'Mend the sign-in'), 'Review');
  await expect(home).toContainText('Answered 200');
  await expect(home).toContainText('Welcome back, Maya');
  await expect(home.getByRole('radio', { name: 'Does not work' })).not.toBeChecked();
  await press(home, 'Check Now');
  await expect(button(home, 'Check Now')).toBeEnabled();
  await customer.keyboard.press('Escape');

  // Left alone, it is approved by the clock, once its customer was told.
  await expect(row(customer, 'Mend the sign-in')).toContainText('Approved by itself');
  await letWeeksPass(server, 1, ticketId);
  await server.mail('customer@example.com', 'Waiting for Your Review', 'approved by itself');
  await letWeeksPass(server, 1, ticketId);
  await server.mail('customer@example.com', 'Milestone Approved', 'approved by itself');
  for (const side of [customer, developer]) {
    await side.reload();
    await expect(row(side, 'Mend the sign-in')).toContainText('Accepted');
    await expect(side.getByText(/was approved by the clock/).first()).toBeVisible();
  }
  await press(row(customer, 'Mend the sign-in'), 'View');
  const view = customer.getByRole('dialog', { name: 'View Milestone' });
  await expect(view.getByRole('list', { name: 'Checks of delivery 1' })).toContainText(
    'I only see an error.',
  );
  await expect(view.getByRole('list', { name: 'Done When' })).toContainText('Works:');
  await customer.keyboard.press('Escape');

  // It breaks again: the same check fails, and is repaired for nothing.
  Object.assign(site.shown, { status: 500, page: '<h1>Internal error</h1>' });
  await press(row(customer, 'Mend the sign-in'), 'It Broke Again');
  const broke = customer.getByRole('dialog', { name: 'It Broke Again' });
  await broke.getByLabel('The home page greets me').check();
  await broke.getByLabel('Message').fill('The page is down again.');
  await press(broke, 'It Broke Again');
  await expect(broke).toBeHidden();
  const repair = 'Repair: Mend the sign-in';
  await expect(row(developer, repair)).toContainText('Free repair');
  await server.mail('developer@example.com', 'It Broke Again', '- The home page greets me');
  Object.assign(site.shown, { status: 200, page: '<p>Welcome back, Maya' });
  await deliver(developer, repair, 'It is up, and watched.');
  await press(row(customer, repair), 'Review');
  await expect(home).toContainText('Answered 200');
  await expect(review).not.toContainText('Pay Milestone');
  await press(review, 'Approve');
  await confirm(customer, 'Approve Milestone');
  await expect(customer.getByText('Finished: the work is approved').first()).toBeVisible();
  await expect(developer.getByText('Finished: your work is approved').first()).toBeVisible();
  await customer.reload();
  await expect(row(customer, repair)).toContainText('Accepted');

  // All of it is in the file that each side keeps, and it is whole on another machine.
  for (const side of [customer, developer]) {
    const folder = info.outputPath(side === customer ? 'customer' : 'developer');
    const file = await saveEvidence(side, folder);
    const keys = await (await page.request.get('/api/evidence/keys')).text();
    writeFileSync(path.join(folder, 'keys.json'), keys);
    const verify = anotherMachine(folder);
    expect(verify('evidence.json', 'keys.json')).toMatchObject({
      status: 0,
      said: expect.stringContaining('This evidence file is whole.'),
    });
    const text = readFileSync(file, 'utf8');
    const told = evidenceFileSchema.parse(JSON.parse(text)).entries.map(({ says }) => says);
    for (const fact of [
      'The page is down.',
      '“Mend the sign-in” was approved by the clock',
      'said that “Mend the sign-in” broke again',
    ])
      expect(told.join('\n')).toContain(fact);
    writeFileSync(path.join(folder, 'altered.json'), text.replace('It is up, and', 'It is up, un'));
    expect(verify('altered.json', 'keys.json')).toMatchObject({
      status: 1,
      said: expect.stringMatching(/What entry \d+ says was altered\./),
    });
    const stranger = await newPerson();
    await stranger.goto('/verify');
    const choose = stranger.getByLabel('Evidence file', { exact: true });
    await expect(choose).toBeEnabled();
    await choose.setInputFiles(file);
    await expect(stranger.getByText('This evidence file is whole.')).toBeVisible();
  }
  site.close();
});

async function deliver(developer: Page, title: string, message: string): Promise<void> {
  await press(row(developer, title), 'Submit');
  const dialog = developer.getByRole('dialog', { name: 'Submit Milestone' });
  await dialog.getByLabel('Message').fill(message);
  await press(dialog, 'Submit Milestone');
  await expect(dialog).toBeHidden();
}

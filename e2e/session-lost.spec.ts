import type { Locator, Page } from '@playwright/test';
import { SESSION_KEY } from '../web/api/stored-session.ts';
import { newCustomer, PASSWORD } from './account-people.ts';
import { codeOf, turnOnTwoSteps } from './authenticator.ts';
import { expectAccessibleInEveryLook } from './axe.ts';
import { press } from './plan.ts';
import { expect, signIn, signInAt, test, visit } from './server.ts';

const DEMO = 'unblock-demo';
const A_FILE = {
  name: 'error.log',
  mimeType: 'text/plain',
  buffer: Buffer.from('TypeError: undefined is not a function'),
};

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const again = (page: Page) => dialog(page, 'Sign in to go on');

/** The session ends elsewhere, as by "Sign Out Other Devices": this browser does not know it yet. */
async function revoke(page: Page): Promise<void> {
  await page.evaluate(async (key) => {
    const { access_token } = JSON.parse(localStorage.getItem(key) ?? '{}');
    const headers = { authorization: `Bearer ${access_token}` };
    const answer = await fetch('/auth/v1/logout?scope=global', { method: 'POST', headers });
    if (!answer.ok) throw new Error(`Ending the session was answered with ${answer.status}`);
  }, SESSION_KEY);
}

/** Its time has run out, and the token that renews it is worth nothing. */
async function expire(page: Page): Promise<void> {
  await page.evaluate((key) => {
    const session = JSON.parse(localStorage.getItem(key) ?? '{}');
    const over = { expires_at: Date.now() / 1000 - 60, refresh_token: 'spent' };
    localStorage.setItem(key, JSON.stringify({ ...session, ...over }));
  }, SESSION_KEY);
}

/** The page asks for something by itself, as it does when the connection comes back. */
async function notice(page: Page): Promise<void> {
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(again(page)).toBeVisible();
}

async function comeBack(page: Page, password = DEMO): Promise<void> {
  await expect(again(page)).toContainText('Your session has expired. Please log in again.');
  await again(page).getByLabel('Password').fill(password);
  await press(again(page), 'Sign In');
  await expect(again(page)).toBeHidden();
}

/** Loses the session over a form, and comes back to it as it stood. */
async function loseAndComeBack(
  page: Page,
  field: Locator,
  lose: (page: Page) => Promise<void> = revoke,
): Promise<void> {
  const words = `Written before it ended, ${crypto.randomUUID()}`;
  await field.fill(words);
  await lose(page);
  await notice(page);
  await comeBack(page);
  await expect(field).toHaveValue(words);
}

async function openRequest(page: Page, title: string): Promise<void> {
  await page.getByRole('link').filter({ hasText: title }).first().click();
  await expect(page.getByRole('heading', { level: 2, name: 'History' })).toBeVisible();
}

test("a customer's forms go on as they stood when the session was lost over them", async ({
  page,
}) => {
  await signIn(page, 'customer@example.com');
  await press(page, 'New Request');
  const request = dialog(page, 'Create a New Request');
  const words = `The session ends while I write ${Date.now()}`;
  await request.getByLabel('Description').fill(words);
  await request.getByLabel('Budget').fill('$70');
  await request.getByLabel('Files').setInputFiles(A_FILE);
  await press(request, 'Upload 1 File');
  await expect(request.getByRole('list', { name: 'Uploaded' })).toContainText('error.log');
  await revoke(page);
  // What was pressed is done once its author is back.
  await press(request, 'Submit Request');
  await expect(again(page)).toBeVisible();
  await expect(again(page).getByLabel('Email')).toHaveValue('customer@example.com');
  await expect(again(page).getByLabel('Password')).toBeFocused();
  await expectAccessibleInEveryLook(page, '[role=dialog]');
  await comeBack(page);
  await expect(page.getByText('Your request has been submitted successfully!')).toBeVisible();
  await press(page, 'Done');
  const card = page.getByRole('listitem').filter({ hasText: words });
  await expect(card.getByRole('button', { name: 'Show Files' })).toBeVisible();

  await visit(page, '/dashboard/customer/profile');
  await press(page, 'Edit');
  const profile = dialog(page, 'Edit Profile');
  await loseAndComeBack(page, profile.getByLabel('Last Name'), expire);
  await press(profile, 'Cancel');

  await visit(page, '/dashboard/customer');
  await openRequest(page, 'Expo build crashes at launch');
  await press(page, 'Get Help');
  const help = dialog(page, 'Get Help');
  await loseAndComeBack(page, help.getByRole('textbox').first());
  await press(help, 'Cancel');
  await page.getByRole('button', { name: 'Review', exact: true }).first().click();
  await press(dialog(page, 'Review Milestone'), 'Request Changes');
  const changes = dialog(page, 'Request Changes');
  await loseAndComeBack(page, changes.getByLabel('Feedback'), expire);
  await press(changes, 'Cancel');

  const id = new URL(page.url()).pathname.split('/').at(-1);
  await visit(page, `/discussions/${id}`);
  const composer = page.getByRole('textbox', { name: 'Message', exact: true });
  await loseAndComeBack(page, composer);
  await composer.fill('');
});

test("an unblocker's plan and delivery stay with their files when the session is lost", async ({
  page,
}) => {
  await signIn(page, 'developer@example.com');
  await openRequest(page, 'useEffect fetches in an endless loop');
  await press(page, 'Add Milestone');
  const plan = dialog(page, 'Add New Milestone');
  await plan.getByLabel('Files').setInputFiles(A_FILE);
  await loseAndComeBack(page, plan.getByLabel('Title'));
  await expect(plan.getByRole('list', { name: 'Chosen to upload' })).toContainText('error.log');
  await press(plan, 'Cancel');

  await visit(page, '/dashboard/developer');
  await openRequest(page, 'Next.js API route times out');
  await page.getByRole('button', { name: 'Submit', exact: true }).first().click();
  const delivery = dialog(page, 'Submit Milestone');
  await delivery.getByLabel('Files').first().setInputFiles(A_FILE);
  await press(delivery, 'Upload 1 File');
  await expect(delivery.getByRole('list', { name: 'Uploaded' })).toContainText('error.log');
  await loseAndComeBack(page, delivery.getByLabel('Message'), expire);
  await expect(delivery.getByRole('list', { name: 'Uploaded' })).toContainText('error.log');
  await press(delivery, 'Cancel');
});

test('whoever has two-step sign-in gives the code in the dialog as well, and goes on', async ({
  page,
  server,
}) => {
  const email = await newCustomer(server);
  const { secret, backupCodes } = await turnOnTwoSteps(server, email);
  await signInAt(page, '/dashboard/customer', email, PASSWORD);
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, 0));
  await page.keyboard.press('Enter');
  await press(page, 'New Request');
  const form = dialog(page, 'Create a New Request');
  const words = `It needs a code to go on ${Date.now()}`;
  await form.getByLabel('Description').fill(words);
  await form.getByLabel('Budget').fill('$70');
  await form.getByLabel('Files').setInputFiles(A_FILE);
  await press(form, 'Upload 1 File');
  await expect(form.getByRole('list', { name: 'Uploaded' })).toContainText('error.log');

  await revoke(page);
  await notice(page);
  const enterPassword = async () => {
    await again(page).getByLabel('Password').fill(PASSWORD);
    await press(again(page), 'Sign In');
  };
  await enterPassword();
  const code = again(page).getByLabel('Code', { exact: true });
  await expect(code).toBeFocused();
  await expect(again(page)).toContainText('Two-step sign-in is on');
  await expectAccessibleInEveryLook(page, '[role=dialog]');
  await code.fill('000000');
  await press(again(page), 'Continue');
  await expect(again(page).getByText('This code is not right')).toBeVisible();
  await expect(code).toBeFocused();
  await code.fill(codeOf(secret, 1));
  await page.keyboard.press('Enter');
  await expect(again(page)).toBeHidden();
  await expect(form.getByLabel('Description')).toHaveValue(words);

  // Once more, by a backup code.
  await revoke(page);
  await notice(page);
  await enterPassword();
  await press(again(page), 'Use a backup code instead');
  const backup = again(page).getByLabel('Backup Code');
  await expect(backup).toBeFocused();
  await backup.fill(backupCodes[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(again(page)).toBeHidden();
  await press(form, 'Submit Request');
  await expect(page.getByText('Your request has been submitted successfully!')).toBeVisible();
  await press(page, 'Done');
  const card = page.getByRole('listitem').filter({ hasText: words });
  await expect(card.getByRole('button', { name: 'Show Files' })).toBeVisible();

  // Given up before the code: the draft waits behind it, and nothing is shown without it.
  await press(page, 'New Request');
  await form.getByLabel('Description').fill('Given up before the code');
  await revoke(page);
  await notice(page);
  await enterPassword();
  await expect(code).toBeVisible();
  await press(again(page), 'Close');
  await expect(page).toHaveURL('/');
  await expect(page.getByLabel('What is stuck?')).toHaveValue('');
  await page.goto('/dashboard/customer');
  await expect(page.getByRole('button', { name: 'Sign In' }).first()).toBeVisible();
  await expect(page.getByLabel('What is stuck?')).toHaveValue('');
  await signInAt(page, '/dashboard/customer', email, PASSWORD);
  await press(page, 'Use a backup code instead');
  await page.getByLabel('Backup Code').fill(backupCodes[1] ?? '');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Your Dashboard' })).toBeVisible();
  await press(page, 'Continue');
  await expect(form.getByLabel('Description')).toHaveValue('Given up before the code');
});

test('another person who signs in there never sees it, and it is nobody else’s draft', async ({
  page,
  server,
}) => {
  const [first, second] = [await newCustomer(server), await newCustomer(server)];
  await signIn(page, first, PASSWORD);
  await press(page, 'New Request');
  const form = dialog(page, 'Create a New Request');
  await form.getByLabel('Description').fill('The secret of the first person');
  await form.getByLabel('Files').setInputFiles(A_FILE);
  await revoke(page);
  await notice(page);
  await again(page).getByLabel('Email').fill(second);
  await again(page).getByLabel('Password').fill(PASSWORD);
  await press(again(page), 'Sign In');
  await expect(page.getByText('Welcome to Unblock')).toBeVisible();
  await expect(form).toBeHidden();
  await press(page, 'New Request');
  await expect(form.getByLabel('Description')).toHaveValue('');
  await expect(form.getByText('error.log')).toBeHidden();
  await page.keyboard.press('Escape');
  const kept = () => page.evaluate(() => JSON.stringify(localStorage));
  expect(await kept()).not.toContain('secret');

  // Given up, it waits for its author: as a draft, and for nobody who is not signed in.
  await press(page, 'New Request');
  await form.getByLabel('Description').fill('The secret of the second person');
  await form.getByLabel('Files').setInputFiles(A_FILE);
  await revoke(page);
  await notice(page);
  await press(again(page), 'Close');
  await expect(page).toHaveURL('/');
  await expect(page.getByLabel('What is stuck?')).toHaveValue('');
  await expect(page.getByText('error.log')).toBeHidden();
  await signIn(page, second, PASSWORD);
  await press(page, 'Continue');
  await expect(form.getByLabel('Description')).toHaveValue('The secret of the second person');
  await expect(form.getByText('error.log')).toBeVisible();
});

test('a form stays for its author when somebody else signs in in another tab', async ({
  page,
  server,
}) => {
  const [first, second] = [await newCustomer(server), await newCustomer(server)];
  await signIn(page, first, PASSWORD);
  await press(page, 'New Request');
  const form = dialog(page, 'Create a New Request');
  await form.getByLabel('Description').fill('Begun in the first tab');
  const other = await page.context().newPage();
  await signInAt(other, '/dashboard/customer', first, PASSWORD);
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Your Dashboard');
  await press(other, 'Sign Out');
  await expect(other).toHaveURL('/');
  await expect(again(page)).toBeVisible();
  await signIn(other, second, PASSWORD);
  await expect(again(page)).toContainText('Somebody else has signed in');
  await expect(other.getByText('Continue your draft')).toBeHidden();

  await again(page).getByLabel('Password').fill(PASSWORD);
  await press(again(page), 'Sign In');
  await expect(again(page)).toBeHidden();
  await expect(form.getByLabel('Description')).toHaveValue('Begun in the first tab');
  await expect(other.getByText(second)).toBeHidden();
  await form.getByLabel('Budget').fill('$50');
  await press(form, 'Submit Request');
  await expect(page.getByText('Your request has been submitted successfully!')).toBeVisible();
  await other.close();
});

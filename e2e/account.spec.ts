import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import {
  invite,
  linkIn,
  newAddress,
  newCustomer,
  newDeveloper,
  PASSWORD,
  signInByCall,
} from './account-people.ts';
import { expectAccessibleInEveryLook } from './axe.ts';
import { expect, signIn, signInAt, test } from './server.ts';

const NEW_PASSWORD = 'a better horse 8';

test('an applicant is approved, joins by the mail, and sees the open requests', async ({
  page: applicant,
  newPerson,
  server,
}) => {
  const email = newAddress('ada');
  await applicant.goto('/become-unblocker');
  const form = applicant.locator('#signup-form');
  await form.getByLabel('Name').fill('Ada Lovelace');
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Specialty').selectOption('fullstack');
  await form.getByLabel('Bio').fill('See https://github.com/ada, not javascript:alert(1)');
  await form.getByRole('button', { name: 'Join the Waitlist' }).click();
  await expect(applicant.getByText('You were added to the waiting list!')).toBeVisible();

  const moderator = await newPerson();
  await signIn(moderator, 'moderator@example.com');
  await moderator.waitForURL('**/moderation');
  await expect(moderator.getByRole('heading', { level: 1, name: 'Moderation' })).toBeVisible();
  await moderator.getByRole('tab', { name: 'Waitlist' }).click();
  const entry = moderator.getByRole('listitem').filter({ hasText: email });
  await expect(entry.getByText('Full Stack')).toBeVisible();
  await expect(entry.getByRole('link', { name: 'https://github.com/ada' })).toHaveAttribute(
    'rel',
    /noopener/,
  );
  await expect(entry.getByRole('link', { name: /javascript/ })).toHaveCount(0);
  await entry.getByRole('button', { name: 'Approve' }).click();
  const approval = moderator.getByRole('dialog', { name: 'Approve Application' });
  await approval.getByLabel('Reason').fill('Her work speaks for her.');
  await approval.getByRole('button', { name: 'Approve' }).click();
  await expect(entry).toHaveCount(0);
  await moderator.getByRole('tab', { name: 'Audit Log' }).click();
  const logged = moderator.getByRole('row').filter({ hasText: email });
  const line = logged.filter({ hasText: 'Approved an application' });
  await expect(line).toContainText('Her work speaks for her.');

  const invitation = await server.mail(email, /join unblock/i);
  await applicant.goto(linkIn(invitation.text, /\/join\/[\w-]+/));
  await expect(applicant.getByText(email)).toBeVisible();
  await expect(applicant.getByLabel('First Name')).toHaveValue('Ada');
  await applicant.getByLabel('New Password', { exact: true }).fill(PASSWORD);
  await applicant.getByLabel('Confirm New Password').fill(PASSWORD);
  await applicant.getByRole('button', { name: 'Create Account' }).click();
  await applicant.waitForURL('**/dashboard/developer');
  await applicant
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Available Requests' })
    .click();
  await expect(applicant.getByText('Tickets matching your supported categories')).toBeVisible();
  await expect(applicant.getByRole('button', { name: 'Grab Request' }).first()).toBeVisible();

  // The link is used up.
  await applicant.goto(linkIn(invitation.text, /\/join\/[\w-]+/));
  await expect(applicant.getByRole('heading', { name: 'Invalid Link' })).toBeVisible();
});

test('a customer who is invited becomes an unblocker with the password they have', async ({
  page,
  server,
}) => {
  const email = await newCustomer(server);
  await signInAt(page, await invite(server, email), email, PASSWORD);
  await page.getByRole('button', { name: 'Accept Invitation' }).click();
  await page.getByRole('button', { name: 'Go to Sign In' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign In' });
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('**/dashboard/developer');
});

test('an applicant who is declined is told why', async ({ page: moderator, server }) => {
  const email = newAddress('linus');
  await fetch(`${server.url}/api/waitlist`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Linus', email, specialty: 'javascript' }),
  });
  await signIn(moderator, 'moderator@example.com');
  await moderator.getByRole('tab', { name: 'Waitlist' }).click();
  const entry = moderator.getByRole('listitem').filter({ hasText: email });
  await entry.getByRole('button', { name: 'Decline' }).click();
  const dialog = moderator.getByRole('dialog', { name: 'Decline Application' });
  await dialog.getByRole('button', { name: 'Decline' }).click();
  await expect(dialog.getByText('Please give a reason')).toBeVisible();
  await dialog.getByLabel('Reason').fill('We look for people who know React.');
  await dialog.getByRole('button', { name: 'Decline' }).click();
  await expect(entry).toHaveCount(0);
  const mail = await server.mail(email, /your application/i);
  expect(mail.text).toContain('We look for people who know React.');
  await moderator.getByLabel('Show', { exact: true }).selectOption('Declined');
  await expect(entry.getByText('We look for people who know React.')).toBeVisible();
});

test('nobody but a moderator finds the moderation pages', async ({ page }) => {
  await page.goto('/moderation');
  await page.waitForURL((url) => url.pathname === '/');
  await signIn(page, 'customer@example.com');
  for (const address of ['/moderation', '/moderation/profile']) {
    await page.goto(address);
    await page.waitForURL('**/dashboard/customer');
  }
});

test('a person edits their profile, picture included, and chooses their mails', async ({
  page,
  server,
}) => {
  const email = await newCustomer(server);
  await signInAt(page, '/dashboard/customer/profile', email, PASSWORD);
  await expect(
    page.getByText(
      'No tickets completed yet. Tickets will appear here once they are fully resolved.',
    ),
  ).toBeVisible();
  const profile = page.getByRole('region', { name: 'Profile' });
  await expect(profile.getByText(email)).toBeVisible();

  await profile.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' });
  await dialog.getByLabel('First Name').fill('R');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog.getByText('First name must be at least 2 characters')).toBeVisible();
  await dialog.getByLabel('First Name').fill('Robin');
  await dialog.getByLabel('Last Name').fill('Stuck');
  await dialog.getByLabel('Profile Image').setInputFiles('README.md');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(/^Failed to update profile: /);
  await dialog.getByLabel('Profile Image').setInputFiles('docs/roadmap.png');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog).toBeHidden();
  await expect(profile.getByText('Robin Stuck')).toBeVisible();
  await expect(profile.locator('img')).toHaveJSProperty('naturalWidth', 512);
  await profile.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByRole('button', { name: 'Remove Picture' }).click();
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog).toBeHidden();
  await expect(profile.locator('img')).toHaveCount(0);

  const reminders = page.getByRole('checkbox', { name: /^Plan submitted/ });
  await expect(reminders).toBeChecked();
  await reminders.uncheck();
  await expect(page.getByText('Saved')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('checkbox', { name: /^Plan submitted/ })).not.toBeChecked();
  await expect(page.getByRole('checkbox', { name: /^New messages/ })).toBeChecked();
});

test('a mail that was chosen in another tab shows as soon as it is read', async ({
  page,
  server,
}) => {
  const email = await newCustomer(server);
  const account = '/dashboard/customer/profile';
  await signInAt(page, account, email, PASSWORD);
  const reminders = (tab: Page) => tab.getByRole('checkbox', { name: /^Reminders/ });
  await reminders(page).uncheck();
  await expect(page.getByText('Saved')).toBeVisible();
  const other = await page.context().newPage();
  await other.goto(account);
  await expect(reminders(other)).not.toBeChecked();
  await reminders(other).check();
  await expect(other.getByText('Saved')).toBeVisible();

  await page.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' });
  await dialog.getByLabel('First Name').fill('Robin');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog).toBeHidden();
  await expect(reminders(page)).toBeChecked();
  await other.close();
});

test('a developer chooses how often they hear of new requests', async ({ page, server }) => {
  const email = await newDeveloper(server);
  await signIn(page, email, PASSWORD);
  await page.getByRole('link', { name: 'My Account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My Account' })).toBeVisible();
  await expect(page.getByText('None yet, so no requests are shown to you.')).toBeVisible();
  await page.getByLabel('New requests').selectOption('At once');
  await expect(page.getByText('Saved')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('New requests')).toHaveValue('at_once');
});

test('a new password ends the other browsers', async ({ page: here, newPerson, server }) => {
  const email = await newCustomer(server);
  const there = await newPerson();
  await signIn(there, email, PASSWORD);
  await signInAt(here, '/dashboard/customer/profile', email, PASSWORD);
  await here.getByRole('button', { name: 'Change Password' }).click();
  const dialog = here.getByRole('dialog', { name: 'Change Password' });
  await dialog.getByLabel('Current Password').fill('not my password');
  await dialog.getByLabel('New Password', { exact: true }).fill(NEW_PASSWORD);
  await dialog.getByLabel('Confirm New Password').fill(NEW_PASSWORD);
  await dialog.getByRole('button', { name: 'Update Password' }).click();
  await expect(dialog.getByText('This is not your password.')).toBeVisible();
  await dialog.getByLabel('Current Password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Update Password' }).click();
  await expect(dialog).toBeHidden();
  await expect(here.getByRole('list', { name: 'Devices' }).getByRole('listitem')).toHaveCount(1);

  await there.waitForURL((url) => url.pathname === '/');
  await signIn(there, email, NEW_PASSWORD);
});

test('a person sees their devices in words, and signs out one or all others', async ({
  page,
  server,
}) => {
  const email = await newCustomer(server);
  await signInByCall(server, email);
  await signInAt(page, '/dashboard/customer/profile', email, PASSWORD);
  const devices = page.getByRole('list', { name: 'Devices' }).getByRole('listitem');
  await expect(devices.filter({ hasText: 'This device' })).toContainText('Chrome on');
  // The link of the confirmation has opened a session too.
  const program = devices.filter({ hasText: 'curl' });
  await expect(program).toHaveCount(1);
  await program.getByRole('button', { name: 'End Session' }).click();
  await expect(program).toHaveCount(0);

  await signInByCall(server, email);
  await page.getByRole('button', { name: 'Sign Out Other Devices' }).click();
  await expect(page.getByText('Your other devices were signed out.')).toBeVisible();
  await expect(devices).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1, name: 'My Account' })).toBeVisible();
});

test('a person takes their data with them', async ({ page }) => {
  await signInAt(page, '/dashboard/customer/profile', 'customer@example.com');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export My Data' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toMatch(/^unblock-export-.*\.json$/);
  const text = await readFile(await saved.path(), 'utf8');
  expect(JSON.parse(text)).toMatchObject({ profile: { email: 'customer@example.com' } });
  expect(text).toContain('Stripe webhook answers 400 on every event');
});

test('an account with a running request stays', async ({ page }) => {
  await signInAt(page, '/dashboard/customer/profile', 'lena@example.com');
  await page.getByRole('button', { name: 'Delete Account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Account' });
  await expect(dialog.getByRole('heading', { name: 'What has to be ended' })).toBeVisible();
  const running = dialog.getByRole('listitem').filter({ hasText: 'Request #' });
  await expect(running.first()).toContainText(/Cancel Request|Ask to Cancel|Get Help|A moderator/);
  await dialog.getByLabel('Password').fill('not my password');
  await dialog.getByRole('button', { name: 'Delete Account' }).click();
  await expect(dialog.getByText('This is not your password.')).toBeVisible();
  await expect(dialog.getByLabel('Password')).toBeFocused();
  await dialog.getByLabel('Password').fill('unblock-demo');
  await dialog.getByRole('button', { name: 'Delete Account' }).click();
  await expect(dialog.getByRole('alert')).toContainText('still running');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { level: 1, name: 'My Account' })).toBeVisible();
});

test('a person deletes their account, and the address is free again', async ({ page, server }) => {
  const email = await newDeveloper(server);
  await signInAt(page, '/dashboard/developer/profile', email, PASSWORD);
  await page.getByRole('button', { name: 'Delete Account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Account' });
  await dialog.getByLabel('Password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Delete Account' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await expect(page.getByText('Your account was deleted.')).toBeVisible();
  await newCustomer(server, email);
  await signIn(page, email, PASSWORD);
  await page.waitForURL('**/dashboard/customer');
});

test('everybody can use their account page, in both themes and at every width', async ({
  page,
  newPerson,
}) => {
  await signInAt(page, '/dashboard/customer/profile', 'customer@example.com');
  await expect(page.getByText('This device')).toBeVisible();
  await expectAccessibleInEveryLook(page);
  for (const act of ['Edit', 'Change Password', 'Delete Account']) {
    await page.getByRole('button', { name: act, exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessibleInEveryLook(page, '[role=dialog]');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByRole('button', { name: act, exact: true })).toBeFocused();
  }
  const developer = await newPerson();
  await signInAt(developer, '/dashboard/developer/profile', 'developer@example.com');
  await expect(developer.getByText('This device')).toBeVisible();
  await expectAccessibleInEveryLook(developer);
});

test('everybody can use the moderation and join pages, in both themes and at every width', async ({
  page,
  newPerson,
  server,
}) => {
  const email = newAddress('grace');
  const link = await invite(server, email);
  await fetch(`${server.url}/api/waitlist`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Grace', email, specialty: 'aiml', bio: 'https://example.com' }),
  });
  await signIn(page, 'moderator@example.com');
  await page.getByRole('tab', { name: 'Waitlist' }).click();
  await expect(page.getByText(email)).toBeVisible();
  await expectAccessibleInEveryLook(page);
  for (const act of ['Approve Grace', 'Decline Grace', 'Invite']) {
    await page.getByRole('button', { name: act, exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessibleInEveryLook(page, '[role=dialog]');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  await page.getByRole('tab', { name: 'Audit Log' }).click();
  await expect(page.getByRole('row').filter({ hasText: email })).toBeVisible();
  await expectAccessibleInEveryLook(page);

  const guest = await newPerson();
  await guest.goto(link);
  await expect(guest.getByRole('button', { name: 'Create Account' })).toBeVisible();
  await expectAccessibleInEveryLook(guest);
  await guest.goto('/join/unknown');
  await expect(guest.getByRole('heading', { name: 'Invalid Link' })).toBeVisible();
  await expectAccessibleInEveryLook(guest);
});

import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { sql } from 'kysely';
import type { EntryProject, OwnApplication } from '../domain/application.ts';
import { entryCheckTexts, REVIEWER_MILESTONES } from '../domain/entry-test.ts';
import { zipOf } from '../server/testing/write-zip.ts';
import { linkIn, newAddress, newDeveloper, PASSWORD, signInByCall } from './account-people.ts';
import { expectAccessible } from './axe.ts';
import { inDatabase, runJob } from './database.ts';
import { expect, type RealServer, signIn, signInAt, test } from './server.ts';

/** Joins the waitlist as the form does; gives back the link of the receipt. */
async function join(server: RealServer, email: string): Promise<string> {
  const answer = await fetch(`${server.url}/api/waitlist`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Grace Okello', email, specialty: 'javascript' }),
  });
  expect(answer.ok).toBe(true);
  const mail = await server.mail(email, /waiting list/i);
  return linkIn(mail.text, /\/apply\/[\w-]+/);
}

/** The project of the entry test with its first fault mended. */
async function mended(server: RealServer): Promise<Buffer> {
  const answer = await fetch(`${server.url}/api/entry-project`);
  const { files } = (await answer.json()) as EntryProject;
  const contents = Object.fromEntries(files.map(({ path, text }) => [path, text]));
  const money = contents['lib/money.js']?.replace(
    'total += withDiscount(cents, percent) * count;',
    'total += cents * count;',
  );
  return zipOf({
    ...contents,
    'lib/money.js': money?.replace('return total;', 'return withDiscount(total, percent);') ?? '',
  });
}

/** An unblocker with as many approved milestones as a reviewer has. */
async function doneEnough(server: RealServer): Promise<string> {
  const email = await newDeveloper(server);
  await inDatabase(server, async ({ db }) => {
    await sql`insert into unblockers (developer_id, approved)
      select id, ${REVIEWER_MILESTONES} from users where email = ${email}`.execute(db);
  });
  return email;
}

/** Ends the minute in which an application may still be on its way, and has reviewers told. */
async function tellReviewers(server: RealServer): Promise<void> {
  await inDatabase(server, async ({ db }) => {
    await sql`update applications set submitted_at = submitted_at - interval '2 minutes'`.execute(
      db,
    );
    await runJob(db, 'tell-reviewers');
  });
}

/** What is read anew as the connection is back, from before what is sent next, and answered after it. */
async function olderAnswer(page: Page, address: string): Promise<{ comes: () => Promise<void> }> {
  const read = Promise.withResolvers<void>();
  const late = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const response = await route.fetch();
    read.resolve();
    await late.promise;
    await route.fulfill({ response });
  });
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await read.promise;
  return {
    comes: async () => {
      late.resolve();
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    },
  };
}

test('an applicant shows their work, two unblockers review it, and it stands on their profile', async ({
  page,
  newPerson,
  server,
}) => {
  test.slow();
  const email = newAddress('grace');
  const link = await join(server, email);
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Application');

  // Nothing may be missing.
  await page.getByRole('button', { name: 'Submit Application' }).click();
  await expect(page.getByText('Please name what it is')).toBeVisible();
  await expect(page.getByText('Please choose at least one field')).toBeVisible();
  await page.getByLabel('Title').fill('Checkout of a bookshop');
  await page.getByLabel('Address', { exact: true }).fill('javascript:alert(1)');
  await page.getByLabel('What You Did').fill('I found why orders were <b>paid twice</b>.');
  await page.getByRole('button', { name: 'Submit Application' }).click();
  await expect(page.getByText('Please give a whole address that begins with')).toBeVisible();
  await page.getByLabel('Address', { exact: true }).fill('https://example.com/bookshop');
  for (const box of ['Web', 'Backend', 'Cursor'])
    await page.getByLabel(box, { exact: true }).check();
  await page.getByLabel('Hours').fill('Evenings in Kampala');

  // What is typed is saved by itself.
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('What You Did')).toHaveValue(
    'I found why orders were <b>paid twice</b>.',
  );

  // The project is read here and downloaded.
  const tree = page.getByRole('tree', { name: 'Project Files' });
  await tree.getByRole('treeitem', { name: 'lib' }).click();
  await tree.getByRole('treeitem', { name: 'money.js' }).click();
  await expect(page.getByText('Half a cent is rounded up.')).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download Project' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('loaf-and-leaf.zip');

  // And comes back mended.
  const upload = page.getByLabel(/^Upload (?:Your|Another) Version$/);
  const zip = (buffer: Buffer) => ({ name: 'fixed.zip', mimeType: 'application/zip', buffer });
  await upload.setInputFiles(zip(Buffer.from('no archive at all')));
  await expect(page.getByRole('alert').getByText(/This is no/)).toBeVisible();
  await upload.setInputFiles(zip(await mended(server)));
  await expect(page.getByText('1 file changed, 2 lines added, 2 lines removed')).toBeVisible();
  await page.getByRole('button', { name: 'lib/money.js' }).click();
  await expect(page.getByRole('region', { name: 'Changes of lib/money.js' })).toBeVisible();
  for (const text of Object.values(entryCheckTexts))
    await page.getByLabel(`Evidence for: ${text}`).fill('I tried it fifty times.');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Submit Application' }).click();
  await expect(page.getByText('Two unblockers read it without your name')).toBeVisible();
  await expectAccessible(page);

  const other = await doneEnough(server);
  await tellReviewers(server);
  await server.mail(other, /review/i);
  for (const [name, password] of [['rosa@example.com'], [other, PASSWORD]] as const) {
    const reviewer = await newPerson();
    await signInAt(reviewer, '/dashboard/developer', name, password);
    await reviewer.getByRole('button', { name: 'Notifications' }).click();
    await reviewer.getByText(/applications? waits? for a review/).click();
    await expect(reviewer.getByRole('heading', { level: 1 })).toHaveText('Review Applications');
    await reviewer
      .getByRole('link', { name: /^Review application \d+$/ })
      .last()
      .click();
    await expect(reviewer.getByText('I found why orders were <b>paid twice</b>.')).toBeVisible();
    await expect(reviewer.getByText('Grace')).toHaveCount(0);
    await expect(reviewer.getByText('return withDiscount(total, percent);')).toBeVisible();
    await reviewer.getByRole('button', { name: 'Submit Review' }).click();
    await expect(reviewer.getByText('Please fill in: each check, Correctness')).toBeVisible();
    const form = reviewer.getByRole('complementary', { name: 'Your review' });
    for (const text of Object.values(entryCheckTexts))
      await form.getByRole('group', { name: text }).getByLabel('Works', { exact: true }).check();
    for (const mark of ['Correctness', 'Clarity', 'Care', 'Words'])
      await form.getByRole('group', { name: mark }).getByLabel('4 stars').check();
    await form.getByRole('group', { name: 'Recommend' }).getByLabel('Yes').check();
    await expectAccessible(reviewer);
    const older = await olderAnswer(reviewer, '**/api/entry-reviews/*');
    await reviewer.getByRole('button', { name: 'Submit Review' }).click();
    await expect(form.getByText('Recommended')).toBeVisible();
    await older.comes();
    await expect(form.getByText('Recommended')).toBeVisible();
  }

  const moderator = await newPerson();
  await signIn(moderator, 'moderator@example.com');
  await moderator.getByRole('tab', { name: 'Waitlist' }).click();
  const entry = moderator.getByRole('listitem').filter({ hasText: email });
  await expect(entry.getByText('Entry test, 2 of 2 reviews, 2 recommending')).toBeVisible();
  await entry.getByRole('button', { name: 'Show Application of Grace Okello' }).click();
  const dialog = moderator.getByRole('dialog', { name: 'Application of Grace Okello' });
  await expect(dialog.getByText('Rosa Jiménez')).toBeVisible();
  await expect(dialog.getByText('Evenings in Kampala')).toBeVisible();
  await expectAccessible(moderator, '[role=dialog]');
  await moderator.keyboard.press('Escape');
  await entry.getByRole('button', { name: 'Approve Grace Okello' }).click();
  const approve = moderator.getByRole('dialog', { name: 'Approve Application' });
  await approve.getByLabel('Reason').fill('Two unblockers recommend her.');
  await approve.getByRole('button', { name: 'Approve' }).click();
  await expect(moderator.getByText('Grace Okello was approved and invited.')).toBeVisible();
  await expect(entry).toHaveCount(0);

  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Your Application Was Decided' })).toBeVisible();
  const invitation = await server.mail(email, /join unblock/i);
  await page.goto(linkIn(invitation.text, /\/join\/[\w-]+/));
  await expect(page.getByLabel('Last Name')).toHaveValue('Okello');
  await page.getByLabel('New Password', { exact: true }).fill('ein Haus am See 9');
  await page.getByLabel('Confirm New Password').fill('ein Haus am See 9');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.waitForURL('**/dashboard/developer');

  const token = await signInByCall(server, email, 'ein Haus am See 9');
  const slug = `grace-${Date.now().toString(36)}`;
  const saved = await fetch(`${server.url}/api/me/public-profile`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({
      is_public: true,
      slug,
      headline: 'Checkouts that add up',
      words: '',
      categories: ['web'],
      ai_tools: ['CURSOR'],
      languages: ['en'],
      time_zone: 'Africa/Kampala',
    }),
  });
  expect(saved.ok).toBe(true);
  const reader = await newPerson();
  await reader.goto(`${server.url}/unblockers/${slug}`);
  const badges = reader.getByRole('list', { name: 'Checked' });
  await expect(badges.getByText('Passed the entry test')).toBeVisible();
  await expectAccessible(reader);
});

test('what an applicant has written is there again after a look at another page', async ({
  page,
  server,
}) => {
  const link = await join(server, newAddress('again'));
  const toFaq = () =>
    page.getByRole('banner').getByRole('link', { name: 'FAQ', exact: true }).click();
  const words = page.getByLabel('What You Did');
  await page.goto(link);
  await words.fill('I found why orders were paid twice');
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  await toFaq();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('FAQ');
  await page.goBack();
  await expect(words).toHaveValue('I found why orders were paid twice');

  // Nor does the next letter save what was there at first.
  await words.press('End');
  await words.press('.');
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  await page.reload();
  await expect(words).toHaveValue('I found why orders were paid twice.');

  // What is typed while it is saved by hand is saved after that, however long it takes.
  const token = link.split('/').at(-1);
  const stored = async () => {
    const answer = await fetch(`${server.url}/api/applications/${token}`);
    const { application } = (await answer.json()) as OwnApplication;
    return application?.examples[0]?.text;
  };
  const late = Promise.withResolvers<void>();
  await page.route(
    '**/api/applications/*',
    async (route) => {
      await late.promise;
      return route.continue();
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Save Draft' }).click();
  await words.fill('I found why orders were paid late.');
  // Longer than it waits for the next letter.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 2500)));
  late.resolve();
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  await expect.poll(stored).toBe('I found why orders were paid late.');

  // Where a save by hand fails, what was to be saved by itself still is.
  await page.route('**/api/applications/*', (route) => route.abort(), { times: 1 });
  await words.fill('I found it.');
  await page.getByRole('button', { name: 'Save Draft' }).click();
  await expect.poll(stored).toBe('I found it.');

  // What was written just before is saved on the way out, and shown before it has arrived.
  const arriving = Promise.withResolvers<void>();
  await page.route('**/api/applications/*', async (route) => {
    if (route.request().method() === 'PUT') await arriving.promise;
    return route.continue();
  });
  await words.fill('I found it, and mended it.');
  await toFaq();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('FAQ');
  await page.goBack();
  await expect(words).toHaveValue('I found it, and mended it.');
  arriving.resolve();
  await expect.poll(stored).toBe('I found it, and mended it.');
});

test('a link that is unknown or has none of it says what to do', async ({ page, server }) => {
  await page.goto('/apply/unknown');
  await expect(page.getByRole('heading', { name: 'Invalid Link' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Become an Unblocker' }).last()).toBeVisible();
  await expectAccessible(page);

  // A moderator reads plainly that there is no test.
  const email = newAddress('plain');
  await join(server, email);
  await signIn(page, 'moderator@example.com');
  await page.getByRole('tab', { name: 'Waitlist' }).click();
  const entry = page.getByRole('listitem').filter({ hasText: email });
  await expect(entry.getByText('There is no entry test')).toBeVisible();
  await entry.getByRole('button', { name: 'Approve Grace Okello' }).click();
  const approve = page.getByRole('dialog', { name: 'Approve Application' });
  await expect(approve.getByText('There is no entry test.')).toBeVisible();
  await approve.getByLabel('Reason').fill('We know her work.');
  await approve.getByRole('button', { name: 'Approve' }).click();
  await expect(entry).toHaveCount(0);
});

test('an unblocker without finished work reads what is missing', async ({ page }) => {
  await signInAt(page, '/dashboard/developer/applications', 'ivan@example.com');
  await expect(page.getByText('You can review applications once 3 of your')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Find a Request' })).toBeVisible();
  // The same behind a link to one of them.
  await page.goto(`/dashboard/developer/applications/${randomUUID()}`);
  await expect(page.getByText('You can review applications once 3 of your')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try Again' })).toHaveCount(0);
});

import { randomUUID } from 'node:crypto';
import { expectAccessible } from './axe.ts';
import { losingAnswer } from './lost-answer.ts';
import { caller, deliveredAndPaid } from './moderated-work.ts';
import { expect, signIn, signInAt, test } from './server.ts';

const PROFILE = '/dashboard/developer/profile';

test('an unblocker publishes a profile, is found signed out, and takes it back', async ({
  page,
  newPerson,
  server,
}) => {
  await signInAt(page, PROFILE, 'ivan@example.com');
  await page.getByRole('button', { name: 'Edit Public Profile' }).click();
  const dialog = page.getByRole('dialog', { name: 'Public Profile' });
  await expect(dialog.getByLabel('Address')).toHaveValue('ivan-petrov');
  await dialog.getByLabel('Everybody can find and read my profile').check();
  await dialog.getByLabel('Address').fill('moderator');
  await dialog.getByRole('button', { name: 'Save Public Profile' }).click();
  await expect(dialog.getByText('This address is not given out')).toBeVisible();
  await expect(dialog.getByText('Please say in one line what you do')).toBeVisible();
  await dialog.getByLabel('Address').fill('ana-silva');
  await dialog.getByLabel('Headline').fill('Kotlin apps that crash <b>at start</b>');
  await dialog.getByLabel('About You').fill('I read **stack traces** all day.');
  await dialog.getByLabel('Languages').selectOption('Bulgarian');
  await dialog.getByLabel('Time Zone').selectOption('Europe/Sofia');
  // Closed by mistake.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Edit Public Profile' }).click();
  await expect(dialog.getByLabel('Headline')).toHaveValue(/^Kotlin apps/);
  await expect(dialog.getByRole('list', { name: 'Chosen languages' })).toContainText('Bulgarian');
  await dialog.getByRole('button', { name: 'Save Public Profile' }).click();
  await expect(dialog.getByText('This address belongs to somebody else.')).toBeVisible();
  await expect(dialog.getByLabel('About You')).toHaveValue('I read **stack traces** all day.');
  await dialog.getByLabel('Address').fill('ivan-petrov');
  await dialog.getByRole('button', { name: 'Save Public Profile' }).click();
  await expect(page.getByText('Your profile is public.')).toBeVisible();

  const reader = await newPerson();
  await reader.goto(`${server.url}/unblockers`);
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Unblockers');
  await reader.getByLabel('Search').fill('kotlin crash');
  await reader.getByLabel('Search').press('Enter');
  const list = reader.getByRole('list', { name: 'Unblockers' });
  await expect(list.getByRole('heading')).toHaveText(['Ivan Petrov']);
  // A filter takes neither the focus nor what is typed while it is asked for.
  const search = reader.getByLabel('Search');
  const asked = Promise.withResolvers<void>();
  await reader.route('**/api/unblockers?*', async (route) => {
    await asked.promise;
    return route.continue();
  });
  await reader.getByLabel('Language').selectOption('Bulgarian');
  await search.press('End');
  await search.pressSequentially(' at start');
  asked.resolve();
  await expect(reader).toHaveURL(/language=bg/);
  await expect(search).toBeFocused();
  await expect(search).toHaveValue('kotlin crash at start');
  await reader.unroute('**/api/unblockers?*');
  // What changes the address from elsewhere changes the fields.
  await reader.getByRole('contentinfo').getByRole('link', { name: 'Unblockers' }).click();
  await expect(reader).toHaveURL(/unblockers$/);
  await expect(search).toHaveValue('');
  await reader.goBack();
  await expect(search).toHaveValue('kotlin crash');
  await expect(reader.getByLabel('Language')).toHaveValue('bg');
  await list.getByRole('link', { name: 'Ivan Petrov' }).click();
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Ivan Petrov');
  await expect(reader).toHaveTitle('Ivan Petrov, unblocker · Unblock');
  await expect(reader.getByText('Kotlin apps that crash <b>at start</b>')).toBeVisible();
  await expect(reader.getByText('stack traces')).toBeVisible();

  // Without scripts, as search engines and links read it.
  const text = await (await reader.request.get(`${server.url}/unblockers/ivan-petrov`)).text();
  expect(text).toContain('<h1 class="text-4xl">Ivan Petrov</h1>');
  expect(text).toContain('Kotlin apps that crash &lt;b&gt;at start&lt;/b&gt;');
  expect(text).toContain('"@type":"ProfilePage"');
  expect(text).not.toContain('ivan@example.com');

  await page.getByRole('button', { name: 'Edit Public Profile' }).click();
  await dialog.getByLabel('Headline').fill('Given up');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Edit Public Profile' }).click();
  await expect(dialog.getByLabel('Headline')).toHaveValue(/^Kotlin apps/);
  await dialog.getByLabel('Everybody can find and read my profile').uncheck();
  await dialog.getByRole('button', { name: 'Save Public Profile' }).click();
  await expect(page.getByText('Your profile is not public.')).toBeVisible();
  const gone = await reader.goto(`${server.url}/unblockers/ivan-petrov`);
  expect(gone?.status()).toBe(404);
  expect(gone?.headers()['cache-control']).toBe('no-store');
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Profile not found');
  await reader.getByRole('link', { name: 'See All Unblockers' }).click();
  await expect(list.getByRole('heading', { name: 'Ana Silva' })).toBeVisible();
  await expect(list.getByRole('heading', { name: 'Ivan Petrov' })).toHaveCount(0);
});

test('more of the directory is still there after Back from a profile', async ({ page }) => {
  // Two pages of whom there are.
  await page.route(/\/api\/unblockers\?/, async (route) => {
    const address = new URL(route.request().url());
    const isFirst = !address.searchParams.has('cursor');
    address.searchParams.delete('cursor');
    const response = await route.fetch({ url: address.href });
    const { items } = (await response.json()) as { items: object[] };
    const others = items.map((item) => ({ ...item, id: randomUUID(), full_name: 'Olga Other' }));
    const json = isFirst ? { items, next_cursor: 'more' } : { items: others, next_cursor: null };
    await route.fulfill({ response, json });
  });
  await page.goto('/unblockers/rosa-jimenez');
  await page.getByRole('link', { name: 'All unblockers' }).click();
  await page.getByRole('button', { name: 'Show More' }).click();
  const another = page.getByRole('link', { name: 'Olga Other' }).first();
  await another.click();
  await expect(page.getByRole('heading', { name: 'Reviews' })).toBeVisible();
  await page.goBack();
  await expect(another).toBeVisible();
});

test('a profile that could not be read is not said to be missing', async ({ page }) => {
  await page.goto('/unblockers');
  const list = page.getByRole('list', { name: 'Unblockers' });
  await expect(list).toBeVisible();
  await page.route('**/api/unblockers/*', (route) => route.abort('internetdisconnected'));
  await list.getByRole('link').first().click();
  await expect(page.getByRole('alert')).toContainText('network error');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This profile did not load');
  await expect(page).toHaveTitle('Unblocker · Unblock');
  await page.unroute('**/api/unblockers/*');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Reviews' })).toBeVisible();
});

test('a profile shows what was finished, its rates and the reviews of customers', async ({
  page,
}) => {
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto('/unblockers/rosa-jimenez');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rosa Jiménez');
  await expect(page).toHaveTitle('Rosa Jiménez, unblocker · Unblock');
  await expect(page.getByRole('heading', { name: '3 requests finished' })).toBeVisible();
  await expect(page.getByText('2 of 3 first deliveries approved')).toBeVisible();
  await expect(page.getByText('Pictures were forgotten at first')).toBeVisible();
  await expect(page.getByText('Noah')).toHaveCount(0);
  await expect(page.locator('meta[property="og:title"]')).toHaveCount(1);
  await expect(page.locator('link[rel=canonical]')).toHaveCount(1);
  expect(complaints).toEqual([]);
  await expectAccessible(page);
  await page.goto('/unblockers?sort=finished');
  await expect(page.getByRole('list', { name: 'Unblockers' })).toBeVisible();
  await expectAccessible(page);
});

test('both sides review each other blind, one replies, and a moderator hides reply and review', async ({
  page: customer,
  newPerson,
  server,
}) => {
  const sides = {
    customer: await caller(server, 'customer@example.com'),
    developer: await caller(server, 'developer@example.com'),
  };
  const { id } = await deliveredAndPaid(sides, 'the review of both');
  const developer = await newPerson();
  await signInAt(customer, `/dashboard/customer/plan/${id}`, 'customer@example.com');
  await signInAt(developer, `/dashboard/developer/plan/${id}`, 'developer@example.com');

  await customer.getByRole('button', { name: 'Rate Developer' }).click();
  const rating = customer.getByRole('dialog', { name: 'Rate Developer' });
  await expect(rating.getByText('or after 7 days')).toBeVisible();
  await rating.getByRole('radio', { name: '2 stars' }).check();
  await rating.getByLabel('Feedback').fill('Two days late, without a word.');
  // Closed by mistake.
  await customer.keyboard.press('Escape');
  await customer.getByRole('button', { name: 'Rate Developer' }).click();
  await expect(rating.getByRole('radio', { name: '2 stars' })).toBeChecked();
  await expect(rating.getByLabel('Feedback')).toHaveValue('Two days late, without a word.');
  // While it is sent, the focus stays, and nothing is changed that would not go along.
  const sent = Promise.withResolvers<void>();
  await customer.route('**/feedback', async (route) => {
    await sent.promise;
    return route.continue();
  });
  await rating.getByRole('radio', { name: '2 stars' }).press('Control+Enter');
  await expect(rating.getByLabel('Feedback')).not.toBeEditable();
  await expect(rating.getByRole('radio', { name: '2 stars' })).toBeFocused();
  await customer.keyboard.press('ArrowRight');
  await expect(rating.getByRole('radio', { name: '2 stars' })).toBeChecked();
  sent.resolve();
  await expect(rating).toBeHidden();
  const ofCustomer = customer.getByRole('region', { name: 'Reviews' });
  await expect(ofCustomer.getByText('Two days late')).toBeVisible();

  // The other side knows that there is one, and cannot read it.
  const ofDeveloper = developer.getByRole('region', { name: 'Reviews' });
  await expect(ofDeveloper.getByText('You can read it once you have left yours.')).toBeVisible();
  await expect(developer.getByText('Two days late')).toHaveCount(0);
  await developer.getByRole('button', { name: 'Rate Customer' }).click();
  const back = developer.getByRole('dialog', { name: 'Rate Customer' });
  await expect(back.getByText('The other side has left theirs.')).toBeVisible();
  await back.getByRole('button', { name: 'Submit Feedback' }).click();
  await expect(back.getByText('Please provide a rating or feedback (or both).')).toBeVisible();
  await back.getByLabel('Feedback').fill('Changed the goal on the last day.');
  await back.getByRole('button', { name: 'Submit Feedback' }).click();
  await expect(ofDeveloper.getByText('Two days late')).toBeVisible();
  await expect(ofCustomer.getByText('Changed the goal on the last day.')).toBeVisible();

  await ofDeveloper.getByRole('button', { name: 'Reply' }).click();
  const reply = developer.getByRole('dialog', { name: 'Reply to the Review' });
  await reply.getByLabel('Reply').fill('The date was moved with you, in the discussion.');
  await developer.keyboard.press('Escape');
  await ofDeveloper.getByRole('button', { name: 'Reply' }).click();
  await losingAnswer(developer, /\/reply$/, () =>
    reply.getByRole('button', { name: 'Send Reply' }).click(),
  );
  await expect(reply.getByRole('alert')).toContainText('network error');
  await reply.getByRole('button', { name: 'Send Reply' }).click();
  await expect(ofDeveloper.getByText('The date was moved with you')).toBeVisible();
  await expect(ofDeveloper.getByRole('button', { name: 'Reply' })).toHaveCount(0);
  await expect(ofCustomer.getByText('The date was moved with you')).toBeVisible();

  await ofCustomer.getByRole('button', { name: 'Report Reply' }).click();
  const insult = customer.getByRole('dialog', { name: 'Report the Reply' });
  await insult.getByLabel('What is wrong with it?').fill('It was not moved, and never with me.');
  await insult.getByRole('button', { name: 'Report Reply' }).click();
  await expect(customer.getByText('The reply has been reported to moderators')).toBeVisible();
  await expect(ofCustomer.getByRole('button', { name: 'Report Reply' })).toHaveCount(0);
  const publicPage = () =>
    developer.request.get(`${server.url}/unblockers/ana-silva`).then((answer) => answer.text());
  expect(await publicPage()).toContain('The date was moved with you');

  const moderator = await newPerson();
  await signIn(moderator, 'moderator@example.com');
  const queue = moderator.getByRole('region', { name: 'Reported Reviews' });
  const card = queue.getByRole('listitem').filter({ hasText: 'Two days late' });
  await expect(card.getByText('The reported reply by Ana')).toBeVisible();
  await expectAccessible(moderator);
  await card.getByRole('button', { name: 'Hide Reply' }).click();
  const hideReply = moderator.getByRole('dialog', { name: 'Hide Reply' });
  await hideReply.getByLabel('Reason').fill('The discussion shows that it was not moved.');
  await hideReply.getByRole('button', { name: 'Hide Reply' }).click();
  await expect(card).toHaveCount(0);
  await expect(ofCustomer.getByText('The date was moved with you')).toHaveCount(0);
  await expect(ofDeveloper.getByText('A moderator has hidden it')).toBeVisible();
  const shown = await publicPage();
  expect(shown).toContain('Two days late');
  expect(shown).not.toContain('The date was moved with you');
  await ofDeveloper.getByRole('button', { name: 'Appeal for the Reply' }).click();
  const appeal = developer.getByRole('dialog', { name: 'Appeal for the Reply' });
  await appeal.getByLabel('Your Answer').fill('It was moved on Monday.');
  await appeal.getByRole('button', { name: 'Send Appeal' }).click();
  await expect(ofDeveloper.getByText('Your appeal waits for a moderator.')).toBeVisible();

  await ofDeveloper.getByRole('button', { name: 'Report' }).click();
  const report = developer.getByRole('dialog', { name: 'Report the Review' });
  await report.getByLabel('What is wrong with it?').fill('It is not true: see the discussion.');
  await report.getByRole('button', { name: 'Report Review' }).click();
  await expect(developer.getByText('The review has been reported to moderators')).toBeVisible();

  await moderator.reload();
  await expect(card.getByText('It is not true: see the discussion.')).toBeVisible();
  await card.getByRole('button', { name: 'Hide Review' }).click();
  const hide = moderator.getByRole('dialog', { name: 'Hide Review' });
  await hide.getByLabel('Reason').fill('The discussion shows that the date was moved.');
  await hide.getByRole('button', { name: 'Hide Review' }).click();
  await expect(card).toHaveCount(0);
  await expect(developer.getByText('Two days late')).toHaveCount(0);
  await expect(ofCustomer.getByText('A moderator has hidden it')).toBeVisible();
});

import { randomUUID } from 'node:crypto';
import { newCustomer, newDeveloper, PASSWORD, signInByCall } from './account-people.ts';
import { expectAccessibleInEveryLook } from './axe.ts';
import { caller, posted } from './moderated-work.ts';
import { press } from './plan.ts';
import { expect, type RealServer, signInAt, test } from './server.ts';

const PROFILE = '/dashboard/developer/profile';
const AVAILABLE = '/dashboard/developer/available';
const MAYA = 'customer@example.com';

/** An unblocker who has just joined, of all web requests, with a public profile. */
async function newcomer(server: RealServer, first_name: string) {
  const email = await newDeveloper(server);
  const token = await signInByCall(server, email);
  const send = async (method: 'PATCH' | 'PUT', path: string, body: object) => {
    const answer = await fetch(server.url + path, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    expect(answer.ok, `${path} answered ${answer.status}`).toBe(true);
  };
  await send('PATCH', '/api/me', { first_name, supported_categories: ['web'] });
  const slug = `${first_name.toLowerCase()}-${randomUUID().slice(0, 8)}`;
  await send('PUT', '/api/me/public-profile', {
    is_public: true,
    slug,
    headline: 'Mends what broke',
    words: null,
    categories: ['web'],
    ai_tools: ['CLAUDE'],
    languages: ['en'],
    time_zone: 'Europe/Berlin',
  });
  return { email, profile: `/unblockers/${slug}`, send };
}

test('an unblocker goes away and comes back, takes one request at a time, and hears of what they look for', async ({
  page: dan,
  server,
}) => {
  const { email } = await newcomer(server, 'Danuta');
  const customer = await caller(server, MAYA);
  const title = `The cart forgets ${randomUUID().slice(0, 8)}`;
  const offered = [await posted(customer, title), await posted(customer, `${title} again`)];
  await signInAt(dan, PROFILE, email, PASSWORD);
  const availability = dan.getByRole('region', { name: 'Availability' });
  await expect(availability).toContainText('New on Unblock: 0 of first 3 requests finished');
  await availability.getByLabel('Away Until').fill('2020-01-01');
  await press(availability, 'I Am Away');
  await expect(availability.getByText('Away Until must not be in the past')).toBeVisible();
  const day = new Date(Date.now() + 20 * 86_400_000);
  await availability.getByLabel('Away Until').fill(day.toISOString().slice(0, 10));
  await press(availability, 'I Am Away');
  const words = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  await expect(availability.getByText(`Away until ${words.format(day)}`)).toBeVisible();
  await expectAccessibleInEveryLook(dan, '#availability');

  await dan.goto(AVAILABLE);
  const offer = (name: string) =>
    dan.getByRole('listitem').filter({ has: dan.getByText(name, { exact: true }) });
  const grab = (name: string) => offer(name).getByRole('button', { name: 'Grab Request' });
  await expect(grab(title)).toBeDisabled();
  await expect(grab(title)).toHaveAccessibleDescription(/You are away/);
  await dan.goto(PROFILE);
  // Another choice meanwhile would say what was before: it waits.
  const atATime = availability.getByLabel('Requests at a Time');
  const saving = Promise.withResolvers<void>();
  await dan.route('**/api/me/availability', async (route) => {
    if (route.request().method() === 'PUT') await saving.promise;
    return route.continue();
  });
  await press(availability, 'I Am Back');
  await expect(atATime).toBeDisabled();
  saving.resolve();
  await expect(availability.getByRole('button', { name: 'I Am Away' })).toBeVisible();
  await dan.unroute('**/api/me/availability');
  await atATime.selectOption('1 request');
  await expect(dan.getByText('Your number of requests was changed.')).toBeVisible();

  await dan.goto(AVAILABLE);
  await grab(title).click();
  await dan.getByRole('dialog').getByRole('button', { name: 'Grab Request' }).click();
  await dan.waitForURL(/\/dashboard\/developer\/plan\//);
  await dan.goto(AVAILABLE);
  await expect(grab(`${title} again`)).toHaveAccessibleDescription(/As many requests are running/);
  expect(offered).toHaveLength(2);

  await dan.goto(PROFILE);
  const alerts = dan.getByRole('region', { name: 'Alerts' });
  await expect(alerts.getByText('You have no alerts.')).toBeVisible();
  await press(alerts, 'New Alert');
  const dialog = dan.getByRole('dialog', { name: 'New Alert' });
  await dialog.getByLabel('Web', { exact: true }).check();
  await dialog.getByLabel('Words').fill('quaggatron');
  await dialog.getByLabel('Smallest Budget').fill('lots');
  await press(dialog, 'Add Alert');
  await expect(dialog.getByText('Please enter an amount in dollars')).toBeVisible();
  await dialog.getByLabel('Smallest Budget').fill('150');
  await expectAccessibleInEveryLook(dan, '[role=dialog]');
  await press(dialog, 'Add Alert');
  await expect(dialog).toBeHidden();
  await expect(alerts.getByText('Web, “quaggatron”, from $150')).toBeVisible();

  await posted(customer, 'Nothing that they look for');
  await posted(customer, 'The quaggatron does not start');
  const mail = await server.mail(email, 'New Request Created', 'quaggatron');
  expect(mail.text).toContain('that one of your alerts looks for');
  await dan.reload();
  await dan.getByRole('button', { name: 'Notifications' }).click();
  const news = dan.getByRole('dialog', { name: 'Notifications' });
  await expect(news.getByText('The quaggatron does not start')).toBeVisible();
  await expect(news.getByText('Nothing that they look for')).toHaveCount(0);
  await dan.keyboard.press('Escape');
  await press(alerts, 'Delete: Web, “quaggatron”, from $150');
  await dan.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(alerts.getByText('You have no alerts.')).toBeVisible();
});

test('a request that is gone while somebody is invited to it leaves room for another', async ({
  page,
  server,
}) => {
  const { profile } = await newcomer(server, 'Noor');
  const address = await newCustomer(server);
  const customer = await caller(server, address, PASSWORD);
  const kept = await posted(customer, 'The one that stays');
  const gone = await posted(customer, 'The one that goes');
  await signInAt(page, profile, address, PASSWORD);
  await press(page, 'Invite to a Request');
  const dialog = page.getByRole('dialog', { name: 'Invite Noor' });
  const request = dialog.getByLabel('Request');
  await request.selectOption(gone);
  const answer = await fetch(`${server.url}/api/tickets/${gone}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${await signInByCall(server, address)}` },
  });
  expect(answer.ok).toBe(true);
  await press(dialog, 'Invite');
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expect(request.getByText('The one that goes')).toHaveCount(0);
  // What is shown is what is sent.
  await expect(request).toHaveValue('');
  await expect(dialog.getByRole('button', { name: 'Invite' })).toBeDisabled();
  await request.selectOption(kept);
  await press(dialog, 'Invite');
  await expect(page.getByText('Your invitation was sent.')).toBeVisible();
});

test('a visitor invites an unblocker from their profile after signing in, who is new and says so', async ({
  page: maya,
  newPerson,
  server,
}) => {
  const { email, profile, send } = await newcomer(server, 'Nia');
  const customer = await caller(server, MAYA);
  const title = `The search finds nothing ${randomUUID().slice(0, 8)}`;
  const id = await posted(customer, title);
  await maya.goto(profile);
  await expect(maya.getByRole('main')).toContainText(
    'New on Unblock: 0 of first 3 requests finished',
  );
  await maya.getByRole('link', { name: 'Invite to a Request' }).click();
  const signIn = maya.getByRole('dialog', { name: 'Sign In' });
  await expect(signIn.getByText('Sign in to invite an unblocker.')).toBeVisible();
  await signIn.getByLabel('Email').fill(MAYA);
  await signIn.getByLabel('Password').fill('unblock-demo');
  await signIn.getByRole('button', { name: 'Sign In', exact: true }).click();

  const dialog = maya.getByRole('dialog', { name: 'Invite Nia' });
  await expect(dialog).toBeVisible();
  await expect(maya).toHaveURL(new RegExp(`${profile}\\?invite`));
  const chosen = `#${id.slice(-6).toUpperCase()} ${title}`;
  await dialog.getByLabel('Request').selectOption(chosen);
  await expectAccessibleInEveryLook(maya, '[role=dialog]');
  await press(dialog, 'Invite');
  await expect(dialog).toBeHidden();
  await expect(maya.getByText('Your invitation was sent.')).toBeVisible();
  await server.mail(email, /You Are Invited/);

  await press(maya, 'Invite to a Request');
  await dialog.getByLabel('Request').selectOption(chosen);
  await press(dialog, 'Invite');
  await expect(dialog.getByText('You have invited this unblocker already.')).toBeVisible();
  await maya.keyboard.press('Escape');

  // They take it, and its customer reads that they are new.
  const nia = await newPerson();
  await signInAt(nia, `/dashboard/developer/plan/${id}`, email, PASSWORD);
  await press(nia, 'Grab Request');
  await nia.getByRole('dialog').getByRole('button', { name: 'Grab Request' }).click();
  await expect(nia.getByRole('button', { name: 'Add Milestone' }).first()).toBeVisible();
  const mark = 'New on Unblock: 0 of first 3 requests finished';
  await maya.goto(`/dashboard/customer/plan/${id}`);
  await expect(maya.getByRole('region', { name: 'Request details' })).toContainText(mark);

  // Nobody invites whoever is away, or as an unblocker.
  const away_until = new Date(Date.now() + 5 * 86_400_000).toISOString();
  await send('PUT', '/api/me/availability', { away_until, max_running: 5 });
  await maya.goto(profile);
  await expect(maya.getByText(/^Away until /)).toBeVisible();
  await expect(maya.getByRole('button', { name: 'Invite to a Request' })).toBeDisabled();
  await nia.goto(profile);
  await expect(nia.getByRole('heading', { level: 1 })).toHaveText('Nia');
  await expect(nia.getByRole('link', { name: 'Dashboard' })).toBeVisible();
  await expect(nia.getByText('Invite to a Request')).toHaveCount(0);
});

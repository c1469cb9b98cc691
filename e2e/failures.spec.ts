import type { Page, Route } from '@playwright/test';
import { newCustomer, PASSWORD } from './account-people.ts';
import { losingAnswer } from './lost-answer.ts';
import { caller, grabbed, posted } from './moderated-work.ts';
import {
  addMilestone,
  button,
  confirm,
  pay,
  planTogether,
  press,
  review,
  row,
  submitPlan,
} from './plan.ts';
import { expect, signIn, signInAt, test } from './server.ts';
import { fillSignUp } from './sign-in.ts';
import { holdDelayedActs, letDelayedActs } from './timers.ts';

const REASON = 'We cannot do this right now. Please try again in a moment.';

/** In parts, so that no scanner takes this file for a leak. */
const KEY = ['sk', 'live', '4eC39HqLyjWDarjtT1zdp7dc'].join('_');

interface Call {
  method: 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  path: RegExp;
  /** What is answered; 0 is a lost connection. */
  status?: number;
}

/** Lets a call fail while something is done, and holds that it is said in exactly these words. */
async function failing(page: Page, call: Call, words: string, act: () => Promise<unknown>) {
  const { method, path, status = 503 } = call;
  // The same words may still stand there from a moment ago.
  const asked = page.waitForRequest(
    (request) => request.method() === method && path.test(request.url()),
  );
  await page.route(path, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    if (status === 0) return route.abort('internetdisconnected');
    return route.fulfill({
      status,
      contentType: 'application/problem+json',
      json: { status, code: 'out_of_order', title: 'Out of order', detail: REASON },
    });
  });
  await act();
  await asked;
  await expect(page.getByText(words, { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: words }).first()).toBeVisible();
  await page.unroute(path);
}

const TRY_AGAIN = 'Please try again.';

test('a request that cannot be made, changed, deleted, filtered or taken says so, and can be tried again', async ({
  page: customer,
  newPerson,
}) => {
  await signIn(customer, 'customer@example.com');
  await press(customer, 'New Request');
  const form = customer.getByRole('dialog', { name: 'Create a New Request' });
  const title = 'The widget vanishes on rotation';
  await form.getByLabel('Description').fill(title);
  await form.getByLabel('Budget').fill('$80');

  // The kinds of Mobile come and go with it; the name of another tool is asked for.
  const kinds = ['React Native', 'iOS', 'Android'];
  for (const kind of kinds) await expect(form.getByLabel(kind)).toBeHidden();
  await form.getByLabel('Mobile').check();
  await form.getByLabel('iOS').check();
  await form.getByLabel('Mobile').uncheck();
  for (const kind of kinds) await expect(form.getByLabel(kind)).toBeHidden();
  await form.getByLabel('Mobile').check();
  await expect(form.getByLabel('iOS')).not.toBeChecked();
  await form.getByLabel('Android').check();
  await expect(form.getByLabel('AI Tool', { exact: true })).toHaveValue('CHAT_GPT');
  await expect(form.getByLabel('Other AI Tool')).toBeHidden();
  await form.getByLabel('AI Tool', { exact: true }).selectOption('OTHER');
  await form.getByLabel('Other AI Tool').fill('Junie');
  const creation: Call = { method: 'POST', path: /\/api\/tickets$/ };
  await failing(customer, creation, `Failed to create ticket. ${TRY_AGAIN}`, () =>
    press(form, 'Submit Request'),
  );
  await expect(form.getByLabel('Other AI Tool')).toHaveValue('Junie');
  await press(form, 'Submit Request');
  await expect(customer.getByText('Your request has been submitted successfully!')).toBeVisible();
  await customer.keyboard.press('Escape');
  const card = customer.getByRole('listitem').filter({ hasText: title });
  await expect(card.getByRole('link')).toHaveText(/#[0-9A-F]{6} Android Issue with Junie$/);
  await expect(
    card.getByRole('list', { name: 'Progress' }).locator('[aria-current=step]'),
  ).toHaveText('Pending');
  // Sent and cleared.
  await press(customer, 'New Request');
  await expect(form.getByLabel('Description')).toHaveValue('');
  await press(form, 'Cancel');

  await press(card, 'Edit Request');
  const edit = customer.getByRole('dialog', { name: 'Edit Request' });
  await expect(edit.getByLabel('Android')).toBeChecked();
  await edit.getByLabel('Budget').fill('$90');
  const change: Call = { method: 'PATCH', path: /\/api\/tickets\/[^/]+$/ };
  await failing(customer, change, `Failed to create ticket. ${TRY_AGAIN}`, () =>
    press(edit, 'Save Changes'),
  );
  await press(edit, 'Save Changes');
  await expect(edit).toBeHidden();

  const developer = await newPerson();
  await signInAt(developer, '/dashboard/developer/available', 'developer@example.com');
  await press(developer, 'Filter Requests');
  const filter = developer.getByRole('dialog', { name: 'Filter Tickets' });
  await expect(filter).toBeVisible();
  const names = await filter
    .getByRole('checkbox', { checked: true })
    .evaluateAll((boxes) =>
      (boxes as HTMLInputElement[]).map((box) => box.labels?.[0]?.textContent?.trim() ?? ''),
    );
  for (const name of names) await filter.getByLabel(name, { exact: true }).uncheck();
  const filters: Call = { method: 'PATCH', path: /\/api\/me$/ };
  await failing(developer, filters, `Failed to update categories. ${TRY_AGAIN}`, () =>
    press(filter, 'Save Filters'),
  );
  await press(filter, 'Save Filters');
  await expect(filter).toBeHidden();
  await expect(
    developer.getByText('Set your supported categories to see available tickets'),
  ).toBeVisible();
  await expect(
    developer.getByText('No available tickets matching your categories. Check back later!'),
  ).toBeVisible();
  await press(developer, 'Filter Requests');
  for (const name of [...new Set([...names, 'Android'])]) {
    await filter.getByLabel(name, { exact: true }).check();
  }
  await press(filter, 'Save Filters');
  await expect(
    developer.getByText('Tickets matching your supported categories', { exact: true }),
  ).toBeVisible();

  const offer = developer.getByRole('listitem').filter({ hasText: title });
  await expect(offer).toContainText('$90');
  const talk: Call = { method: 'POST', path: /\/reserve$/ };
  await failing(developer, talk, `Failed to update ticket status. ${TRY_AGAIN}`, () =>
    press(offer, 'Message Customer'),
  );
  const grab: Call = { method: 'POST', path: /\/grab$/ };
  await failing(developer, grab, `Failed to activate ticket. ${TRY_AGAIN}`, async () => {
    await press(offer, 'Grab Request');
    const question = developer.getByRole('dialog', { name: 'Grab Request' });
    await expect(question).toContainText(
      'Are you sure you want to grab this ticket? This action cannot be undone.',
    );
    await press(question, 'Grab Request');
  });

  // Reserved, abandoned, and open again.
  await press(offer, 'Message Customer');
  await developer.waitForURL('**/discussions/*');
  const ticketId = new URL(developer.url()).pathname.split('/').at(-1) ?? '';
  await developer.goto('/dashboard/developer');
  const own = developer.getByRole('listitem').filter({ hasText: title });
  await expect(own.getByRole('link', { name: 'View Details' })).toBeVisible();
  await developer.goto(`/dashboard/developer/plan/${ticketId}`);
  const leave: Call = { method: 'POST', path: /\/abandon$/ };
  await failing(developer, leave, `Failed to abandon ticket. ${TRY_AGAIN}`, async () => {
    await press(developer, 'Abandon');
    await expect(developer.getByRole('dialog')).toContainText(
      'Are you sure you want to abandon this ticket? This action cannot be undone.',
    );
    await confirm(developer, 'Abandon');
  });
  await confirm(developer, 'Abandon');
  await expect(button(developer, 'Message Customer')).toBeVisible();

  // Not deleted: the list is read anew all the same. Then it is.
  await customer.goto('/dashboard/customer');
  const removal: Call = { method: 'DELETE', path: /\/api\/tickets\/[^/]+$/ };
  await card.getByRole('button', { name: 'Delete Request' }).click();
  const question = customer.getByRole('dialog', { name: 'Delete Request' });
  await expect(question).toContainText(
    'Are you sure you want to delete this ticket? This action cannot be undone.',
  );
  const again = customer.waitForRequest(/\/api\/tickets\?view=active/);
  await failing(customer, removal, `Failed to delete ticket. ${TRY_AGAIN}`, () =>
    press(question, 'Delete'),
  );
  await again;
  await card.getByRole('button', { name: 'Delete Request' }).click();
  await press(question, 'Cancel');
  await expect(card).toBeVisible();
  await card.getByRole('button', { name: 'Delete Request' }).click();
  // Deleted at the very moment when somebody would take it: they are told, and it leaves their list.
  await developer.goto('/dashboard/developer/available');
  await press(offer, 'Grab Request');
  await press(question, 'Delete');
  // Behind the question nothing is to be seen either.
  await expect(question).toBeHidden();
  await expect(card).toBeHidden();
  await confirm(developer, 'Grab Request');
  await expect(
    developer.getByRole('alert').filter({ hasText: `Failed to activate ticket. ${TRY_AGAIN}` }),
  ).toBeVisible();
  await expect(offer).toBeHidden();

  // Whoever looks at it now finds nothing, and is led home after three seconds.
  await holdDelayedActs(customer);
  for (const address of [ticketId, 'no-request']) {
    await customer.goto(`/dashboard/customer/plan/${address}`);
    await expect(customer.getByRole('heading', { level: 1 })).toHaveText(
      "Request not found. This request does not exist or you don't have permission to view it.",
    );
    if (address === ticketId) await press(customer, 'Return to Dashboard');
    else await letDelayedActs(customer, 3000);
    await customer.waitForURL('**/dashboard/customer');
  }
});

test('a request whose answer was lost is posted once, also from a form that was opened again', async ({
  page,
}) => {
  await signIn(page, 'customer@example.com');
  await press(page, 'New Request');
  const form = page.getByRole('dialog', { name: 'Create a New Request' });
  const title = `The train went into a tunnel ${Date.now()}`;
  await form.getByLabel('Description').fill(title);
  await form.getByLabel('Budget').fill('$80');
  await losingAnswer(page, /\/api\/tickets$/, () => press(form, 'Submit Request'));
  await expect(form.getByRole('alert')).toContainText('network error');
  await press(form, 'Cancel');
  await press(page, 'Continue');
  await press(form, 'Submit Request');
  await expect(page.getByText('Your request has been submitted successfully!')).toBeVisible();
  await page.reload();
  const cards = page.getByRole('main').getByRole('listitem').filter({ hasText: title });
  await expect(cards.first()).toBeVisible();
  await expect(cards).toHaveCount(1);
});

test('more of a list that does not come says so where it was asked for, and can be asked for again', async ({
  page,
  server,
}) => {
  // Somebody of whom nobody else tells anything meanwhile: that would read the list again.
  const email = await newCustomer(server);
  const sides = {
    customer: await caller(server, email, PASSWORD),
    developer: await caller(server, 'developer@example.com'),
  };
  await posted(sides.customer, 'The first of two');
  const id = await grabbed(sides, 'The list ends too early');
  const second = /cursor=/;
  const shorten = async (route: Route) => {
    const url = route
      .request()
      .url()
      .replace(/limit=\d+/, 'limit=1');
    return second.test(url) ? route.fallback() : route.continue({ url });
  };
  const fail = (route: Route) =>
    second.test(route.request().url())
      ? route.fulfill({ status: 400, json: { status: 400, detail: REASON } })
      : route.fallback();
  for (const [path, list] of [
    [/\/api\/tickets\?.*view=active/, '/dashboard/customer'],
    [/\/history\?/, `/dashboard/customer/plan/${id}`],
  ] as const) {
    await page.route(path, shorten);
    await page.route(path, fail);
    await signInAt(page, list, email, PASSWORD);
    const more = button(page, 'Show More');
    const alert = page.getByRole('alert').filter({ hasText: REASON });
    // What still loads above moves both, and a list that is read once more, as the live stream has only just
    // opened, says nothing of what failed before.
    await expect(async () => {
      await more.click();
      await expect(alert).toHaveCount(1, { timeout: 5000 });
      const said = await alert.boundingBox({ timeout: 2000 });
      const pressed = await more.boundingBox({ timeout: 2000 });
      expect(Math.abs((said?.y ?? Number.NaN) - (pressed?.y ?? 0))).toBeLessThan(120);
    }).toPass();
    await page.unroute(path, fail);
    await more.click();
    await expect(alert).toHaveCount(0);
    await page.unroute(path, shorten);
  }
});

test('counts that could not be read do not load for ever', async ({ page }) => {
  await page.route(/\/api\/tickets\?.*view=assigned/, (route) =>
    route.fulfill({ status: 400, json: { status: 400, detail: REASON } }),
  );
  await signIn(page, 'developer@example.com');
  await expect(page.getByRole('alert').filter({ hasText: REASON })).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: '–' })).toHaveCount(3);
});

test('a step of the plan that fails says so, keeps the words, and can be tried again', async ({
  page,
  newPerson,
  server,
}) => {
  const { customer, developer, ticketId } = await planTogether(
    { page, newPerson, server },
    'The chart has no legend',
  );
  await expect(
    customer.getByText('The unblocker is building a plan.', { exact: false }),
  ).toBeVisible();
  await press(developer, 'Add Milestone');
  const add = developer.getByRole('dialog', { name: 'Add New Milestone' });
  await add.getByLabel('Title').fill('Draw a legend');
  await add.getByLabel('Description').fill('Below the chart.');
  const saving: Call = { method: 'POST', path: /\/milestones$/ };
  await failing(developer, saving, 'Failed to save milestone', () => press(add, 'Add Milestone'));
  await expect(add.getByLabel('Title')).toHaveValue('Draw a legend');
  await press(add, 'Add Milestone');
  await expect(add).toBeHidden();
  await addMilestone(developer, 'Test it', '1');
  await expect(developer.getByRole('columnheader')).toHaveText([
    'Title',
    'Est. Time',
    'Hourly Rate',
    'Cost',
    'Status',
    'Paid?',
    'Actions',
  ]);
  await expect(customer.getByRole('columnheader', { name: 'Cost' })).toBeVisible();
  await expect(customer.getByRole('columnheader', { name: 'Paid?' })).toBeHidden();

  const removal: Call = { method: 'DELETE', path: /\/api\/milestones\// };
  await failing(developer, removal, `Failed to delete milestone. ${TRY_AGAIN}`, async () => {
    await press(row(developer, 'Test it'), 'Delete');
    await confirm(developer, 'Delete');
  });
  await confirm(developer, 'Delete');
  await expect(row(developer, 'Test it')).toBeHidden();

  const planning: Call = { method: 'POST', path: /\/submit-plan$/ };
  await failing(developer, planning, `Failed to update ticket status. ${TRY_AGAIN}`, async () => {
    await press(developer, 'Submit Plan');
    await confirm(developer, 'Submit Plan');
  });
  await developer.keyboard.press('Escape');
  await submitPlan(developer);

  await press(customer, 'Request Changes');
  const changes = customer.getByRole('dialog', { name: 'Request Changes' });
  // Keys and passwords do not leave unseen, whatever the dialog.
  const warning = customer.getByRole('dialog', { name: 'Keys or Passwords Found' });
  await changes.getByLabel('Feedback').fill(`Use mine: ${KEY}`);
  await press(changes, 'Request Changes');
  await expect(warning).toContainText('Feedback');
  await press(warning, 'Go Back');
  await expect(changes.getByLabel('Feedback')).toHaveValue(`Use mine: ${KEY}`);
  await changes.getByLabel('Feedback').fill('Put it to the right.');
  const sendingBack: Call = { method: 'POST', path: /\/request-changes$/ };
  await failing(customer, sendingBack, `Failed to reject plan. ${TRY_AGAIN}`, () =>
    press(changes, 'Request Changes'),
  );
  await expect(changes.getByLabel('Feedback')).toHaveValue('Put it to the right.');
  await press(changes, 'Cancel');
  await press(customer, 'Approve Plan');
  const approval = customer.getByRole('dialog', { name: 'Approve Plan' });
  const approving: Call = { method: 'POST', path: /\/approve-plan$/ };
  await failing(customer, approving, `Failed to update ticket status. ${TRY_AGAIN}`, () =>
    press(approval, "Let's do this!"),
  );
  await pay(customer, button(approval, "Let's do this!"));
  await expect(row(developer, 'Draw a legend')).toContainText('Held $');

  const status = `Failed to update milestone status. ${TRY_AGAIN}`;
  await failing(developer, { method: 'POST', path: /\/start$/ }, status, () =>
    press(developer, 'Start'),
  );
  await press(developer, 'Start');
  await press(row(developer, 'Draw a legend'), 'Submit');
  const delivery = developer.getByRole('dialog', { name: 'Submit Milestone' });
  await delivery.getByLabel('Message').fill(`The key is in the chart: ${KEY}`);
  const found = developer.getByRole('dialog', { name: 'Keys or Passwords Found' });
  await failing(developer, { method: 'POST', path: /\/submit$/ }, status, () =>
    press(delivery, 'Submit Milestone'),
  );
  await expect(delivery.getByLabel('Message')).toHaveValue(/^The key is in the chart: /);
  await press(delivery, 'Submit Milestone');
  await press(found, 'Mask and Submit Milestone');
  await expect(delivery).toBeHidden();

  await press(row(customer, 'Draw a legend'), 'Review');
  const delivered = customer.getByRole('dialog', { name: 'Review Milestone' });
  await expect(delivered).toContainText('The key is in the chart: ');
  await expect(delivered).not.toContainText(KEY);
  await press(delivered, 'Request Changes');
  await changes.getByLabel('Feedback').fill('It has no colours.');
  await failing(customer, { method: 'POST', path: /\/reject$/ }, 'Failed to reject milestone', () =>
    press(changes, 'Request Changes'),
  );
  await expect(changes.getByLabel('Feedback')).toHaveValue('It has no colours.');
  await press(changes, 'Cancel');
  await review(customer, 'Draw a legend', 'Approve');
  const accept = customer.getByRole('dialog', { name: 'Approve Milestone' });
  await failing(customer, { method: 'POST', path: /\/accept$/ }, 'Failed to accept milestone', () =>
    press(accept, 'Approve Milestone'),
  );
  await press(accept, 'Approve Milestone');

  // The rating: a refusal, a lost connection, an ended session.
  const rating = customer.getByRole('dialog', { name: 'Rate Developer' });
  await rating.getByRole('radio', { name: '5 stars' }).check();
  const path = /\/feedback$/;
  await failing(customer, { method: 'PUT', path }, `Failed to submit feedback: ${REASON}`, () =>
    press(rating, 'Submit Feedback'),
  );
  await failing(
    customer,
    { method: 'PUT', path, status: 0 },
    'Failed to submit feedback. Please check your connection and try again.',
    () => press(rating, 'Submit Feedback'),
  );
  await press(rating, 'Submit Feedback');
  await expect(rating).toBeHidden();

  // One counter and one card more for the unblocker; the request is no longer among the active.
  await developer.goto('/dashboard/developer');
  await expect(developer.locator('dt')).toHaveText([
    'In Progress',
    'Awaiting Response',
    'Completed',
  ]);
  await expect(developer.locator('dd').last()).toHaveText(/^[1-9]/);
  const cards = developer.getByRole('list').filter({ hasText: 'Create Plan' });
  await expect(cards.getByRole('link', { name: 'View Plan' }).first()).toBeVisible();
  await expect(developer.getByText('The chart has no legend')).toBeHidden();

  // Somebody new has none.
  await developer.route('**/api/tickets?view=assigned**', (route) =>
    route.fulfill({
      json: {
        items: [],
        next_cursor: null,
        counts: { in_progress: 0, awaiting_response: 0, completed: 0 },
      },
    }),
  );
  await developer.reload();
  await expect(developer.getByText('No active tickets assigned to you.')).toBeVisible();
  await expect(developer.locator('dd')).toHaveText(['0', '0', '0']);

  await customer.goto(`/dashboard/customer/plan/${ticketId}`);
  await press(customer, 'Rate Developer');
  await failing(
    customer,
    { method: 'PUT', path, status: 401 },
    'Your session has expired. Please log in again.',
    () => press(rating, 'Submit Feedback'),
  );
});

test('what was sent, asked or opened goes on where the code for it does not come', async ({
  page,
}) => {
  await test.step('the waitlist', async () => {
    await page.route('**/joined-dialog*', (route) => route.abort('internetdisconnected'));
    await page.route('**/api/waitlist', (route) => route.fulfill({ status: 201, json: {} }));
    await page.goto('/become-unblocker');
    const form = page.locator('#signup-form');
    await form.getByLabel('Name').fill('Ada Lovelace');
    await form.getByLabel('Email').fill('ada@example.com');
    await form.getByLabel('Specialty').selectOption('fullstack');
    await press(form, 'Join the Waitlist');
    await expect(page.getByText('You were added to the waiting list!')).toBeVisible();
    // Its dialog would say the same.
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('the example of an event', async () => {
    let isLost = true;
    await page.route(/(webhook|event)-example/, (route) =>
      isLost ? route.abort('internetdisconnected') : route.continue(),
    );
    await page.goto('/developers');
    const failed = page.waitForEvent('requestfailed', (request) => /-example/.test(request.url()));
    await page.getByText('plan.submitted', { exact: true }).click();
    await failed;
    isLost = false;
    await expect(page.getByText('"type": "plan.submitted"')).toBeVisible();
    // One is opened while the page's own code is still on its way.
    const begins = Promise.withResolvers<void>();
    await page.route('**/assets/entry.client-*', async (route) => {
      await begins.promise;
      await route.continue();
    });
    await page.reload({ waitUntil: 'commit' });
    await page.getByText('plan.submitted', { exact: true }).click();
    begins.resolve();
    await expect(page.getByText('"type": "plan.submitted"')).toBeVisible();
  });

  await test.step('the work of a sign-up', async () => {
    await page.route('**/proof-of-work*', (route) => route.abort('internetdisconnected'));
    await page.route('**/auth/v1/signup*', (route) =>
      route.fulfill({
        status: 400,
        headers: { 'x-supabase-api-version': '2024-01-01' },
        json: { code: 'captcha_failed', message: 'Please solve a challenge.' },
      }),
    );
    await page.goto('/learn-more');
    await fillSignUp(page, 'new@example.com');
    await expect(page.getByRole('alert')).toContainText('This looks like a network error');
  });
});

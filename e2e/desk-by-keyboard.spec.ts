import type { Locator, Page } from '@playwright/test';
import { newCustomer, PASSWORD } from './account-people.ts';
import { caller, grabbed } from './moderated-work.ts';
import { expect, signInAt, test } from './server.ts';

// A moderator who has no mouse: every step is a key, and what has the focus is never nothing.

const focused = (page: Page) => page.locator(':focus');

/** Goes on by Tab (or back) until this has the focus. */
async function tabTo(page: Page, to: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(to).toBeVisible();
  for (let presses = 0; presses < 80; presses++) {
    if (await to.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(to).toBeFocused();
}

/** What is pressed can be seen to have the focus. */
async function press(page: Page, to: Locator, key?: 'Shift+Tab'): Promise<void> {
  await tabTo(page, to, key);
  const outline = await to.evaluate((element) => getComputedStyle(element).outlineStyle);
  expect(outline).toBe('solid');
  await page.keyboard.press('Enter');
}

/** Something within the page has the focus. */
async function expectKept(page: Page, within: Locator): Promise<void> {
  await expect(within.locator(focused(page)).or(within.and(focused(page)))).toHaveCount(1);
}

test('the desk is walked by keyboard alone: queue, case, question, decision and the next case, to the last', async ({
  page,
  server,
}) => {
  const email = await newCustomer(server);
  const by = {
    customer: await caller(server, email, PASSWORD),
    developer: await caller(server, 'developer@example.com'),
  };
  const ids: string[] = [];
  for (const title of ['Keys one', 'Keys two', 'Keys three']) {
    const id = await grabbed(by, title);
    const said = await by.developer(`/api/tickets/${id}/messages`, { text: `Pay me, ${title}.` });
    await by.customer(`/api/messages/${said.id}/report`);
    ids.push(id);
  }
  const [first = '', second = '', third = ''] = ids;
  const button = (name: string, within: Pick<Page, 'getByRole'> = page) =>
    within.getByRole('button', { name, exact: true });
  const heading = page.getByRole('heading', { level: 1 });
  const next = page.getByRole('link', { name: 'Next Case' });
  await signInAt(page, '/moderation?tab=requests', 'moderator@example.com');
  await expect(heading).toHaveText('Moderation');

  await tabTo(page, page.getByLabel('Name or Email'));
  await page.keyboard.type(email);
  await expect(page.getByRole('row')).toHaveCount(4);
  await press(page, page.getByRole('row', { name: /Keys one/ }).getByRole('link'));
  await expect(page).toHaveURL(new RegExp(first));
  await expect(heading).toBeFocused();

  // Taken, and the button that took it is gone.
  await press(page, button('Take Case'));
  await expect(page.getByText('You took this case')).toBeVisible();
  await expectKept(page, page.getByRole('region', { name: 'Case' }));
  await press(page, button('Read Discussion'));
  await expect(page.getByRole('list', { name: 'Discussion' })).toBeVisible();
  await expectKept(page, page.getByRole('region', { name: 'Discussion' }));

  await press(page, button('Ask Both Sides'), 'Shift+Tab');
  const question = page.getByRole('dialog', { name: 'Ask Both Sides' });
  await expect(question.getByLabel('Question')).toBeFocused();
  await page.keyboard.type('What was agreed?');
  await press(page, button('Send Question', question));
  await expect(question).toBeHidden();
  await expect(page.getByText('nobody has answered yet')).toBeVisible();
  await expect(button('Ask Both Sides')).toBeFocused();

  // Decided: the buttons of all decisions are gone.
  await press(page, button('Resume'));
  const resume = page.getByRole('dialog', { name: 'Resume Request' });
  await expect(resume.getByLabel('Reason')).toBeFocused();
  await page.keyboard.type('They have made up.');
  await press(page, button('Resume', resume));
  await expect(resume).toBeHidden();
  await expect(button('Resume')).toHaveCount(0);
  await expectKept(page, page.getByRole('main'));

  // Its place is kept by a reload, although it is in no queue any more.
  await page.reload();
  await expect(next).toBeVisible();
  await press(page, next);
  await expect(page).toHaveURL(new RegExp(second));
  await expect(heading).toBeFocused();
  await press(page, next);
  await expect(page).toHaveURL(new RegExp(third));
  await expect(page.getByText('This is the last case.')).toBeVisible();
  await expect(heading).toBeFocused();

  // The last of the queue is decided and opened again: its place is still behind the others.
  await press(page, button('Resume'));
  await expect(resume.getByLabel('Reason')).toBeFocused();
  await page.keyboard.type('They have made up.');
  await press(page, button('Resume', resume));
  await expect(button('Resume')).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('This is the last case.')).toBeVisible();
  await press(page, page.getByRole('link', { name: 'First Case' }));
  await expect(page).toHaveURL(new RegExp(second));
  await press(page, page.getByRole('link', { name: 'Back to Requests' }));
  await expect(heading).toHaveText('Moderation');
  await expect(heading).toBeFocused();
  await expect(page.getByRole('row')).toHaveCount(2);
});

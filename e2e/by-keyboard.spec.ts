import type { Page } from '@playwright/test';
import { newUnblocker, PASSWORD } from './account-people.ts';
import { expectAccessibleInEveryLook } from './axe.ts';
import { expect, signInAt, test } from './server.ts';

const OPEN_LIST = '/dashboard/developer/available';

test('the open list is walked with j and k, and Enter opens the request', async ({ page }) => {
  await signInAt(page, OPEN_LIST, 'developer@example.com');
  const rows = page.getByRole('main').getByRole('listitem').getByRole('heading').getByRole('link');
  await expect(rows.nth(1)).toBeVisible();
  await page.keyboard.press('j');
  await expect(rows.nth(0)).toBeFocused();
  await page.keyboard.press('j');
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press('k');
  await expect(rows.nth(0)).toBeFocused();
  // In a field they are letters.
  const search = page.getByPlaceholder('Search in words and stack');
  await search.press('j');
  await expect(search).toHaveValue('j');
  await expect(search).toBeFocused();
  await search.fill('');
  await rows.nth(1).focus();
  await page.keyboard.press('k');
  const to = (await rows.nth(0).getAttribute('href')) ?? '';
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(to);
});

test('after Request Submitted the focus is where the next request begins', async ({ page }) => {
  await signInAt(page, '/dashboard/customer', 'lena@example.com');
  await page.getByRole('button', { name: 'New Request' }).click();
  const form = page.getByRole('dialog', { name: 'Create a New Request' });
  await form.getByLabel('Description').fill('The build stops without a word');
  await form.getByLabel('Budget').fill('$50');
  await form.getByRole('button', { name: 'Submit Request' }).click();
  await page.getByRole('button', { name: 'Done' }).press('Enter');
  await expect(page.getByRole('button', { name: 'New Request' })).toBeFocused();
});

test('filters of the open list are saved under names, chosen, replaced, renamed and deleted by keyboard', async ({
  page,
  newPerson,
  server,
}) => {
  const email = await newUnblocker(server);
  await page.setViewportSize({ width: 360, height: 740 });
  await signInAt(page, OPEN_LIST, email, PASSWORD);
  const search = page.getByLabel('Search in open requests');
  const saved = page.getByLabel('Saved filters');
  const save = page.getByRole('button', { name: 'Save Filter' });
  const dialog = page.getByRole('dialog');
  const name = dialog.getByLabel('Name');
  await expect(save).toBeHidden();
  await expect(saved).toBeHidden();

  await search.fill('react');
  await page.getByLabel('With files').press('Space');
  await save.press('Enter');
  await name.press('Enter');
  await expect(dialog.getByText('Name is required')).toBeVisible();
  await expectAccessibleInEveryLook(page, '[role=dialog]');
  await name.fill('x'.repeat(41));
  await name.press('Enter');
  await expect(dialog.getByText('40 characters').last()).toBeVisible();
  await name.fill('React with files');
  await name.press('Enter');
  await expect(saved).toBeFocused();
  await expect(saved).toHaveValue('React with files');
  await saved.selectOption('All requests');
  await expect(search).toHaveValue('');
  await expect(page.getByLabel('With files')).not.toBeChecked();

  // On another device, where the list was last looked at in another way.
  const laptop = await newPerson();
  await signInAt(laptop, OPEN_LIST, email, PASSWORD);
  await laptop.getByLabel('Saved filters').selectOption('React with files');
  await expect(laptop.getByLabel('Search in open requests')).toHaveValue('react');
  await expect(laptop.getByLabel('With files')).toBeChecked();

  // What was chosen and then changed is offered to be replaced.
  await saved.selectOption('React with files');
  await search.fill('next');
  await save.press('Enter');
  await expect(name).toHaveValue('React with files');
  await expect(dialog.getByText('Your filter of this name is replaced.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await expect(saved).toHaveValue('React with files');
  await expect(saved.getByRole('option')).toHaveCount(2);

  await page.getByRole('button', { name: 'Rename' }).press('Enter');
  await name.fill('Next with files');
  await name.press('Enter');
  await expect(saved).toHaveValue('Next with files');
  await expect(saved.getByRole('option')).toHaveCount(2);
  await page.reload();
  await expect(saved).toHaveValue('Next with files');
  await expect(search).toHaveValue('next');
  await expectAccessibleInEveryLook(page);

  await page.getByRole('button', { name: 'Delete' }).press('Enter');
  await dialog.getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(saved).toBeHidden();
  await expect(save).toBeEnabled();
});

test('an order and a search are of the whole open list, however many pages it has', async ({
  page,
}) => {
  await signInAt(page, OPEN_LIST, 'developer@example.com');
  const rows = page.getByRole('main').getByRole('listitem').getByRole('heading').getByRole('link');
  await expect(rows.nth(2)).toBeVisible();
  const oldest = (await rows.last().getAttribute('href')) ?? '';
  const words = (await rows.last().locator('span').first().textContent()) ?? '';
  // As somebody has it who sees a hundred times as many.
  await page.route(/\/api\/tickets\?.*view=available/, (route) =>
    route.continue({
      url: route
        .request()
        .url()
        .replace(/limit=\d+/, 'limit=1'),
    }),
  );
  await page.reload();
  await expect(rows).toHaveCount(1);
  await page.getByLabel('Order').selectOption('Waiting longest first');
  await expect(rows.first()).toHaveAttribute('href', oldest);
  await page.getByLabel('Order').selectOption('Newest first');
  await page.reload();
  await expect(rows).toHaveCount(1);
  await page.getByLabel('Search in open requests').fill(words);
  await expect(rows.first()).toHaveAttribute('href', oldest);
});

for (const width of [1440, 360])
  test(`Tab stops at what is seen and named, and arrow keys go through a row of tabs, ${width} pixels wide`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 740 });
    await page.goto('/faq');
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeEnabled();
    expect(await walkByTab(page)).toContain('General');
    await expectArrowsThroughTabs(page, ['General', 'Using the Platform', 'Security & Privacy']);

    await signInAt(page, '/moderation', 'moderator@example.com');
    await expect(page.getByRole('navigation', { name: 'What waits' })).toBeVisible();
    expect((await walkByTab(page)).join()).toContain('Reports');
    await expectArrowsThroughTabs(page, [
      'Reports',
      'Requests',
      'Waitlist',
      'Accounts',
      'Audit Log',
    ]);
    await page.goto('/moderation?tab=requests');
    await expect(page.getByRole('navigation', { name: 'Queues' })).toBeVisible();
    const stops = (await walkByTab(page)).join();
    for (const name of ['Failed Mails', 'Requests', 'Needs Help', 'All Requests'])
      expect(stops).toContain(name);
  });

/** Presses Tab from the top of a page to its end; each stop is seen, named and framed. Gives their names. */
async function walkByTab(page: Page): Promise<string[]> {
  await page.evaluate(() => scrollTo(0, 0));
  const names: string[] = [];
  for (;;) {
    await page.keyboard.press('Tab');
    const stop = page.locator(':focus');
    if ((await stop.count()) === 0) return names;
    await expect(stop, `after ${names.at(-1)}`).toHaveAccessibleName(/\S/);
    const seen = await stop.evaluate((each) => {
      const { width, height, bottom, right } = each.getBoundingClientRect();
      const { overflowX, outlineStyle } = getComputedStyle(each);
      return {
        isSeen: Math.min(width, height) > 10 && bottom > 0 && right > 0,
        isFramed: outlineStyle !== 'none',
        isRow: overflowX === 'auto' || overflowX === 'scroll',
        name: each.getAttribute('aria-label') ?? each.textContent ?? '',
      };
    });
    expect(seen, `after ${names.at(-1)}`).toMatchObject({
      isSeen: true,
      isFramed: true,
      isRow: false,
    });
    names.push(seen.name);
    expect(names.length).toBeLessThan(200);
  }
}

/** The row is one stop: arrow keys choose within it, Home and End its ends. */
async function expectArrowsThroughTabs(page: Page, names: readonly string[]): Promise<void> {
  const tab = (place: number) => page.getByRole('tab', { name: names.at(place) ?? '' });
  const isChosen = async (place: number) => {
    await expect(tab(place)).toBeFocused();
    await expect(tab(place)).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('tabpanel', { name: names.at(place) ?? '' })).toBeVisible();
  };
  await tab(0).focus();
  for (const place of names.keys()) {
    await isChosen(place);
    await page.keyboard.press('ArrowRight');
  }
  // Round to the first again.
  await isChosen(0);
  await page.keyboard.press('ArrowLeft');
  await isChosen(names.length - 1);
  await page.keyboard.press('Home');
  await isChosen(0);
  await page.keyboard.press('End');
  await isChosen(names.length - 1);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('tabpanel')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await isChosen(names.length - 1);
}

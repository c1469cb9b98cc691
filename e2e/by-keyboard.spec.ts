import { expect, signInAt, test } from './server.ts';

test('the open list is walked with j and k, and Enter opens the request', async ({ page }) => {
  await signInAt(page, '/dashboard/developer/available', 'developer@example.com');
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

import { expectAccessible } from './axe.ts';
import { expect, signIn, test } from './server.ts';

test('a moderator reads the statistics, by picture and by number, and finds no failed mails', async ({
  page,
}) => {
  await signIn(page, 'moderator@example.com');
  await page.waitForURL('**/moderation');
  await page.getByRole('link', { name: 'Statistics' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Statistics' })).toBeVisible();
  const working = page.getByRole('figure', { name: 'Work In Progress' });
  await expect(working.getByRole('img')).toHaveAccessibleName(/^Work In Progress\. From \d to \d/);
  await page.getByLabel('Period').selectOption('Last 90 days');
  await expect(page).toHaveURL(/days=90/);
  await expect(page.getByText('at the end of each week')).toBeVisible();
  // By keyboard: the numbers of the first chart.
  await working.getByText('Numbers').focus();
  await page.keyboard.press('Enter');
  await expect(working.getByRole('row')).toHaveCount(14);
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page, 'main');
  }

  // On a phone, the row of tabs shows the one that an address leads to.
  await page.goto('/moderation?tab=audit-log');
  await expect(page.getByRole('tab', { name: 'Audit Log' })).toBeInViewport({ ratio: 0.9 });
  await page.getByRole('link', { name: 'Failed Mails' }).click();
  await expect(page.getByText('Every mail has reached its mail server.')).toBeVisible();
  await expectAccessible(page, 'main');
});

import type { Page } from '@playwright/test';
import { newCustomer, PASSWORD } from './account-people.ts';
import { codeOf } from './authenticator.ts';
import { expectAccessible } from './axe.ts';
import { expect, signInByModal, test } from './server.ts';

async function enterPassword(page: Page, email: string): Promise<void> {
  await signInByModal(page, email, PASSWORD);
  await expect(page.getByRole('heading', { level: 1, name: 'Enter Your Code' })).toBeVisible();
}

test('a person sets two-step sign-in up, signs in by app and by backup code, and turns it off', async ({
  page,
  server,
}) => {
  // Four sign-ins in one life of an app: each step needs the one before.
  test.slow();
  const email = await newCustomer(server);
  await signInByModal(page, email, PASSWORD);
  await page.goto('/dashboard/customer/profile');
  const section = page.getByRole('region', { name: 'Two-Step Sign-In' });
  await section.getByRole('button', { name: 'Set Up' }).click();
  const setUp = page.getByRole('dialog', { name: 'Set Up Two-Step Sign-In' });
  await expect(setUp.getByRole('img', { name: /QR code/ })).toBeVisible();
  await expectAccessible(page, '[role=dialog]');
  const secret = ((await setUp.locator('dd').textContent()) ?? '').replaceAll(' ', '');
  await setUp.getByLabel('Code', { exact: true }).fill('000000');
  await setUp.getByRole('button', { name: 'Turn On' }).click();
  await expect(setUp.getByText('This code is not right')).toBeVisible();
  await setUp.getByLabel('Code', { exact: true }).fill(codeOf(secret, 0));
  // While the code is looked at and the backup codes are made, and while these are shown.
  await page.route(
    /\/verify$/,
    async (route) => {
      await page.keyboard.press('Escape');
      await route.continue();
    },
    { times: 1 },
  );
  await page.keyboard.press('Enter');
  const keep = page.getByRole('dialog', { name: 'Keep Your Backup Codes' });
  await expect(keep.getByRole('listitem')).toHaveCount(10);
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await expectAccessible(page, '[role=dialog]');
  const [backupCode = ''] = await keep.getByRole('listitem').allTextContents();
  await keep.getByRole('button', { name: 'Done' }).click();
  await expect(section.getByText('10 of 10 left')).toBeVisible();
  await server.mail(email, 'Two-step sign-in is on');

  // By the app; a reload asks again, and the way back is kept.
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await page.waitForURL('/');
  await enterPassword(page, email);
  await page.goto('/dashboard/customer/profile');
  await expect(page.getByRole('heading', { name: 'Enter Your Code' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Code', { exact: true }).fill('12');
  await page.keyboard.press('Enter');
  await expect(page.getByText('A code has six digits')).toBeVisible();
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, 1));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'My Account' })).toBeVisible();

  // By a backup code.
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await page.waitForURL('/');
  await enterPassword(page, email);
  await page.getByRole('button', { name: 'Use a backup code instead' }).click();
  await page.getByLabel('Backup Code').fill(backupCode.toUpperCase());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Your Dashboard' })).toBeVisible();

  await page.goto('/dashboard/customer/profile');
  await expect(section.getByText('9 of 10 left')).toBeVisible();
  await section.getByRole('button', { name: 'Turn Off' }).click();
  const off = page.getByRole('dialog', { name: 'Turn Off Two-Step Sign-In' });
  await off.getByRole('button', { name: 'Turn Off' }).click();
  await expect(section.getByRole('button', { name: 'Set Up' })).toBeVisible();
  await server.mail(email, 'Two-step sign-in is off');
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await page.waitForURL('/');
  await signInByModal(page, email, PASSWORD);
  await expect(page.getByRole('heading', { level: 1, name: 'Your Dashboard' })).toBeVisible();
});

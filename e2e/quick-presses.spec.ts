import type { Locator } from '@playwright/test';
import { newUnblocker, PASSWORD } from './account-people.ts';
import { caller, posted } from './moderated-work.ts';
import { press } from './plan.ts';
import { expect, signInAt, test } from './server.ts';

/** Each before the page is drawn for the one before. */
async function pressAtOnce(...buttons: Locator[]): Promise<void> {
  const page = buttons[0]?.page();
  const places = await Promise.all(buttons.map((button) => button.boundingBox()));
  const session = await page?.context().newCDPSession(page);
  await Promise.all(
    places.flatMap((place) =>
      (['mousePressed', 'mouseReleased'] as const).map((type) =>
        session?.send('Input.dispatchMouseEvent', {
          type,
          x: (place?.x ?? 0) + 10,
          y: (place?.y ?? 0) + 10,
          button: 'left',
          clickCount: 1,
        }),
      ),
    ),
  );
}

test('the last of two tabs that are pressed in a row is shown', async ({ page }) => {
  await signInAt(page, '/moderation', 'moderator@example.com');
  const tab = (name: string) => page.getByRole('tab', { name });
  for (const [first, last] of [
    ['Waitlist', 'Reports'],
    ['Accounts', 'Reports'],
  ] as const) {
    await expect(tab('Reports')).toHaveAttribute('aria-selected', 'true');
    await pressAtOnce(tab(first), tab(last));
    await expect(tab(last)).toBeFocused();
    await expect(tab(last)).toHaveAttribute('aria-selected', 'true');
    await expect(page).toHaveURL(/\?tab=reports$/);
  }
  await tab('Waitlist').click();
  await expect(page.getByRole('tabpanel', { name: 'Waitlist' })).toBeVisible();
  await tab('Reports').click();
  await expect(page.getByRole('tabpanel', { name: 'Reports' })).toBeVisible();
});

test('two choices in a row both count in the queue of cases', async ({ page }) => {
  await signInAt(page, '/moderation?tab=requests&queue=help', 'moderator@example.com');
  const [order, whose, why] = ['Sort By', 'Whose', 'Why'].map((label) => page.getByLabel(label));
  await expect(page.getByText('No request fits.').or(page.getByRole('table'))).toBeVisible();
  // Each in a task of its own, and the page is drawn in none of them.
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 10 });
  await order?.focus();
  const keys = ['ArrowDown', 'Tab', 'ArrowDown', 'Tab', 'ArrowDown'];
  await Promise.all(keys.map((key) => page.keyboard.press(key)));
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await expect(page).toHaveURL(/&sort=held&taken=mine&kind=[\w-]+$/);
  await expect(order as Locator).toHaveValue('held');
  await expect(whose as Locator).toHaveValue('mine');
  await expect(why as Locator).not.toHaveValue('');
});

test('whoever goes elsewhere while a request is being reserved stays there', async ({
  page,
  server,
}) => {
  const title = `The menu stays open ${Date.now()}`;
  await posted(await caller(server, 'customer@example.com'), title);
  await signInAt(page, '/dashboard/developer/available', await newUnblocker(server), PASSWORD);
  const coming = Promise.withResolvers<void>();
  await page.route('**/reserve', async (route) => {
    await coming.promise;
    return route.continue();
  });
  await press(page.getByRole('listitem').filter({ hasText: title }), 'Message Customer');
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Developer Dashboard');
  await expect(page).toHaveURL(/\/dashboard\/developer$/);
  coming.resolve();
  await expect(page.getByRole('main').getByText(title)).toBeVisible();
  // It would lead on a moment after the answer.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
  await expect(page).toHaveURL(/\/dashboard\/developer$/);
});

test('whoever goes elsewhere while the payment provider is asked for its page stays there', async ({
  page,
  server,
}) => {
  const email = await newUnblocker(server);
  const coming = Promise.withResolvers<void>();
  // As it is where developers have to sign up with the provider.
  await page.route('**/api/earnings?*', async (route) => {
    const answer = await route.fetch();
    const payout_account = { provider: 'stripe', ready: false };
    await route.fulfill({ response: answer, json: { ...(await answer.json()), payout_account } });
  });
  await page.route('**/api/earnings/account', async (route) => {
    await coming.promise;
    await route.fulfill({ json: { ready: false, onboarding_url: '/robots.txt' } });
  });
  await signInAt(page, '/dashboard/developer/earnings', email, PASSWORD);
  await page.getByRole('button', { name: 'Set Up Payouts' }).click();
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Developer Dashboard');
  const answered = page.waitForResponse('**/api/earnings/account');
  coming.resolve();
  await answered;
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
  await expect(page).toHaveURL(/\/dashboard\/developer$/);
});

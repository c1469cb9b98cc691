import type { Page } from '@playwright/test';
import { newAddress, PASSWORD } from './account-people.ts';
import { expect, type RealServer, test } from './server.ts';
import { linkIn } from './sign-in.ts';

test.use({ firstVisit: true });

const words = 'After the login my page is white. The console says: hydration failed.';
const project = { name: 'shop.zip', mimeType: 'application/zip', buffer: Buffer.alloc(40_000, 7) };
/** Somebody who types five letters a second, and looks for two seconds before each press. */
const TYPED_MS = 200;
const PRESSED_MS = 2000;

/** Counts what a person does, and what the network brings meanwhile. */
async function stopwatch(page: Page) {
  const network = await page.context().newCDPSession(page);
  let bytes = 0;
  network.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await network.send('Network.enable');
  const start = performance.now();
  const done = { presses: 0, entries: 0, letters: 0 };
  return {
    done,
    press: async (name: string, within: Page | ReturnType<typeof formOf> = page) => {
      done.presses++;
      await within.getByRole('button', { name, exact: true }).last().click();
    },
    type: async (field: ReturnType<Page['getByLabel']>, text: string) => {
      done.entries++;
      done.letters += text.length;
      await field.fill(text);
    },
    stop: () => {
      const waited = performance.now() - start;
      const person = done.letters * TYPED_MS + done.presses * PRESSED_MS;
      return {
        ...done,
        seconds: Math.round((waited + person) / 1000),
        kilobytes: Math.round(bytes / 1024),
      };
    },
  };
}

const formOf = (page: Page) => page.getByRole('dialog', { name: 'Create a New Request' });

async function confirm(page: Page, server: RealServer, email: string): Promise<void> {
  await page.goto(await linkIn(server, email, /confirm/i));
}

test('on a phone a problem with its project is posted within a minute, with one screen and three entries', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const watch = await stopwatch(page);
  await page.goto('/');
  await watch.type(page.getByLabel('What is stuck?'), words);
  await page.getByLabel('Files').first().setInputFiles(project);
  watch.done.presses++;
  await watch.press('Unblock Me Now!');
  await watch.press('Submit Request', formOf(page));
  const email = newAddress('stuck');
  const form = formOf(page);
  await watch.type(form.getByLabel('Email'), email);
  await watch.type(form.getByLabel('Password', { exact: true }), PASSWORD);
  await expect(form.locator('input')).toHaveCount(2);
  await watch.press('Sign Up', form);
  await expect(page).toHaveURL('/verification-pending');
  watch.done.presses++;
  await confirm(page, server, email);
  await expect(page.getByText('Your request has been submitted successfully!')).toBeVisible();
  const measured = watch.stop();
  console.log('problem first', measured);
  expect(measured.entries).toBe(3);
  expect(measured.presses).toBe(5);
  expect(measured.seconds).toBeLessThanOrEqual(60);
  expect(measured.kilobytes).toBeLessThanOrEqual(700);
});

test('with the account first it takes two entries and a press more, and a mail before the first word', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const watch = await stopwatch(page);
  await page.goto('/learn-more');
  const email = newAddress('patient');
  await watch.type(page.getByLabel('Email'), email);
  await watch.type(page.getByLabel('Password', { exact: true }), PASSWORD);
  await watch.type(page.getByLabel('Confirm Password'), PASSWORD);
  await watch.press('Sign Up');
  await expect(page).toHaveURL('/verification-pending');
  watch.done.presses++;
  await confirm(page, server, email);
  await watch.press('New Request');
  await watch.type(formOf(page).getByLabel('Description'), words);
  await formOf(page).getByLabel('Files').first().setInputFiles(project);
  watch.done.presses++;
  await watch.type(formOf(page).getByLabel('Budget'), '$100');
  await watch.press('Submit Request', formOf(page));
  await watch.press('Upload First');
  await expect(page.getByText('Your request has been submitted successfully!')).toBeVisible();
  const measured = watch.stop();
  console.log('account first', measured);
  expect(measured.entries).toBe(5);
  expect(measured.presses).toBe(6);
});

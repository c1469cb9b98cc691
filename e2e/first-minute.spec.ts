import type { Locator, Page } from '@playwright/test';
import { newAddress, PASSWORD } from './account-people.ts';
import { takePhone } from './phone.ts';
import { expect, type RealServer, test } from './server.ts';
import { linkIn } from './sign-in.ts';

const words = 'After the login my page is white. The console says: hydration failed.';
const project = { name: 'shop.zip', mimeType: 'application/zip', buffer: Buffer.alloc(40_000, 7) };

const formOf = (page: Page) => page.getByRole('dialog', { name: 'Create a New Request' });

/** A phone, and what is done on it on the way to a request. */
async function onPhone(server: RealServer, waits = true) {
  const { page, step, press, type, putDown } = await takePhone(server.url, waits);
  return {
    page,
    step,
    type,
    press: (name: string, within: Page | Locator = page) =>
      press(name, () => within.getByRole('button', { name, exact: true }).last().tap()),
    choose: async (within: Page | Locator = page) => {
      const chooser = page.waitForEvent('filechooser');
      await press('the button for files', () =>
        within
          .getByText(/^(Add|Choose) files/)
          .last()
          .tap(),
      );
      await (await chooser).setFiles(project);
      await expect(within.getByTitle(project.name).first()).toBeVisible();
      step('has chosen the project');
    },
    confirm: async (email: string) => {
      const link = await linkIn(server, email, /confirm/i);
      step('the mail is there');
      await press('the link of the mail', () => page.goto(link));
    },
    end: async (name: string) => {
      await expect(page.getByText('Your request has been submitted successfully!')).toBeVisible();
      step('Your request has been submitted successfully!');
      const { steps, ...measured } = await putDown();
      console.log([name, ...steps, JSON.stringify(measured)].join('\n'));
      return measured;
    },
  };
}

test('on a phone with a slow line a problem with its project is posted within a minute, with one screen and three entries', async ({
  server,
}) => {
  const email = newAddress('stuck');
  const { page, step, press, type, choose, confirm, end } = await onPhone(server);
  await page.goto('/');
  const box = page.getByLabel('What is stuck?');
  await expect(box).toBeEnabled();
  step('the box can be written in');
  await type('the problem', box, words);
  await choose();
  await press('Unblock Me Now!');
  const form = formOf(page);
  await press('Submit Request', form);
  await type('the address', form.getByLabel('Email'), email);
  await type('the password', form.getByLabel('Password', { exact: true }), PASSWORD);
  await expect(form.locator('input')).toHaveCount(2);
  await press('Sign Up', form);
  await expect(page.getByText('Your request is safe.')).toBeVisible();
  step('the server has the request with its file');
  await confirm(email);
  const measured = await end('problem first');
  expect(measured.entries).toBe(3);
  expect(measured.presses).toBe(5);
  expect(measured.seconds).toBeLessThanOrEqual(60);
  expect(measured.kilobytes).toBeLessThanOrEqual(700);
});

test('with the account first it takes two entries and a press more, and a mail before the first word', async ({
  server,
}) => {
  const email = newAddress('patient');
  // Their typing and looking is counted, and not waited for: it would cost the suite another minute.
  const { page, step, press, type, choose, confirm, end } = await onPhone(server, false);
  await page.goto('/learn-more');
  await expect(page.getByLabel('Email')).toBeEnabled();
  step('the form can be written in');
  await type('the address', page.getByLabel('Email'), email);
  await type('the password', page.getByLabel('Password', { exact: true }), PASSWORD);
  await type('the password again', page.getByLabel('Confirm Password'), PASSWORD);
  await press('Sign Up');
  await expect(page).toHaveURL('/verification-pending');
  await confirm(email);
  await press('New Request');
  const form = formOf(page);
  await type('the problem', form.getByLabel('Description'), words);
  await choose(form);
  await type('the budget', form.getByLabel('Budget'), '$100');
  await press('Submit Request', form);
  await press('Upload First');
  const measured = await end('account first');
  expect(measured.entries).toBe(5);
  expect(measured.presses).toBe(6);
});

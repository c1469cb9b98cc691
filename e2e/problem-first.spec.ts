import type { Page } from '@playwright/test';
import { MAX_FILE_BYTES } from '#domain/file-rules.ts';
import { newAddress, PASSWORD } from './account-people.ts';
import { expectAccessibleInEveryLook } from './axe.ts';
import { expect, signIn, test } from './server.ts';
import { linkIn } from './sign-in.ts';

const formOf = (page: Page) => page.getByRole('dialog', { name: 'Create a New Request' });
const stuck = (page: Page) => page.getByLabel('What is stuck?');
const aFile = { name: 'error.log', mimeType: 'text/plain', buffer: Buffer.from('Stack trace') };
const aLargeFile = {
  ...aFile,
  name: 'large.log',
  buffer: Buffer.alloc(MAX_FILE_BYTES + 1),
};

/** From the box to the form of the account. */
async function write(page: Page, words: string): Promise<void> {
  await page.goto('/');
  await stuck(page).fill(words);
  await page
    .locator('form')
    .filter({ has: stuck(page) })
    .getByLabel('Files')
    .setInputFiles(aFile);
  await page.getByRole('button', { name: 'Unblock Me Now!' }).click();
  await expect(formOf(page).getByLabel('Description')).toHaveValue(words);
  await expect(formOf(page).getByRole('list', { name: 'Chosen to send' })).toContainText(
    'error.log',
  );
  await formOf(page).getByRole('button', { name: 'Submit Request' }).click();
}

async function signUpInForm(page: Page): Promise<string> {
  const email = newAddress('stuck');
  const form = formOf(page);
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await form.getByRole('button', { name: 'Show password' }).click();
  await expect(form.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');
  await form.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page).toHaveURL('/verification-pending');
  await expect(page.getByText('Your request is safe.', { exact: false })).toBeVisible();
  return email;
}

/** By the form of Learn More. */
async function signUpOnPage(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByRole('main')).toContainText(email);
}

test('a request that is written signed out is posted with its files when its address is confirmed on another device', async ({
  page,
  newPerson,
  server,
}) => {
  const words = `Everything stands still ${Date.now()}`;
  await write(page, words);
  const email = await signUpInForm(page);
  const developer = await newPerson();
  await signIn(developer, 'developer@example.com');
  await developer.goto('/dashboard/developer/available');
  const offer = developer.getByRole('listitem').filter({ hasText: words });
  await expect(developer.getByRole('heading', { level: 1 })).toHaveText('Available Requests');
  await expect(offer).toBeHidden();

  const phone = await newPerson();
  await phone.goto(await linkIn(server, email, /confirm/i));
  await expect(offer).toBeVisible();
  await expect(offer.getByRole('button', { name: 'Show Files' })).toBeVisible();

  await page.getByRole('button', { name: 'Sign In' }).last().click();
  const dialog = page.getByRole('dialog', { name: 'Sign In' });
  await dialog.getByLabel('Password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByText('Your request has been submitted successfully!')).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: words })).toHaveCount(1);
  await expect(page.getByText('Continue your draft')).toBeHidden();
});

test('the link of the mail posts it in the same browser, too, once', async ({ page, server }) => {
  const words = `The build hangs ${Date.now()}`;
  await write(page, words);
  const email = await signUpInForm(page);
  await page.goto(await linkIn(server, email, /confirm/i));
  await expect(page.getByText('Your request has been submitted successfully!')).toBeVisible();
  // Who begins with the problem is asked for a name once it is posted.
  await expect(page.getByRole('link', { name: 'Add your name' })).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  const card = page.getByRole('listitem').filter({ hasText: words });
  await expect(card).toHaveCount(1);
  await expect(card.getByRole('button', { name: 'Show Files' })).toBeVisible();
});

/** Longer than the page after a confirmation stays. */
const LED_ON_MS = 3000;

test('that it was posted is said also where the dashboard comes after the page before it would have led on', async ({
  page,
  server,
}) => {
  const words = `The build is late ${Date.now()}`;
  await write(page, words);
  const email = await signUpInForm(page);
  const arriving = Promise.withResolvers<void>();
  await page.route('**/assets/customer-dashboard*.js', async (route) => {
    await arriving.promise;
    await route.continue();
  });
  const asked = page.waitForRequest('**/assets/customer-dashboard*.js');
  await page.goto(await linkIn(server, email, /confirm/i));
  await asked;
  await page.waitForTimeout(LED_ON_MS);
  arriving.resolve();
  await expect(page.getByText('Your request has been submitted successfully!')).toBeVisible();
});

test('after a change of the address it is the new one whose confirmation posts it, once', async ({
  page,
  newPerson,
  server,
}) => {
  const words = `The address was wrong ${Date.now()}`;
  await write(page, words);
  await signUpInForm(page);
  await page.getByRole('button', { name: 'Change Address' }).click();
  const email = newAddress('right');
  await signUpOnPage(page, email);
  await expect(page.getByText('Your request is safe.', { exact: false })).toBeVisible();

  const developer = await newPerson();
  await signIn(developer, 'developer@example.com');
  await developer.goto('/dashboard/developer/available');
  const phone = await newPerson();
  await phone.goto(await linkIn(server, email, /confirm/i));
  const offer = developer.getByRole('listitem').filter({ hasText: words });
  await expect(offer).toHaveCount(1);
  await expect(offer.getByRole('button', { name: 'Show Files' })).toBeVisible();
});

test('what the address before has posted by then is not posted again, by a new account or an old one', async ({
  page,
  newPerson,
  server,
}) => {
  const developer = await newPerson();
  await signIn(developer, 'developer@example.com');
  await developer.goto('/dashboard/developer/available');
  for (const account of ['new', 'old']) {
    const words = `The mail came late ${Date.now()}`;
    await write(page, words);
    const before = await signUpInForm(page);
    await page.getByRole('button', { name: 'Change Address' }).click();
    await expect(page.getByLabel('Email')).toHaveValue(before);
    const phone = await newPerson();
    await phone.goto(await linkIn(server, before, /confirm/i));
    const offer = developer.getByRole('listitem').filter({ hasText: words });
    await expect(offer).toHaveCount(1);

    const said = page.getByText(`Your request is posted: ${before} is confirmed.`);
    if (account === 'new') {
      const email = newAddress('second');
      await signUpOnPage(page, email);
      await expect(said).toBeVisible();
      await page.goto(await linkIn(server, email, /confirm/i));
    } else {
      await page.getByRole('button', { name: 'Already have an account? Sign in' }).click();
      await page.getByLabel('Email').fill('noah@example.com');
      await page.getByLabel('Password').fill('unblock-demo');
      await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
      await expect(said).toBeVisible();
    }
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Dashboard');
    await expect(page.getByText('Continue your draft')).toBeHidden();
    await expect(page.getByRole('main').getByText(words)).toBeHidden();
    await developer.reload();
    await expect(offer).toHaveCount(1);
    await page.getByRole('button', { name: 'Sign Out' }).first().click();
    await page.waitForURL(/\/$/);
  }
});

test('who has an account signs in at the end, and the request is posted', async ({ page }) => {
  const words = `The cart forgets ${Date.now()}`;
  await write(page, words);
  const form = formOf(page);
  await form.getByRole('button', { name: 'Already have an account? Sign in' }).click();
  await form.getByLabel('Email').fill('noah@example.com');
  await form.getByLabel('Password').fill('unblock-demo');
  await form.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByText('Your request has been submitted successfully!')).toBeVisible();
});

test('what was begun outlives a reload and Back, and the dashboard offers it after signing in', async ({
  page,
}) => {
  const words = `Half written ${Date.now()}`;
  await page.goto('/pricing');
  // Before the page is alive, its links load another one, and Back from there leaves that.
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled();
  await page.getByRole('link', { name: 'Unblock Me Now!' }).click();
  await stuck(page).fill(words);
  const box = page.locator('form').filter({ has: stuck(page) });
  await box.getByLabel('Files').setInputFiles(aFile);
  await expect(box.getByRole('list', { name: 'Chosen to send' })).toContainText('error.log');
  await expect.poll(() => keptFilesIn(page)).toBe(1);
  // Somebody chooses more before the browser has found what it keeps.
  await holdReads(page);
  await page.reload();
  await expect(stuck(page)).toHaveValue(words);
  const chosen = box.getByRole('list', { name: 'Chosen to send' });
  await box.getByLabel('Files').setInputFiles([{ ...aFile, name: 'second.log' }, aLargeFile]);
  await expect(chosen).toContainText('second.log');
  await letRead(page);
  await expect(chosen).toContainText('error.log');
  await expect(chosen).toContainText('second.log');
  await expect(box.getByRole('alert')).toContainText('large.log is larger');

  await page.getByRole('button', { name: 'Unblock Me Now!' }).click();
  await formOf(page).getByLabel('Tech Stack').fill('Vue');
  await expectAccessibleInEveryLook(page, '[role=dialog]');
  await page.goBack();
  await expect(formOf(page)).toBeHidden();
  await expect(page).toHaveURL('/learn-more');

  await signIn(page, 'customer@example.com');
  await expect(page.getByText('Continue your draft')).toBeVisible();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(formOf(page).getByLabel('Description')).toHaveValue(words);
  await expect(formOf(page).getByLabel('Tech Stack')).toHaveValue('Vue');
  await expect(formOf(page).getByText('error.log')).toBeVisible();
  await formOf(page).getByRole('button', { name: 'Upload 2 Files' }).click();
  await expect(formOf(page).getByRole('list', { name: 'Uploaded' })).toContainText('error.log');
  await page.reload();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(formOf(page).getByRole('list', { name: 'Uploaded before' })).toContainText(
    'error.log',
  );
});

test('with nothing in it the button leads to the explanation', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Unblock Me Now!' }).click();
  await expect(page).toHaveURL('/learn-more');
  await page.getByRole('button', { name: 'Unblock Me Now!' }).click();
  await expect(stuck(page)).toBeFocused();
});

/** How many forms have files kept in this browser: a reload before that loses them. */
function keptFilesIn(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('unblock', 1);
        opening.onupgradeneeded = () => opening.result.createObjectStore('files');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const count = opening.result.transaction('files').objectStore('files').count();
          count.onerror = () => reject(count.error);
          count.onsuccess = () => {
            opening.result.close();
            resolve(count.result);
          };
        };
      }),
  );
}

/** From the next page on, what the browser keeps is read slowly. */
async function holdReads(page: Page): Promise<void> {
  await page.evaluate(() => sessionStorage.setItem('slowly', 'yes'));
  await page.addInitScript(() => {
    const property = Object.getOwnPropertyDescriptor(IDBRequest.prototype, 'onsuccess');
    Object.defineProperty(IDBRequest.prototype, 'onsuccess', {
      set(this: IDBRequest, act: (event: Event) => void) {
        property?.set?.call(this, (event: Event) => {
          const isHeld = this.transaction?.mode === 'readonly' && sessionStorage.getItem('slowly');
          if (isHeld) addEventListener('let-read', () => act(event), { once: true });
          else act(event);
        });
      },
    });
  });
}

async function letRead(page: Page): Promise<void> {
  await page.evaluate(() => {
    sessionStorage.removeItem('slowly');
    dispatchEvent(new Event('let-read'));
  });
}

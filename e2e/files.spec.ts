import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Locator, Page } from '@playwright/test';
import { zipOf } from '../server/testing/write-zip.ts';
import { expectAccessible, expectAccessibleInEveryLook } from './axe.ts';
import { nextDownload } from './plan.ts';
import { expect, signIn, signInAt, test } from './server.ts';

const MB = 1024 * 1024;
/** In parts, so that no scanner takes this file for a leak. */
const KEY = ['sk', 'live', '4eC39HqLyjWDarjtT1zdp7dc'].join('_');
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGP4z8CAB+GTG8HSALfKY52fTcuYAAAAAElFTkSuQmCC',
  'base64',
);
const PROJECT = zipOf({
  'shop/package.json': '{"dependencies":{"next":"15.0.0","react":"19.0.0"}}',
  'shop/.cursorrules': 'Be brief.\n',
  'shop/src/cart.ts': "export const total = '<img src=x onerror=alert(1)>';\n",
});

interface TestFile {
  name: string;
  content: Buffer | string;
}

const choose = (form: Locator, ...files: TestFile[]) =>
  form.getByLabel('Files').setInputFiles(
    files.map(({ name, content }) => ({
      name,
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(content),
    })),
  );

/** A line to the server that can break in the middle of things. */
async function openLine({ hostname, port }: URL) {
  const sockets = new Set<Socket>();
  let isCut = false;
  const line = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) {
      sockets.add(socket.on('error', () => undefined));
      socket.on('close', () => {
        near.destroy();
        far.destroy();
        sockets.delete(socket);
      });
    }
    if (isCut) near.destroy();
    else near.pipe(far).pipe(near);
  });
  await once(line.listen(0, hostname), 'listening');
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://${hostname}:${(line.address() as AddressInfo).port}`,
    cut,
    mend: () => {
      isCut = false;
    },
    close: () => {
      cut();
      line.close();
    },
  };
}

const uploadedIn = (form: Locator) => form.getByRole('list', { name: 'Uploaded' });

async function openForm(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'New Request' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create a New Request' });
  await expect(form.getByText('Up to 10 files, max 20MB each')).toBeVisible();
  return form;
}

async function fill(form: Locator, description: string): Promise<void> {
  await form.getByLabel('Description').fill(description);
  await form.getByLabel('Budget').fill('$100');
}

test('a project goes with a request, and is read by both sides without leaving the page', async ({
  page,
  newPerson,
}) => {
  await signIn(page, 'customer@example.com');
  const form = await openForm(page);
  await fill(form, 'The cart of my shop is empty\nSee the project.');
  const hostile = '..\\..\\<b>evil\u202Egpj.exe"; rm -rf.txt';
  await choose(
    form,
    { name: 'a picture with quite a long name.png', content: PICTURE },
    { name: 'shop.zip', content: PROJECT },
    { name: hostile, content: 'nothing to see' },
  );

  // Chosen, but not uploaded: the product asks.
  await form.getByRole('button', { name: 'Submit Request' }).click();
  const prompt = page.getByRole('dialog', { name: 'Files Not Uploaded' });
  await expect(
    prompt.getByText(
      'You selected files but have not uploaded them. Are you sure you wish to proceed?',
    ),
  ).toBeVisible();
  await prompt.getByRole('button', { name: 'Cancel' }).click();
  await form.getByRole('button', { name: 'Upload 3 Files' }).click();
  await expect(uploadedIn(form).getByRole('listitem')).toHaveCount(3);
  await expect(uploadedIn(form).getByText('a picture with quite…')).toBeVisible();
  await expect(uploadedIn(form).locator('img')).toHaveCount(1);

  // The project says what it is built with.
  const suggestion = form.getByRole('region', { name: 'Suggestion from your project' });
  await expect(suggestion).toContainText('Next.js, React · Web · made with Cursor');
  const aiTool = form.getByLabel('AI Tool', { exact: true });
  await expect(aiTool).toHaveValue('CHAT_GPT');
  await suggestion.getByRole('button', { name: 'Use It' }).click();
  await expect(form.getByLabel('Tech Stack')).toHaveValue('Next.js, React');
  await expect(form.getByLabel('Web')).toBeChecked();
  await expect(aiTool).toHaveValue('CURSOR');
  await form.getByRole('button', { name: 'Submit Request' }).click();
  await expect(page.getByText('Your request has been submitted successfully!')).toBeVisible();
  await page.keyboard.press('Escape');

  const developer = await newPerson();
  await signInAt(developer, '/dashboard/developer/available', 'developer@example.com');
  const card = developer.getByRole('listitem').filter({ hasText: 'The cart of my shop is empty' });
  await card.getByRole('button', { name: 'Show Files' }).click();
  const files = developer.getByRole('dialog', { name: 'Related Files' });
  await expect(files.getByRole('listitem')).toHaveCount(3);
  await expect(files.getByText('<b>evilgpj.exe"; rm -rf.txt')).toBeVisible();
  await expect(files.locator('img')).toBeVisible();
  await expectAccessible(developer, '[role=dialog]');

  // A link of a minute, saved in a new tab.
  const download = nextDownload(developer);
  await files.getByRole('button', { name: 'Download shop.zip' }).click();
  expect(await readFile(await (await download).path())).toEqual(PROJECT);

  await files.getByRole('button', { name: 'View shop.zip' }).click();
  const viewer = developer.getByRole('dialog', { name: 'shop.zip' });
  await viewer.getByRole('button', { name: 'cart.ts' }).click();
  await expect(viewer.getByText('<img src=x onerror=alert(1)>')).toBeVisible();
  await expect(viewer.locator('img')).toHaveCount(0);
  await expectAccessible(developer, '[role=dialog]');
  await developer.keyboard.press('Escape');
  await expect(files.getByRole('button', { name: 'View shop.zip' })).toBeFocused();

  // Its author takes one away again and adds another.
  const mine = page.getByRole('listitem').filter({ hasText: 'The cart of my shop is empty' });
  await mine.getByRole('button', { name: 'Edit Request' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Request' });
  await expect(edit.getByText('Up to 10 files, max 20MB each')).toBeVisible();
  await edit.getByRole('button', { name: 'Remove shop.zip' }).click();
  await choose(edit, { name: 'notes.txt', content: 'It began on Monday.' });
  await edit.getByRole('button', { name: 'Upload 1 File' }).click();
  await expect(uploadedIn(edit).getByText('notes.txt')).toBeVisible();
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  await expect(edit).toBeHidden();
  await mine.getByRole('button', { name: 'Show Files' }).click();
  const left = page.getByRole('dialog', { name: 'Related Files' });
  await expect(left.getByText('notes.txt')).toBeVisible();
  await expect(left.getByText('shop.zip')).toHaveCount(0);
});

test('20MB is taken and a byte more is not; ten files are taken and the eleventh is not', async ({
  page,
}) => {
  await signIn(page, 'customer@example.com');
  const form = await openForm(page);
  await choose(
    form,
    { name: 'whole.bin', content: Buffer.alloc(20 * MB, 7) },
    { name: 'more.bin', content: Buffer.alloc(20 * MB + 1) },
  );
  await expect(form.getByText('more.bin exceeds maximum allowed size of 20 MB')).toBeVisible();
  await form.getByRole('button', { name: 'Upload 1 File' }).click();
  await expect(uploadedIn(form).getByText('whole.bin')).toBeVisible();
  await form.getByRole('button', { name: 'Remove whole.bin' }).click();

  const eleven = Array.from({ length: 11 }, (_, i) => ({ name: `${i + 1}.txt`, content: `${i}` }));
  await choose(form, ...eleven);
  await expect(form.getByText('You can only upload 10 files')).toBeVisible();
  await form.getByRole('button', { name: 'Upload 10 Files' }).click();
  await expect(uploadedIn(form).getByRole('listitem')).toHaveCount(10);
  await expect(form.getByText('11.txt')).toHaveCount(0);
});

test('an upload survives a pause and a lost connection, and can be cancelled', async ({
  browser,
  server,
}) => {
  const line = await openLine(new URL(server.url));
  const context = await browser.newContext({ baseURL: line.url, locale: 'en-US' });
  const page = await context.newPage();
  await signIn(page, 'customer@example.com');
  const form = await openForm(page);
  const network = await page.context().newCDPSession(page);
  const uploadAt = (uploadThroughput: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await choose(
    form,
    { name: 'big.bin', content: Buffer.alloc(6 * MB, 1) },
    { name: 'other.bin', content: Buffer.alloc(6 * MB, 2) },
  );
  await uploadAt(150_000);
  await form.getByRole('button', { name: 'Upload 2 Files' }).click();
  await expect(form.getByRole('progressbar', { name: 'Upload of big.bin' })).toBeVisible();
  await expect(form.getByRole('progressbar', { name: 'All uploads' })).toBeVisible();
  await form.getByRole('button', { name: 'Cancel other.bin' }).click();
  await expect(form.getByText('other.bin')).toHaveCount(0);
  await form.getByRole('button', { name: 'Pause big.bin' }).click();
  await expect(form.getByText('Paused')).toBeVisible();
  // On its way again, so that all tries from here on are for the lost line.
  const resumed = page.waitForRequest('**/files/upload');
  await form.getByRole('button', { name: 'Resume big.bin' }).click();
  await resumed;
  await expect(form.getByText('Uploading', { exact: false }).first()).toBeVisible();

  const tries: number[] = [];
  // By the clock of the browser: what it tells us may come late.
  await network.send('Network.enable');
  network.on('Network.requestWillBeSent', ({ request, timestamp }) => {
    if (request.url.endsWith('/files/upload')) tries.push(timestamp * 1000);
  });
  line.cut();
  await expect(
    form.getByText(
      'Upload failed: This looks like a network error, the endpoint might be blocked by an internet provider or a firewall.',
    ),
  ).toBeVisible();
  await expectAccessible(page, '[role=dialog]');
  // Tried 3 times more, after 0.3, 0.6 and 1.2 seconds.
  const [first = 0, second = 0, third = 0, ...more] = tries;
  expect(more).toEqual([]);
  expect(second - first).toBeGreaterThan(590);
  expect(third - second).toBeGreaterThan(1190);
  line.mend();
  await uploadAt(-1);
  await form.getByRole('button', { name: 'Retry big.bin' }).click();
  await expect(uploadedIn(form).getByText('big.bin')).toBeVisible();
  await context.close();
  line.close();
});

test('an author is warned of keys, may mask them, and may share them knowingly', async ({
  page,
}) => {
  await signIn(page, 'customer@example.com');
  const form = await openForm(page);
  await fill(form, `Payments fail\nSTRIPE=${KEY}`);
  await choose(form, { name: 'keys.zip', content: zipOf({ 'app/.env': `KEY=${KEY}\n` }) });
  await form.getByRole('button', { name: 'Upload 1 File' }).click();
  await expect(uploadedIn(form).getByText('keys.zip')).toBeVisible();
  await form.getByRole('button', { name: 'Submit Request' }).click();

  const warning = page.getByRole('dialog', { name: 'Keys or Passwords Found' });
  await expect(warning.getByText('keys.zip/app/.env')).toBeVisible();
  await expect(warning.getByText('line 2')).toBeVisible();
  await expect(warning.getByText(KEY)).toHaveCount(0);
  await expectAccessible(page, '[role=dialog]');
  await warning.getByRole('button', { name: 'Go Back' }).click();
  await expect(form.getByLabel('Description')).toHaveValue(`Payments fail\nSTRIPE=${KEY}`);

  await form.getByRole('button', { name: 'Submit Request' }).click();
  await warning.getByRole('button', { name: 'Mask and Submit Request' }).click();
  await expect(page.getByText('Your request has been submitted successfully!')).toBeVisible();
  await page.getByRole('link', { name: 'Open Request' }).click();
  await expect(page.getByText(/STRIPE=\{\{SECRET:.*\}\}/)).toBeVisible();
  await expect(page.getByText(KEY)).toHaveCount(0);

  // What went out of the archive is to be replaced, which its owner can look up again.
  await page.getByRole('button', { name: 'Show Files' }).click();
  await page.getByRole('button', { name: 'Keys to Replace' }).click();
  const rotate = page.getByRole('dialog', { name: 'Keys to Replace' });
  await expect(rotate.getByText('app/.env, line 1')).toBeVisible();
  await expectAccessible(page, '[role=dialog]');
});

test('the uploader is usable by everyone, in both themes, at any width, by keyboard alone', async ({
  page,
}) => {
  await signIn(page, 'customer@example.com');
  await expect(page.getByRole('listitem').first()).toBeVisible();
  await expectAccessibleInEveryLook(page);
  const form = await openForm(page);
  await choose(form, { name: 'one.txt', content: '1' }, { name: 'two.txt', content: '2' });
  await expectAccessibleInEveryLook(page, '[role=dialog]');

  await form.getByLabel('Files').focus();
  const upload = form.getByRole('button', { name: 'Upload 2 Files' });
  for (const name of ['Remove one.txt', 'Remove two.txt']) {
    await page.keyboard.press('Tab');
    await expect(form.getByRole('button', { name })).toBeFocused();
  }
  await page.keyboard.press('Tab');
  await expect(upload).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(uploadedIn(form).getByRole('listitem')).toHaveCount(2);
  await expectAccessibleInEveryLook(page, '[role=dialog]');
});

test('files are pasted anywhere in the form and dropped on its zone; pasted words stay words', async ({
  page,
}) => {
  await signIn(page, 'customer@example.com');
  const form = await openForm(page);
  const chosen = form.getByRole('list', { name: 'Chosen to upload' });
  const description = form.getByLabel('Description');
  const bring = (at: Locator, event: 'paste' | 'dragover' | 'drop', name: string, words = '') =>
    at.evaluate(
      (node, { event, name, words }) => {
        const carried = new DataTransfer();
        carried.items.add(new File(['in the clipboard'], name, { type: 'image/png' }));
        if (words) carried.setData('text/plain', words);
        const [bubbles, cancelable] = [true, true];
        const happens =
          event === 'paste'
            ? new ClipboardEvent(event, { bubbles, cancelable, clipboardData: carried })
            : new DragEvent(event, { bubbles, cancelable, dataTransfer: carried });
        return node.dispatchEvent(happens);
      },
      { event, name, words },
    );

  expect(await bring(description, 'paste', 'pasted screenshot of it.png')).toBe(false);
  await expect(chosen).toContainText('pasted screenshot of it.png');
  // From a document there come words as well, with a picture of them.
  expect(await bring(description, 'paste', 'words.png', 'words')).toBe(true);
  const zone = form.getByText('drop or paste');
  expect(await bring(zone, 'dragover', '')).toBe(false);
  await bring(zone, 'drop', 'dropped.png');
  await expect(chosen).toContainText('dropped.png');
  // Beside the zone it joins too, and does not take the browser away.
  expect(await bring(description, 'drop', 'beside.png')).toBe(false);
  await expect(chosen.getByRole('listitem')).toHaveCount(3);

  await form.getByRole('button', { name: 'Upload 3 Files' }).click();
  await expect(uploadedIn(form).getByText('pasted screenshot of…')).toBeVisible();
  await expect(uploadedIn(form).getByText('dropped.png')).toBeVisible();
});

test('the lists of an unblocker are usable by everyone, in both themes, at any width', async ({
  page,
}) => {
  // Anybody's name may be one long word.
  await page.route(/\/api\/(me|tickets)(\?|$)/, async (route) => {
    const body = await (await route.fetch()).text();
    const named = body.replace(
      /("(?:first|full)_name":)"[^"]*"/g,
      `$1"${'Rumpelstiltskin'.repeat(6)}"`,
    );
    await route.fulfill({ contentType: 'application/json', body: named });
  });
  await signIn(page, 'developer@example.com');
  for (const path of ['/dashboard/developer', '/dashboard/developer/available']) {
    await page.goto(path);
    // Where a name is in another script, the number of a time would join it.
    await expect(page.getByRole('listitem').locator('time').first()).toHaveAttribute('dir', 'auto');
    await expectAccessibleInEveryLook(page);
  }
});

import type { Page } from '@playwright/test';
import { SESSION_KEY } from '../web/api/stored-session.ts';
import { expectAccessible } from './axe.ts';
import { NO_PROGRAM } from './kept-pages.ts';
import { enter, expect, findListed, signInAt, test } from './server.ts';

/** In parts, so that no scanner takes this file for a leak. */
const KEY = ['sk', 'live', '4eC39HqLyjWDarjtT1zdp7dc'].join('_');
const composer = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true });
const log = (page: Page) => page.getByRole('log', { name: 'Conversation' });

async function send(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await page.getByRole('button', { name: 'Send' }).click();
}

/** A place in a thread is kept while what came is drawn, so it is known with the next picture. */
async function nextPicture(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let pictures = 0; pictures < 2; pictures++) await new Promise(requestAnimationFrame);
  });
}

/** How many messages the server counts as unread. */
function unreadOf(page: Page): Promise<number> {
  return page.evaluate(async (key) => {
    const { access_token } = JSON.parse(localStorage.getItem(key) ?? '{}');
    const headers = { authorization: `Bearer ${access_token}` };
    return (await (await fetch('/api/me/unread', { headers })).json()).count;
  }, SESSION_KEY);
}

/** As many messages as no journey could type. */
async function postMany(page: Page, ticketId: string, count: number): Promise<void> {
  await page.evaluate(
    async ({ key, path, count }) => {
      const { access_token } = JSON.parse(localStorage.getItem(key) ?? '{}');
      const headers = {
        authorization: `Bearer ${access_token}`,
        'content-type': 'application/json',
      };
      for (let number = 1; number <= count; number++) {
        const text = `Message number ${number}`;
        const answer = await fetch(path, {
          method: 'POST',
          headers,
          body: JSON.stringify({ text }),
        });
        if (!answer.ok) throw new Error(`${text} was answered with ${answer.status}`);
      }
    },
    { key: SESSION_KEY, path: `/api/tickets/${ticketId}/messages`, count },
  );
}

/** The two demo people before the same thread. */
async function openThread(customer: Page, developer: Page): Promise<string> {
  await enter(customer, 'customer@example.com');
  await signInAt(developer, '/discussions', 'developer@example.com');
  const entry = developer.getByRole('link').filter({ hasText: 'Expo build crashes at launch' });
  await (await findListed(developer, entry)).click();
  await expect(entry).toHaveAttribute('aria-current', 'page');
  const ticketId = new URL(developer.url()).pathname.split('/').at(-1) ?? '';
  await customer.goto(`/discussions/${ticketId}`);
  await expect(composer(customer)).toBeVisible();
  return ticketId;
}

test('two people talk: code, typing, seen and unread marks, live on both sides', async ({
  page: customer,
  newPerson,
}) => {
  const developer = await newPerson();
  const ticketId = await openThread(customer, developer);

  // A page that has only just opened may not hear the first sign.
  await expect(async () => {
    await composer(developer).pressSequentially('a');
    await expect(customer.getByText(/is typing\.\.\.$/)).toBeVisible({ timeout: 3000 });
  }).toPass();
  const words = `**Try** this & <b>that</b>, see https://example.com/a\n\`\`\`ts\nconst tries = 3;\n\`\`\``;
  await send(developer, words);
  await expect(log(customer).getByText('const tries = 3;')).toBeVisible();
  await expect(log(customer).locator('.hljs-keyword', { hasText: 'const' })).toBeVisible();
  await expect(log(customer).locator('strong', { hasText: 'Try' })).toBeVisible();
  await expect(log(customer).getByText('<b>that</b>')).toBeVisible();
  const link = log(customer).getByRole('link', { name: 'https://example.com/a' });
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
  await expect(customer.getByText(/is typing\.\.\.$/)).toBeHidden();
  await expect(log(developer).getByText('Seen')).toBeVisible();

  // It is shown at once, and the next one can be typed, however long the way to the server takes.
  const [away, back] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await developer.route('**/messages', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await away.promise;
    const response = await route.fetch();
    await back.promise;
    return route.fulfill({ response });
  });
  await composer(developer).fill('Did it work?');
  await composer(developer).press('Control+Enter');
  await composer(developer).pressSequentially('Or');
  await expect(log(developer).getByText('Did it work?')).toBeVisible();
  await expect(log(customer).getByText('Did it work?')).toBeHidden();
  away.resolve();
  await expect(log(customer).getByText('Did it work?')).toBeVisible();
  await expect(composer(developer)).toHaveValue('Or');
  // The way back is as long: it is read before its author has the answer.
  const sent = log(developer).getByRole('listitem').filter({ hasText: 'Did it work?' });
  await expect(sent).toContainText('Seen');
  const answered = developer.waitForResponse('**/messages');
  back.resolve();
  await answered;
  await expect(developer.getByText('Sending...')).toBeHidden();
  await expect(sent).toContainText('Seen');
  await developer.unroute('**/messages');
  await expectAccessible(customer);

  // Elsewhere in the product it counts as unread, in the navigation and in the title.
  await customer.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(customer).toHaveTitle(/Your Dashboard/);
  // Other journeys may have left this person something to read. Asked for, as the title may be behind.
  const others = await unreadOf(customer);
  await send(developer, 'Are you still there?');
  await send(developer, 'I can wait.');
  await expect(customer).toHaveTitle(new RegExp(`^\\(${others + 2}\\) `));
  await expect(customer.getByText(`${others + 2} unread messages`)).toBeAttached();
  await customer.getByRole('link', { name: 'Discussions', exact: true }).click();
  // What was written last opens by itself.
  await expect(customer).toHaveURL(`/discussions/${ticketId}`);
  await expect(customer).toHaveTitle(others > 0 ? /Discussions/ : /^Discussions/);
  await expect(
    log(customer).getByRole('listitem').filter({ hasText: 'Are you still there?' }),
  ).toHaveText(/^Unread/);
});

test('whoever goes elsewhere before the list has come is not held up by what opens by itself', async ({
  page,
}) => {
  await enter(page, 'customer@example.com');
  const coming = Promise.withResolvers<void>();
  await page.route('**/api/tickets?*', async (route) => {
    await coming.promise;
    return route.continue();
  });
  await page.goto('/discussions');
  await expect(page.getByRole('heading', { level: 1, name: 'Discussions' })).toBeVisible();
  const loading = Promise.withResolvers<void>();
  await page.route('**/assets/**', async (route) => {
    await loading.promise;
    return route.continue();
  });
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  coming.resolve();
  await expect(
    page.getByRole('region', { name: 'Your Tickets' }).getByRole('link').first(),
  ).toBeVisible();
  loading.resolve();
  await expect(page).toHaveTitle(/Your Dashboard/);
});

test('the list shows only what is unread when asked, until it is read', async ({
  page: customer,
  newPerson,
}) => {
  const developer = await newPerson();
  const ticketId = await openThread(customer, developer);
  const inList = (id: string) => customer.locator(`section a[href="/discussions/${id}"]`);
  const others = customer
    .getByRole('region', { name: 'Your Tickets' })
    .locator(`li a:not([href="/discussions/${ticketId}"])`);
  const other = (await others.first().getAttribute('href')) ?? '';
  // The list may move under the pointer, as what was just said comes to its top.
  await expect(async () => {
    const link = customer.locator(`section a[href="${other}"]`);
    await link.click();
    await expect(link).toHaveAttribute('aria-current', 'page', { timeout: 2000 });
    await expect(customer).toHaveURL(other, { timeout: 2000 });
  }).toPass();
  const readId = new URL(customer.url()).pathname.split('/').at(-1) ?? '';
  await send(developer, 'One more thing.');
  await expect(inList(ticketId)).toContainText('unread');

  const filter = customer.getByRole('button', { name: 'Unread' });
  await filter.click();
  await expect(filter).toHaveAttribute('aria-pressed', 'true');
  await expect(inList(readId)).toBeHidden();
  await inList(ticketId).click();
  await expect(log(customer).getByText('One more thing.')).toBeVisible();
  // It stays under the reader's eyes until the list is asked for anew, once it counts as read.
  await expect(async () => {
    await filter.click();
    await expect(inList(readId)).toBeVisible();
    await filter.click();
    await expect(inList(readId)).toBeHidden();
    await expect(inList(ticketId)).toBeHidden({ timeout: 2000 });
  }).toPass();
});

test('keys in a message are asked about, and taken out later; it can be edited and deleted', async ({
  page: customer,
  newPerson,
}) => {
  const developer = await newPerson();
  await openThread(customer, developer);
  const warning = developer.getByRole('dialog', { name: 'Keys or Passwords Found' });
  await send(developer, `Use ${KEY}`);
  await expect(warning).toContainText('Message');
  await expect(developer.getByText(KEY)).toHaveCount(0);
  await expect(developer.getByText('Sending...')).toHaveCount(0);
  await expectAccessible(developer, '[role=dialog]');
  await warning.press('Escape');
  await expect(composer(developer)).toHaveValue(`Use ${KEY}`);
  await expect(log(developer).getByText(KEY)).toHaveCount(0);

  await composer(developer).press('Control+Enter');
  await warning.getByRole('button', { name: 'Send Anyway' }).click();
  await expect(log(customer).getByText(KEY)).toBeVisible();
  await log(developer).getByRole('button', { name: 'Take Out Keys' }).focus();
  await developer.keyboard.press('Enter');
  const takeOut = developer.getByRole('dialog', { name: 'Take Out Keys' });
  await takeOut.getByRole('button', { name: 'Take Out Keys' }).click();
  await expect(log(customer).getByText(/^Use [[{]/)).toBeVisible();
  await expect(log(customer).getByText(KEY)).toHaveCount(0);
  await expect(log(customer).getByText('edited')).toBeVisible();

  await send(developer, `Also ${KEY}`);
  await warning.getByRole('button', { name: 'Mask and Send' }).click();
  await expect(log(customer).getByText(/^Also [[{]/)).toBeVisible();

  const mine = (words: string) => log(developer).getByRole('listitem').filter({ hasText: words });
  await send(developer, 'It fials');
  await mine('It fials').getByRole('button', { name: 'Edit' }).focus();
  await developer.keyboard.press('Enter');
  const edit = developer.getByRole('dialog', { name: 'Edit Message' });
  await edit.getByLabel('Message').fill('It fails');
  // Closed by mistake, and then given up.
  await developer.keyboard.press('Escape');
  await expect(edit).toBeHidden();
  await mine('It fials').getByRole('button', { name: 'Edit' }).press('Enter');
  await expect(edit.getByLabel('Message')).toHaveValue('It fails');
  await edit.getByRole('button', { name: 'Cancel' }).click();
  await mine('It fials').getByRole('button', { name: 'Edit' }).press('Enter');
  await expect(edit.getByLabel('Message')).toHaveValue('It fials');
  await edit.getByLabel('Message').fill('It fails');
  await expectAccessible(developer, '[role=dialog]');
  await edit.getByRole('button', { name: 'Save Message' }).click();
  await expect(edit).toBeHidden();
  await expect(log(customer).getByText('It fails')).toBeVisible();
  await mine('It fails').getByRole('button', { name: 'Delete' }).focus();
  await developer.keyboard.press('Enter');
  const remove = developer.getByRole('dialog', { name: 'Delete Message' });
  await remove.getByRole('button', { name: 'Delete Message' }).click();
  for (const page of [customer, developer]) {
    await expect(log(page).getByText('This message was deleted.')).toBeVisible();
    await expect(log(page).getByText('It fails')).toHaveCount(0);
  }
  await expectAccessible(developer);
});

test('the words of a message stay until their author lets them go', async ({
  page: customer,
  newPerson,
}) => {
  const developer = await newPerson();
  const ticketId = await openThread(customer, developer);
  const alert = (words: string) => developer.getByRole('alert').filter({ hasText: words });

  // The row of the message goes out of sight while it is edited.
  await send(developer, 'It fials');
  await expect(developer.getByText('Sending...')).toHaveCount(0);
  const threads = '**/api/tickets/*/messages?*';
  await developer.route(threads, async (route) => {
    const answer = await (await route.fetch()).json();
    const last = answer.items.at(-1);
    const many = Array.from({ length: 160 }, (_, row) => ({
      ...last,
      id: `${row}`,
      client_id: null,
    }));
    return route.fulfill({ json: { ...answer, items: many, older: null, next_cursor: null } });
  });
  await developer.reload();
  const last = log(developer).getByRole('button', { name: 'Edit', exact: true }).last();
  await last.press('Enter');
  const edit = developer.getByRole('dialog', { name: 'Edit Message' });
  await edit.getByLabel('Message').fill('It fails, as');
  await log(developer).evaluate((box) => box.scrollTo(0, 0));
  await nextPicture(developer);
  await expect(edit.getByLabel('Message')).toHaveValue('It fails, as');
  await edit.getByRole('button', { name: 'Cancel' }).click();
  await developer.unrouteAll({ behavior: 'wait' });
  await developer.reload();

  // A refused message is not taken back while another one is on its way, which would lose it.
  const sent = '**/api/tickets/*/messages';
  await developer.route(sent, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 403, json: { detail: 'You cannot write here.' } })
      : route.fallback(),
  );
  await send(developer, 'The first');
  await expect(alert('Not sent. You cannot write here.')).toBeVisible();
  const going = Promise.withResolvers<void>();
  await developer.route('**/files/upload', async (route) => {
    await going.promise;
    return route.abort();
  });
  const chooser = developer.waitForEvent('filechooser');
  await developer.getByRole('button', { name: 'Attach Files' }).click();
  const file = { name: 'a.log', mimeType: 'text/plain', buffer: Buffer.from('a') };
  await (await chooser).setFiles([file]);
  await composer(developer).fill('The second');
  const refused = log(developer).getByRole('listitem').filter({ hasText: 'The first' });
  // Pressed before anything shows that one is on its way.
  const take = await refused.getByRole('button', { name: 'Edit' }).elementHandle();
  await developer.getByRole('button', { name: 'Send' }).evaluate((go: HTMLElement, take) => {
    go.click();
    (take as HTMLElement | null)?.click();
  }, take);
  await expect(alert('Another message is still being sent.')).toBeVisible();
  going.resolve();
  await expect(alert('Failed to upload attachments.').first()).toBeVisible();
  await refused.getByRole('button', { name: 'Edit' }).press('Enter');
  await expect(composer(developer)).toHaveValue('The second\n\nThe first');
  await developer.getByRole('button', { name: 'Remove a.log' }).click();

  // Where one may no longer write, it can be discarded.
  await composer(developer).press('Control+Enter');
  await expect(alert('Not sent. You cannot write here.')).toBeVisible();
  await developer.route(`**/api/tickets/${ticketId}`, async (route) => {
    const ticket = await (await route.fetch()).json();
    ticket.actions.message = { allowed: false, reason: 'Nobody is here any more.' };
    return route.fulfill({ json: ticket });
  });
  await developer.reload();
  await expect(developer.getByText('Nobody is here any more.')).toBeVisible();
  await expect(refused.getByRole('button')).toHaveText(['Discard']);
  await refused.getByRole('button', { name: 'Discard' }).press('Enter');
  await expect(refused).toHaveCount(0);
});

test('a message is found by a word, and its link opens the thread there', async ({
  page: customer,
  newPerson,
}) => {
  const developer = await newPerson();
  const ticketId = await openThread(customer, developer);
  await send(developer, 'The culprit is `Warenkorb.tsx`, line 42.');
  await expect(log(customer).getByText('Warenkorb.tsx')).toBeVisible();

  await customer.locator('body').press('/');
  const search = customer.getByRole('searchbox', { name: 'Search messages' });
  await expect(search).toBeFocused();
  await search.fill('warenk');
  const found = customer.getByRole('list', { name: 'Found messages' }).getByRole('link');
  await expect(found).toHaveCount(1);
  await expect(found.locator('mark')).toHaveText('Warenk');
  await expectAccessible(customer);
  await found.click();
  await expect(customer).toHaveURL(new RegExp(`/discussions/${ticketId}\\?message=`));
  await expect(customer.locator('[aria-current="true"]')).toContainText('Warenkorb.tsx');
  await customer.reload();
  await expect(customer.locator('[aria-current="true"]')).toBeInViewport();

  await search.fill('nobody has ever written this');
  await expect(customer.getByText('No messages found')).toBeVisible();
  await search.press('Escape');
  await expect(search).toHaveValue('');

  // The link of a message that is gone opens the thread as if it named none: at its end.
  await send(developer, `One line\n${'and one more\n'.repeat(60)}The very last line`);
  await customer.goto(`/discussions/${ticketId}?message=00000000-0000-4000-8000-000000000000`);
  await expect(customer.getByRole('alert').filter({ hasText: 'Message not found' })).toBeVisible();
  await expect(customer).toHaveURL(new RegExp(`/discussions/${ticketId}$`));
  await expect(log(customer).getByText('The very last line')).toBeInViewport();
  await expect(customer.getByRole('button', { name: /^New(est)? messages$/ })).toBeHidden();
  // Only at the end is read out what comes; back in the thread nothing is.
  await expect(log(customer)).toHaveAttribute('aria-live', 'polite');
  await log(customer).focus();
  await customer.keyboard.press('Home');
  await expect(log(customer)).toHaveAttribute('aria-live', 'off');

  // It starts at its end also where it comes late and what stands over it fills the screen.
  await customer.setViewportSize({ width: 360, height: 640 });
  await customer.route('**/api/tickets/*/messages?*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 800));
    return route.continue();
  });
  await customer.reload();
  await expect(log(customer).getByText('The very last line')).toBeInViewport();

  // Older ones come while one scrolls up, and what is being read stays where it is.
  // Nobody looks while these are written: two screens would draw each of them.
  for (const page of [customer, developer]) await page.goto(NO_PROGRAM);
  await postMany(developer, ticketId, 110);
  let letCome = () => {};
  const looked = new Promise<void>((resolve) => {
    letCome = resolve;
  });
  // The next button, which comes with the plan, moves nothing either.
  for (const late of ['**/messages?*before=*', '**/api/tickets/*/milestones']) {
    await customer.route(late, async (route) => {
      await looked;
      return route.continue();
    });
  }
  await customer.goto(`/discussions/${ticketId}`);
  const rows = log(customer).getByRole('listitem');
  await expect(rows.filter({ hasText: /number \d/ })).toHaveCount(50);
  await log(customer).hover();
  const scrolled = () => log(customer).evaluate((box) => Math.round(box.scrollTop));
  // Rows that were only just drawn may still move it while the wheel turns.
  await expect(async () => {
    await customer.mouse.wheel(0, 1100 - (await scrolled()));
    await expect.poll(scrolled, { timeout: 2000 }).toBe(1100);
  }).toPass();
  const read = rows.nth(10);
  const words = (await read.getByText(/number/).textContent()) ?? '';
  const before = await read.boundingBox();
  letCome();
  await expect(rows).toHaveCount(100);
  await expect(customer.getByRole('link', { name: 'Review', exact: true })).toBeVisible();
  await nextPicture(customer);
  const after = await log(customer)
    .getByText(words, { exact: true })
    .locator('xpath=ancestor::li')
    .boundingBox();
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(3);

  // The browser's own search scrolls without a hand; what it found stays while the composer grows.
  await customer.reload();
  await expect(log(customer).getByText('number 110')).toBeInViewport();
  await log(customer).evaluate(
    (box) =>
      new Promise<void>((resolve) => {
        // In the moment in which the thread has become higher, and its end is followed.
        const content = box.firstElementChild as Element;
        const more = document.createElement('div');
        more.style.height = '40px';
        new ResizeObserver((_, observer) => {
          if (!more.isConnected) return content.append(more);
          observer.disconnect();
          box.scrollBy(0, -1500);
          resolve();
        }).observe(content);
      }),
  );
  await expect(log(customer).getByText('number 110')).not.toBeInViewport();
  await composer(customer).fill('One line\nand another\nand another\nand another');
  await nextPicture(customer);
  await expect(log(customer).getByText('number 110')).not.toBeInViewport();
  await composer(customer).fill('');

  // Whoever has gone to a message stays there, also where what follows ends with one of their own.
  await developer.goto(`/discussions/${ticketId}`);
  await expect(log(developer).getByText('number 110')).toBeInViewport();
  await developer.getByRole('searchbox', { name: 'Search messages' }).fill('number 12');
  await developer.getByRole('list', { name: 'Found messages' }).getByRole('link').click();
  await expect(developer.locator('[aria-current="true"]')).toContainText('number 12');
  await log(developer).hover();
  // While the rows round the message are still measured, it is brought into sight once more.
  await expect(async () => {
    await developer.mouse.wheel(0, 1000);
    await expect(log(developer).getByText('number 60')).toBeAttached({ timeout: 3000 });
  }).toPass();
  await nextPicture(developer);
  const toEnd = await log(developer).evaluate(
    (box) => box.scrollHeight - box.scrollTop - box.clientHeight,
  );
  expect(toEnd).toBeGreaterThan(1000);

  // What was found stays where more of it cannot be read.
  await customer.setViewportSize({ width: 1280, height: 720 });
  await search.fill('number');
  await expect(found).toHaveCount(20);
  await customer.route('**/api/messages/search?*cursor=*', (route) =>
    route.fulfill({ status: 400 }),
  );
  const more = customer.getByRole('button', { name: 'Show More' });
  await more.click();
  await expect(customer.getByRole('alert').filter({ hasText: 'An error' })).toBeVisible();
  await expect(more).toBeEnabled();
  await expect(found).toHaveCount(20);
});

test('what is written offline waits, survives a reload, and arrives once and in order', async ({
  page: customer,
  newPerson,
}) => {
  const developer = await newPerson();
  await openThread(customer, developer);
  await customer.route('**/api/tickets/*/messages', (route) =>
    route.request().method() === 'POST' ? route.abort('internetdisconnected') : route.continue(),
  );
  for (const text of ['First without a line', 'Second without a line', 'Third without a line']) {
    await send(customer, text);
  }
  await expect(log(customer).getByText(/^Not sent\./)).toBeVisible();
  await composer(customer).fill('A draft that is not ready');
  // They are shown although the thread itself is not there.
  const thread = '**/api/tickets/*/messages?*';
  await customer.route(thread, (route) => route.abort('internetdisconnected'));
  await customer.reload();
  await expect(log(customer).getByText('Third without a line')).toBeVisible();
  await expect(composer(customer)).toHaveValue('A draft that is not ready');
  await customer.unroute(thread);
  await customer.unroute('**/api/tickets/*/messages');
  await expect(log(developer).getByText('Third without a line')).toBeVisible();
  await expect(log(developer).getByText(/without a line$/)).toHaveText([
    'First without a line',
    'Second without a line',
    'Third without a line',
  ]);
  await expect(log(customer).getByText(/^Not sent\./)).toBeHidden();
  await expect(log(customer).getByText(/without a line$/)).toHaveCount(3);

  // What a tab could not send before it was closed goes out from another one.
  const otherTab = await customer.context().newPage();
  await otherTab.goto(new URL(customer.url()).pathname);
  await expect(composer(otherTab)).toBeVisible();
  // Whichever of the two is quicker tries to send it.
  const context = otherTab.context();
  const posts = '**/api/tickets/*/messages';
  await context.route(posts, (route) => route.abort('internetdisconnected'));
  await send(customer, 'Left behind by a tab');
  await expect(log(otherTab).getByText(/^Not sent\./)).toBeVisible();
  await customer.close();
  await context.unroute(posts);
  await expect(log(developer).getByText('Left behind by a tab')).toBeVisible();
  await expect(log(otherTab).getByText(/^Not sent\./)).toBeHidden();
});

test('the keys are listed, and what sends is the person’s choice', async ({
  page: customer,
  newPerson,
}) => {
  const developer = await newPerson();
  await openThread(customer, developer);
  await customer.locator('body').press('?');
  const dialog = customer.getByRole('dialog', { name: 'Keyboard Shortcuts' });
  await dialog.getByRole('radio', { name: 'Enter', exact: true }).check();
  await expectAccessible(customer);
  // The page behind stands still, and nothing that it inherits was changed for that.
  const [root, body] = [customer.locator('html'), customer.locator('body')];
  await expect(root).toHaveCSS('overflow', 'hidden');
  await expect(body).toHaveCSS('pointer-events', 'auto');
  await expect(body).not.toHaveAttribute('data-scroll-locked');
  await customer.keyboard.press('Escape');
  await expect(root).toHaveCSS('overflow', 'visible');
  await composer(customer).fill('Two');
  await composer(customer).press('Shift+Enter');
  await composer(customer).pressSequentially('lines?');
  await composer(customer).press('Enter');
  await expect(log(developer).getByText('Two lines?')).toBeVisible();
  await customer.reload();
  await expect(customer.getByText('Enter sends', { exact: true })).toBeVisible();
});

/** Source: specification 2.10 and 8. */
test('the discussions say what the specification says: empty, found, lost, reported or refused', async ({
  page: developer,
  newPerson,
}) => {
  await enter(developer, 'developer@example.com');
  const lists = '**/api/tickets?view=discussions*';
  // One route for both answers: between two, the browser may not ask it.
  let many = 0;
  await developer.route(lists, async (route) => {
    const { items } = many > 0 ? await (await route.fetch()).json() : { items: [] };
    const rows = Array.from({ length: many }, (_, row) => ({
      ...items[0],
      ...(row > 0 && { id: `00000000-0000-4000-8000-0000000000${row + 10}` }),
      unread: 1,
    }));
    return route.fulfill({ json: { items: rows, next_cursor: null } });
  });
  await developer.goto('/discussions');
  await expect(developer.getByRole('heading', { level: 1 })).toHaveText('Discussions');
  await expect(developer.getByRole('heading', { name: 'Your Tickets' })).toBeVisible();
  await expect(developer.getByText('No tickets available', { exact: true })).toBeVisible();
  await expect(developer.getByText('No discussions available', { exact: true })).toBeVisible();

  // However many there are, they scroll in their list and not the page with them.
  many = 30;
  await developer.goto('/discussions');
  await expect(developer.getByTitle(/^Created /)).toHaveCount(30);
  await expect(composer(developer)).toBeVisible();
  await expect
    .poll(() => developer.evaluate(() => document.documentElement.scrollHeight))
    .toBe(720);
  // Answers on their way are waited for.
  await developer.unrouteAll({ behavior: 'wait' });

  // A conversation begins.
  await developer.getByRole('link', { name: 'Available Requests' }).first().click();
  const card = developer.getByRole('listitem').filter({ hasText: 'Message Customer' }).first();
  const line = (await card.locator('h3 span').first().textContent()) ?? '';
  await card.getByRole('button', { name: 'Message Customer' }).click();
  await developer.waitForURL(/\/discussions\/[\w-]+$/);
  const address = new URL(developer.url()).pathname;
  const id = address.split('/').at(-1) ?? '';
  const empty = log(developer).getByText('No messages yet. Start the conversation!');
  await expect(empty).toBeVisible();
  await expect(log(developer).getByRole('heading')).toHaveText(line);
  await expect(composer(developer)).toHaveAttribute('placeholder', 'Type your message...');
  await expect(developer.getByRole('button', { name: 'Attach Files' })).toBeVisible();
  await send(developer, 'Which version is it?');
  await expect(empty).toBeHidden();
  await expect(log(developer).getByText('You', { exact: true })).toBeVisible();
  await expect(log(developer).getByRole('link', { name: /^just now/ })).toBeVisible();
  await expect(log(developer).getByText('Today', { exact: true })).toBeVisible();

  const entry = developer.getByRole('link').filter({ hasText: line });
  const created = entry.locator('time');
  for (const words of [`#${id.slice(-6).toUpperCase()}`, 'Pending'])
    await expect(entry).toContainText(words);
  await expect(created).toHaveText(/^\d{1,2}\/\d{1,2}\/\d{4}$/);
  await expect(created).toHaveAttribute('title', /^Created /);

  // Without an id the first one opens; an id that is not there leads back to it.
  const first = developer.locator('a[href^="/discussions/"]').first();
  await expect(first).toHaveAttribute('href', address);
  await developer.goto('/discussions');
  await developer.waitForURL(`**${address}`);
  await developer.goto('/discussions/00000000-0000-4000-8000-000000000000');
  await expect(developer.getByRole('alert').filter({ hasText: 'Request not found' })).toBeVisible();
  await developer.waitForURL(`**${address}`);
  await developer.setViewportSize({ width: 360, height: 740 });
  await developer.getByRole('link', { name: 'Back to Your Tickets' }).first().click();
  await developer.setViewportSize({ width: 1280, height: 720 });
  await expect(
    developer.getByText('Select a request to view discussions', { exact: true }),
  ).toBeVisible();

  // The way to it is cut, and is there again; the other side's name is not.
  const calls = /\/api\/tickets(\?view=discussions.*|\/[\w-]+)$/;
  await developer.route(calls, (route) => route.fulfill({ status: 500 }));
  await developer.goto(address);
  await expect(developer.getByText('Request not found', { exact: true })).toBeVisible();
  await expect(composer(developer)).toBeHidden();
  await developer.unroute(calls);
  await developer.route(calls, async (route) => {
    const answer = await route.fetch();
    const text = (await answer.text()).replaceAll(/"counterpart":\{[^}]*\}/g, '"counterpart":null');
    return route.fulfill({ response: answer, body: text });
  });
  await developer.getByRole('button', { name: 'Try Again' }).last().click();
  await expect(developer.getByText('Failed to fetch developer info').first()).toBeVisible();
  await developer.unroute(calls);

  // Whoever gets a message may report it, and is told when that fails.
  const customer = await newPerson();
  await openThread(customer, developer);
  await expect(composer(customer)).toBeVisible();
  await log(customer).getByRole('button', { name: 'Report', exact: true }).last().click();
  const dialog = customer.getByRole('dialog', { name: 'Report Message' });
  await expect(dialog).toContainText(
    'Are you sure you want to report this message? This will notify moderators and flag the conversation for review.',
  );
  await customer.route('**/report', (route) => route.abort('internetdisconnected'));
  await dialog.getByRole('button', { name: 'Report Message' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Failed to report message');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(log(customer).getByText('Reported', { exact: true })).toBeHidden();
});

test('a press counts where the thread moves away under it, and not where the pointer goes away', async ({
  page: customer,
  newPerson,
}) => {
  const developer = await newPerson();
  await openThread(customer, developer);
  await send(developer, 'This one is reported.');
  const said = log(customer).getByRole('listitem').filter({ hasText: 'This one is reported.' });
  const report = said.last().getByRole('button', { name: 'Report', exact: true });
  await expect(report).toBeInViewport();
  // Until this stands below, it may yet move by itself.
  await expect(log(developer).getByText('Seen')).toBeVisible();
  await nextPicture(customer);

  const top = () => report.evaluate((button) => button.getBoundingClientRect().top);
  const dialog = customer.getByRole('dialog', { name: 'Report Message' });
  const before = await top();
  await report.hover();
  await customer.mouse.down();
  await send(developer, 'Said while the button is down.');
  await expect.poll(top).not.toBe(before);
  await customer.mouse.up();
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();

  await report.hover();
  const there = await top();
  await customer.mouse.down();
  await send(developer, 'Said while the button is down again.');
  await expect.poll(top).not.toBe(there);
  await customer.mouse.move(2, 2);
  await customer.mouse.up();
  await nextPicture(customer);
  await expect(dialog).toBeHidden();
});

test('a thread takes a press also while it scrolls', async ({ page: customer, newPerson }) => {
  await openThread(customer, await newPerson());
  const report = log(customer).getByRole('button', { name: 'Report', exact: true }).last();
  await report.hover();
  const takesPress = await report.evaluate(async (button) => {
    button.closest('[role=log]')?.scrollBy(0, -2);
    for (let pictures = 0; pictures < 2; pictures++) await new Promise(requestAnimationFrame);
    const { x, y, width, height } = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
  expect(takesPress).toBe(true);
});

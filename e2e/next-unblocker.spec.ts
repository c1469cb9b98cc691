import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { signInByCall } from './account-people.ts';
import { caller, grabbed, paid, posted, uploaded } from './moderated-work.ts';
import { confirm, press } from './plan.ts';
import { enter, expect, type RealServer, signInAt, test } from './server.ts';

const MAYA = 'customer@example.com';
const ANA = 'developer@example.com';
const IVAN = 'ivan@example.com';

/** Stands in everything that only the first two are to know. */
const SECRET = /zanzibar/i;

test('the next unblocker meets nothing of the first one’s talk, files and news, on no screen and in no answer', async ({
  page: maya,
  newPerson,
  server,
}) => {
  const { id, files } = await leftInTheMiddle(server);
  const ivan = await newPerson();
  const heard = listenTo(ivan);
  await Promise.all([enter(maya, MAYA), enter(ivan, IVAN)]);

  // Before and after the grab.
  await ivan.goto(`/dashboard/developer/plan/${id}`);
  await expect(ivan.getByText('$100.00 is held.')).toBeVisible();
  await expectNothing(ivan);
  await press(ivan, 'Grab Request');
  await confirm(ivan, 'Grab Request');
  await expect(ivan.getByText('Half of it is done.')).toBeVisible();
  await expect(ivan.getByText('What is held goes to whoever does the work.')).toBeVisible();
  await expect(ivan.getByRole('row').filter({ hasText: 'Mend it' })).toContainText('Planned');
  await expectNothing(ivan);

  await ivan.goto(`/discussions/${id}`);
  await expect(ivan.getByText('No messages yet. Start the conversation!')).toBeVisible();
  await expectNothing(ivan);
  await ivan.getByRole('searchbox', { name: 'Search messages' }).fill('zanzibar');
  await expect(ivan.getByText('No messages found')).toBeVisible();
  await ivan.getByRole('button', { name: 'Notifications' }).click();
  const news = ivan.getByRole('dialog', { name: 'Notifications' });
  await expect(news.getByRole('listitem').first()).toBeVisible();
  await expectNothing(ivan);
  const token = await signInByCall(server, IVAN, 'unblock-demo');
  for (const key of files) {
    const answer = await fetch(`${server.url}/api/files/${key}/link`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(404);
  }

  // Its customer keeps all of it in one thread, and what she writes now is for the next one.
  await maya.goto(`/discussions/${id}`);
  const thread = maya.getByRole('log', { name: 'Conversation' });
  await expect(thread.getByText('The word is zanzibar')).toBeVisible();
  await expect(thread.getByText('Ana Silva gave the request back')).toBeVisible();
  await maya.getByRole('textbox', { name: 'Message' }).fill('Welcome, Ivan');
  await press(maya, 'Send');
  await ivan.goto(`/discussions/${id}`);
  await expect(ivan.getByRole('log').getByText('Welcome, Ivan')).toBeVisible();
  await expectNothing(ivan);
  const answers = await heard();
  expect(answers.length).toBeGreaterThan(10);
  expect(answers.filter((each) => SECRET.test(each))).toEqual([]);
  expect(answers.filter((each) => files.some((key) => each.includes(key)))).toEqual([]);

  // Until she shares it; once 'Seen' stands below, nothing moves any more.
  await expect(thread.getByText('Seen')).toBeVisible();
  const share = maya.getByRole('dialog', { name: 'Share an Earlier Conversation' });
  // The button may still move under the pointer, as news of others come.
  await expect(async () => {
    if (!(await share.isVisible())) await press(maya, 'Share with Ivan Petrov');
    await expect(share).toContainText('you cannot take this back', { timeout: 5000 });
  }).toPass();
  await press(share, 'Share');
  await expect(maya.getByText('Shared with Ivan Petrov')).toBeVisible();
  await ivan.goto(`/discussions/${id}`);
  await expect(ivan.getByRole('log').getByText('The word is zanzibar')).toBeVisible();
  await expect(ivan.getByText('Shared with you, to read')).toBeVisible();
});

test('what is begun to one unblocker is not offered to the next, and what is begun to nobody is', async ({
  page: maya,
  server,
}) => {
  const customer = await caller(server, MAYA);
  const ana = await caller(server, ANA);
  const ivan = await caller(server, IVAN);
  const id = await posted(customer, 'The map has no legend');
  const composer = maya.getByRole('textbox', { name: 'Message', exact: true });
  const file = (name: string) => maya.getByRole('button', { name: `Remove ${name}` });
  const begin = async (text: string, name: string) => {
    const chooser = maya.waitForEvent('filechooser');
    await press(maya, 'Attach Files');
    const file = { name, mimeType: 'text/plain', buffer: Buffer.from(name) };
    await (await chooser).setFiles([file]);
    await composer.fill(text);
  };
  await ana(`/api/tickets/${id}/grab`);
  await signInAt(maya, `/discussions/${id}`, MAYA);
  await begin('For Ana alone', 'ana.txt');
  await expect(file('ana.txt')).toBeVisible();

  await ana(`/api/tickets/${id}/give-back`, { note: 'Nothing is done.' });
  await expect(maya.getByText(/Every unblocker who takes this request/)).toBeVisible();
  await expect(composer).toHaveValue('');
  await expect(file('ana.txt')).toHaveCount(0);
  await begin('For whoever comes', 'all.txt');
  await expect(file('all.txt')).toBeVisible();

  // Whoever writes goes on writing when somebody takes the request.
  await ivan(`/api/tickets/${id}/grab`);
  await expect(maya.getByText(/Every unblocker who takes this request/)).toHaveCount(0);
  await expect(composer).toBeFocused();
  await expect(composer).toHaveValue('For whoever comes');
  await expect(file('all.txt')).toBeVisible();

  await ivan(`/api/tickets/${id}/give-back`, { note: 'Nothing is done.' });
  await expect(maya.getByText(/Every unblocker who takes this request/)).toBeVisible();
  await expect(composer).toHaveValue('');
  await expect(file('all.txt')).toHaveCount(0);
  await ana(`/api/tickets/${id}/grab`);
  await expect(composer).toHaveValue('For Ana alone');
  await expect(file('ana.txt')).toBeVisible();
  await maya.reload();
  await expect(composer).toHaveValue('For Ana alone');
  await expect(file('ana.txt')).toBeVisible();
});

/** A paid milestone was talked about, delivered, sent back and left with a note. */
async function leftInTheMiddle(server: RealServer): Promise<{ id: string; files: string[] }> {
  const by = { customer: await caller(server, MAYA), developer: await caller(server, ANA) };
  const id = await grabbed(by, 'The map stays empty');
  const { id: milestone = '' } = await by.developer(`/api/tickets/${id}/milestones`, {
    title: 'Mend it',
    description: 'Until it works',
    hours: 2,
    hourly_rate: 50,
  });
  await by.developer(`/api/tickets/${id}/submit-plan`);
  await by.customer(`/api/tickets/${id}/approve-plan`);
  await paid(by.customer, milestone);
  await by.developer(`/api/milestones/${milestone}/start`);
  const buffer = Buffer.from('Zanzibar is an island.\n');
  const said = { name: 'zanzibar-plan.txt', buffer };
  const key = await uploaded(server, MAYA, said);
  const text = 'The word is zanzibar';
  await by.customer(`/api/tickets/${id}/messages`, { text, attachments: { [key]: said.name } });
  const done = { name: 'zanzibar-build.txt', buffer };
  const built = await uploaded(server, ANA, done);
  const delivery = { message: 'See zanzibar', file_attachments: { [built]: done.name } };
  await by.developer(`/api/milestones/${milestone}/submit`, delivery);
  await by.customer(`/api/milestones/${milestone}/reject`, { feedback: 'Not zanzibar yet' });
  await by.developer(`/api/tickets/${id}/give-back`, { note: 'Half of it is done.' });
  return { id, files: [key, built] };
}

/** Keeps what the server answers to a person's screens; its pages, pictures and streams apart. */
function listenTo(page: Page): () => Promise<string[]> {
  const answers: Promise<string>[] = [];
  page.on('response', (response) => {
    const isAnswer = (response.headers()['content-type'] ?? '').includes('json');
    if (isAnswer) answers.push(response.text().catch(() => ''));
  });
  // One that a navigation cut off may never end, and nobody has seen it.
  return () => Promise.all(answers.map((each) => Promise.race([each, sleep(10_000, '')])));
}

async function expectNothing(page: Page): Promise<void> {
  await expect(page.locator('body')).not.toContainText(SECRET);
}

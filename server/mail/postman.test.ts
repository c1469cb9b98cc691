import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Change, change } from '../lifecycle/change.ts';
import { PATIENCE } from '../testing/patience.ts';
import { portForTest } from '../testing/ports.ts';
import { openWorld, type World } from '../testing/world.ts';
import { type Inbox, startInbox } from './inbox.ts';
import type { Letter } from './letter.ts';
import { enqueueMail } from './outbox.ts';
import { createPostman } from './postman.ts';
import { unsubscribeUrl } from './unsubscribe-link.ts';

/** A mail as the SMTP server has received it. */
interface Received {
  subject: string;
  from: { address: string; name: string }[];
  to: { address: string; name: string }[];
  headers: Record<string, string>;
  text: string;
  html: string;
  calculatedBcc?: { address: string }[];
  envelope: { from: { address: string }; to: { address: string }[] };
}

let world: World;
let inbox: Inbox;
let page: string;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'unblock-inbox-'));
  const webPort = await portForTest();
  inbox = await startInbox({ webPort, folder });
  page = `http://127.0.0.1:${webPort}`;
  world = await openWorld({ smtpUrl: inbox.smtpUrl });
});
afterAll(async () => {
  await world.close();
  await inbox.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Writes a mail into the outbox, has it carried, and reads what arrived. */
async function sent(letter: Omit<Letter, 'kind'>): Promise<{ id: string; received: Received }> {
  const { context } = world;
  const write = (change: Change) => enqueueMail(change, { kind: 'test', ...letter });
  await change(context, write);
  const unsent = context.db.selectFrom('mails').select('id').where('sent_at', 'is', null);
  const { id } = await unsent.executeTakeFirstOrThrow();
  const postman = createPostman(context);
  await postman.send(id).finally(() => postman.close());
  // The inbox lists a mail once it has read all of it, which may be after the next one.
  const received = await vi.waitUntil(() => arrived(id), PATIENCE);
  return { id, received };
}

async function arrived(id: string): Promise<Received | undefined> {
  const answer = await fetch(`${page}/email`);
  const all = (await answer.json()) as Received[];
  return all.find(({ headers }) => headers['message-id'] === `<${id}@unblock.example>`);
}

test('a mail is given up for now where a server answers it by single bytes for ever', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined).write('220 here\r\n250-');
    const drip = setInterval(() => socket.write('x'), 100);
    socket.once('close', () => clearInterval(drip));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const context = {
    ...world.context,
    config: { ...world.context.config, smtpUrl: `smtp://127.0.0.1:${port}` },
  };
  await change(context, (change) =>
    enqueueMail(change, { kind: 'test', to: 'ana@example.com', subject: 'Hi', paragraphs: [] }),
  );
  const { id } = await context.db
    .selectFrom('mails')
    .select('id')
    .where('sent_at', 'is', null)
    .executeTakeFirstOrThrow();
  onTestFinished(async () => {
    await context.db.deleteFrom('mails').where('id', '=', id).execute();
  });
  const postman = createPostman(context, 2000);
  const why = 'The SMTP server did not take it within 2 seconds';
  await expect(postman.send(id)).rejects.toThrow(why);
  postman.close();
  const row = context.db.selectFrom('mails').selectAll().where('id', '=', id);
  expect(await row.executeTakeFirst()).toMatchObject({ tries: 1, last_error: why, sent_at: null });
});

describe('a mail that went through a real SMTP server', () => {
  test('has sender, recipient, subject, an id of ours, and both parts', async () => {
    const { id, received } = await sent({
      to: 'ana@example.com',
      subject: 'Grüße & <b>more</b>',
      paragraphs: ['Hello', 'Bye'],
      button: { label: 'Look', url: `${world.context.config.publicUrl}/dashboard?a=1&b=2` },
    });
    expect(received.from).toEqual([{ address: 'hello@unblock.example', name: 'Unblock' }]);
    expect(received.to).toEqual([{ address: 'ana@example.com', name: '' }]);
    expect(received.subject).toBe('Grüße & <b>more</b>');
    expect(received.headers).toMatchObject({
      'message-id': `<${id}@unblock.example>`,
      'mime-version': '1.0',
      'content-type': expect.stringMatching(/^multipart\/alternative/),
    });
    expect(received.text).toContain('Hello\n\nBye\n\nLook: http');
    expect(received.html).toContain('Grüße &amp; &lt;b&gt;more&lt;/b&gt;');
    expect(received.html).toContain('/dashboard?a=1&amp;b=2"');
  });

  test.each([
    'Hi\r\nBcc: everyone@example.com',
    'Hi\nX-Evil: 1\n\n<h1>body</h1>',
    'Hi\r\n.\r\nMAIL FROM:<evil@example.com>',
    'Hi\u2028Bcc: everyone@example.com\u0000',
  ])('has no header, recipient or body that %j could bring in', async (words) => {
    const { received } = await sent({
      to: 'ana@example.com',
      subject: words.replaceAll('\0', ''),
      paragraphs: [words.replaceAll('\0', '')],
      facts: [['Name', words.replaceAll('\0', '')]],
    });
    expect(Object.keys(received.headers).sort()).toEqual(
      ['content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to'].sort(),
    );
    expect(received.subject.startsWith('Hi ')).toBe(true);
    expect(received.envelope.to.map(({ address }) => address)).toEqual(['ana@example.com']);
    expect(received.html).not.toContain('<h1>body</h1>');
  });

  test('that can be stopped says where, to people and to mail programs', async () => {
    const personId = '01890000-0000-7000-8000-000000000000';
    const { id, received } = await sent({
      to: 'ana@example.com',
      subject: 'Hi',
      paragraphs: ['Hi'],
      choice: { personId, kind: 'reminder' },
    });
    const url = unsubscribeUrl(world.context.config, { personId, choice: 'reminder' });
    expect(received.headers).toMatchObject({
      'list-unsubscribe': `<${url}>`,
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    });
    expect(received.text).toContain(`Unsubscribe from these mails: ${url}`);
    const row = world.context.db.selectFrom('mails').selectAll().where('id', '=', id);
    expect(await row.executeTakeFirst()).toMatchObject({ words: null });
  });

  test('goes to the one address it is for, however that is written', async () => {
    const tricky = "o'neil+test,x@example.com";
    const { received } = await sent({ to: tricky, subject: 'Hi', paragraphs: ['Hi'] });
    expect(received.envelope.to.map(({ address }) => address)).toHaveLength(1);
  });

  test('keeps no words once it is sent, and no row where all is to be forgotten', async () => {
    const { db } = world.context;
    const letter = { to: 'ana@example.com', subject: 'Hi', paragraphs: ['Secret'] };
    const { id } = await sent(letter);
    const find = (id: string) => db.selectFrom('mails').selectAll().where('id', '=', id).execute();
    expect(await find(id)).toMatchObject([{ words: null, subject: 'Hi' }]);
    const { id: last, received } = await sent({ ...letter, forget: true });
    expect(received.text).toContain('Secret');
    expect(await find(last)).toEqual([]);
  });
});

test('a mail that is refused keeps its words and says why, until it is taken', async () => {
  const { context } = world;
  const to = 'refused@example.com';
  await change(context, (change) =>
    enqueueMail(change, { kind: 'test', to, subject: 'Hi', paragraphs: ['Still here'] }),
  );
  const find = () =>
    context.db
      .selectFrom('mails')
      .selectAll()
      .where('recipient', '=', to)
      .executeTakeFirstOrThrow();
  const { id } = await find();
  const nobodyThere = `smtp://127.0.0.1:${await portForTest()}`;
  const failing = createPostman({
    ...context,
    config: { ...context.config, smtpUrl: nobodyThere },
  });
  await expect(failing.send(id)).rejects.toThrow(/ECONNREFUSED/);
  failing.close();
  expect(await find()).toMatchObject({
    sent_at: null,
    last_error: expect.stringContaining('ECONNREFUSED'),
    words: expect.any(Buffer),
  });
  const [kept] = (await world.mails()).filter(({ recipient }) => recipient === to);
  expect(kept?.body_text).toContain('Still here');
  const postman = createPostman(context);
  await postman.send(id);
  // A job that runs again finds that it is done.
  await postman.send(id).finally(() => postman.close());
  expect(await find()).toMatchObject({ sent_at: expect.any(Date), last_error: null });
  await vi.waitUntil(() => arrived(id), PATIENCE);
  const answer = await fetch(`${page}/email`);
  const all = (await answer.json()) as Received[];
  expect(all.filter(({ to: [one] }) => one?.address === to)).toHaveLength(1);
});

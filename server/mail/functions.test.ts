import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LIMITS } from '../http/limits.ts';
import { expectProblem } from '../testing/expect-problem.ts';
import { TEXTS, VALUES, wrongBodies } from '../testing/hostile-input.ts';
import { walkTo } from '../testing/walk.ts';
import { openWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** In parts, so that no scanner takes this file for a leak. */
const KEY = ['sk', 'live', '4eC39HqLyjWDarjtT1zdp7dc'].join('_');
const CALLS = ['send-email', 'get-user-email'];

async function call(
  name: string,
  payload: unknown,
  headers: Record<string, string> = {},
  { app, context }: World = world,
) {
  const answer = await app.inject({
    method: 'POST',
    url: `/functions/${name}`,
    headers: { authorization: `key ${context.config.serviceApiKey}`, ...headers },
    payload: payload as object,
  });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
}

const send = (message: unknown, headers = {}) => call('send-email', { message }, headers);

/** A problem as everywhere, and beside it what programs read. */
function expectFailure({ status, body, headers }: Awaited<ReturnType<typeof call>>, as: number) {
  expect(status).toBe(as);
  const { success, error, ...problem } = body;
  expect(success).toBe(false);
  expect(error).toMatch(/\w/);
  expectProblem({ status, body: problem, headers }, error);
}

async function newestMail() {
  const mail = (await world.mails()).at(-1);
  if (!mail) throw new Error('no mail');
  return mail;
}

describe('send-email', () => {
  test('mails what was said, with a link to the discussion', async () => {
    const answer = await send({
      to: 'Ana@example.com',
      subject: 'New message for request #ABC123',
      senderUserType: 'developer',
      message: 'Which <b>browser</b>?',
      discussionUrl: 'https://unblock.example/discussions/1',
      notificationText: 'You have a new message.',
    });
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    const mail = await newestMail();
    expect(mail).toMatchObject({
      kind: 'service',
      recipient: 'ana@example.com',
      subject: 'New message for request #ABC123',
      unsubscribe_url: null,
    });
    expect(mail.body_text).toContain('You have a new message.\n\n> Which <b>browser</b>?');
    expect(mail.body_text).toContain('https://unblock.example/discussions/1');
    expect(mail.body_html).not.toContain('<b>browser');
  });

  test('tells the team of an application, and of a request', async () => {
    await send({ name: 'Ada', email: 'ada@example.com', specialty: 'python', bio: 'Hi' });
    expect(await newestMail()).toMatchObject({
      recipient: 'hello@unblock.example',
      subject: 'New waitlist entry',
      body_text: expect.stringMatching(/Name: Ada\nEmail: ada@example.com\nSpecialty: python/),
    });
    const request = { name: 'Maya', description: 'It loops', categories: ['web'], budget: '$100' };
    await send(request);
    expect(await newestMail()).toMatchObject({
      subject: 'New Request Created',
      body_text: expect.stringContaining('Categories: web\nBudget: $100'),
    });
  });

  test('mails placeholders for keys and passwords, as nobody could be asked about them', async () => {
    const to = 'ana@example.com';
    const link = `https://unblock.example/discussions/1?token=${KEY}`;
    const message = { to, subject: KEY, message: `Use ${KEY}`, discussionUrl: link };
    expect((await send({ ...message, notificationText: `No: ${KEY}` })).status).toBe(200);
    const mail = await newestMail();
    expect(mail.subject).toBe('{{SECRET:stripe:1}}');
    expect(mail.body_text).toContain('No: {{SECRET:stripe:1}}\n\n> Use {{SECRET:stripe:1}}');
    expect(`${mail.body_text} ${mail.body_html}`.replaceAll(link, '')).not.toContain(KEY);
    const facts = { name: KEY, specialty: KEY, bio: KEY, description: KEY, budget: KEY };
    await send({ ...facts, categories: ['web', KEY] });
    expect(JSON.stringify(await newestMail())).not.toContain(KEY);
  });

  test('cannot be made to send headers, recipients or script of somebody else', async () => {
    const words = 'Hi\r\nBcc: everyone@example.com\r\n\r\n<script>alert(1)</script>';
    const message = { to: 'ana@example.com', subject: words, message: words, name: words };
    expect((await send({ ...message, notificationText: words })).status).toBe(200);
    const mail = await newestMail();
    expect(mail.recipient).toBe('ana@example.com');
    expect(mail.subject).not.toMatch(/[\r\n]/);
    expect(mail.body_html).not.toContain('<script');
  });

  test.each([
    ['nothing', {}],
    ['only a recipient', { to: 'ana@example.com', senderUserType: 'customer' }],
    ['blanks', { to: 'ana@example.com', message: ' \n ' }],
    ['two recipients', { to: 'ana@example.com, bob@example.com', message: 'Hi' }],
    ['a recipient with a line', { to: 'ana@example.com\r\nBcc: b@example.com', message: 'Hi' }],
    ['a script as link', { message: 'Hi', discussionUrl: 'javascript:alert(1)' }],
    ['an unknown sender', { message: 'Hi', senderUserType: 'admin' }],
    ['a number as text', { message: 7 }],
    ['a list as message', []],
    ['no message', undefined],
  ])('refuses %s with one clear sentence', async (_, message) => {
    const before = (await world.mails()).length;
    const answer = await send(message);
    expectFailure(answer, 400);
    expect(await world.mails()).toHaveLength(before);
  });

  test('sent twice with an Idempotency-Key is mailed once', async () => {
    const before = (await world.mails()).length;
    const headers = { 'idempotency-key': randomUUID() };
    for (let time = 0; time < 2; time++) {
      expect((await send({ message: 'Hi' }, headers)).status).toBe(200);
    }
    expect(await world.mails()).toHaveLength(before + 1);
  });
});

describe('get-user-email', () => {
  test('knows the address of a user, and with a message of its two sides alone', async () => {
    const { customer, developer, messages } = await walkTo(world, 'planning');
    const messageOf = messages.customer ?? '';
    const stranger = await world.person('customer');
    const ask = (userId: string, messageId?: string) =>
      call('get-user-email', { userId, ...(messageId && { messageId }) });
    expect(await ask(customer.id)).toMatchObject({ status: 200, body: { email: customer.email } });
    for (const { id, email } of [customer, developer]) {
      const answer = await ask(id, messageOf);
      expect(answer).toMatchObject({ status: 200, body: { email } });
    }
    for (const [userId, messageId] of [
      [stranger.id, messageOf],
      [customer.id, randomUUID()],
      [randomUUID(), messageOf],
      [randomUUID(), undefined],
    ] as const) {
      const answer = await ask(userId, messageId);
      expectFailure(answer, 404);
    }
  });

  test.each([{}, { userId: 'x' }, { userId: [] }, { userId: randomUUID(), messageId: 'x' }])(
    'refuses %j',
    async (body) => expectFailure(await call('get-user-email', body), 400),
  );
});

describe('the functions', () => {
  test('are closed without the key, whatever else is shown', async () => {
    const moderator = await world.person('moderator');
    const { config } = world.context;
    for (const authorization of [
      '',
      'key',
      'key wrong',
      `Bearer ${config.serviceApiKey}`,
      `Bearer ${moderator.token}`,
      `key ${config.anonKey}`,
    ]) {
      for (const name of CALLS) {
        const answer = await call(name, { userId: moderator.id }, { authorization });
        expectFailure(answer, 401);
      }
    }
    const open = await call('send-email', {}, { authorization: 'key wrong' });
    expect(open.status).toBe(401);
  });

  test('say in plain words what is missing', async () => {
    const { body } = await call('send-email', {});
    expect(body).toMatchObject({
      code: 'invalid_input',
      detail: 'message is missing',
      error: 'message is missing',
      errors: [{ path: 'message', message: 'message is missing' }],
    });
    expect((await call('send-email', undefined)).body.error).toBe('Please send a JSON object');
  });

  test('refuse what they cannot read, and answer nothing else under their path', async () => {
    for (const name of CALLS) {
      for (const { name: about, type, payload } of wrongBodies({ message: { message: 'Hi' } })) {
        const answer = await world.app.inject({
          method: 'POST',
          url: `/functions/${name}`,
          payload,
          headers: {
            authorization: `key ${world.context.config.serviceApiKey}`,
            ...(type !== undefined && { 'content-type': type }),
          },
        });
        const { statusCode: status, headers } = answer;
        expect(status, `${name} with ${about}`).toBeLessThan(500);
        expectFailure({ status, headers, body: answer.json() }, Math.max(400, status));
      }
    }
    expect((await call('nothing', {})).status).toBe(404);
  });

  test('survive any value in any field', async () => {
    const fields = ['to', 'subject', 'message', 'discussionUrl', 'specialty', 'categories', 'bio'];
    for (const value of [...VALUES, ...TEXTS]) {
      for (const field of fields) {
        const answer = await send({ message: 'Hi', [field]: value });
        expect(answer.status, `${field}: ${JSON.stringify(value)?.slice(0, 60)}`).toBeOneOf([
          200, 400, 413,
        ]);
      }
      const asked = await call('get-user-email', { userId: value, messageId: value });
      expect(asked.status).toBeOneOf([400, 404, 413]);
    }
  });

  test('write to one address only so often, and say when again', async () => {
    const limited = await openWorld({ rateLimits: true });
    const { hits } = LIMITS.service_mail_to;
    const message = { to: 'ana@example.com', message: 'Hi' };
    const answers = [];
    for (let count = 0; count <= hits; count++) {
      answers.push(await call('send-email', { message }, {}, limited));
    }
    expect(answers.slice(0, hits).every(({ status }) => status === 200)).toBe(true);
    expect(answers.at(-1)).toMatchObject({
      status: 429,
      headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
    });
    expect(await limited.mails()).toHaveLength(hits);
    await limited.close();
  });
});

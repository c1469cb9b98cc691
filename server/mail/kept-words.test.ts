import { randomUUID } from 'node:crypto';
import { type AddressInfo, createServer } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { change } from '../lifecycle/change.ts';
import { tidy } from '../start/tidy.ts';
import { browser, call, codeTo, linkTo, listeningWorld, PASSWORD } from '../testing/accounts.ts';
import { ok } from '../testing/deeds.ts';
import { tokenTo } from '../testing/joining.ts';
import { openWorld, type World } from '../testing/world.ts';
import { enqueueMail } from './outbox.ts';
import { createPostman } from './postman.ts';

let world: World;
beforeAll(async () => {
  world = await listeningWorld();
});
afterAll(() => world.close());

const newAddress = () => `${randomUUID()}@example.com`;

async function account(): Promise<string> {
  const email = newAddress();
  await browser(world).signUp({ email, password: PASSWORD });
  await call(world, '/verify', {
    body: { type: 'signup', email, token: await codeTo(world, email) },
  });
  return email;
}

/** All that a dump of the database shows, as text. */
async function dump(): Promise<string> {
  const { db } = world.context;
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`.execute(db);
  const texts = [];
  for (const { name } of rows) {
    const found = await sql<{ text: string | null }>`
      select string_agg(each::text, E'\n') as text from ${sql.raw(name)} each`.execute(db);
    texts.push(found.rows[0]?.text ?? '');
  }
  return texts.join('\n');
}

/** The mails to an address as the table has them, oldest first. */
function rowsTo(email: string) {
  const mails = world.context.db.selectFrom('mails').selectAll().where('recipient', '=', email);
  return mails.orderBy('created_at').execute();
}

async function refusedBy(id: string, smtpUrl = 'smtp://127.0.0.1:9'): Promise<void> {
  const { context } = world;
  const postman = createPostman({ ...context, config: { ...context.config, smtpUrl } });
  await postman.send(id).finally(() => postman.close());
}

describe('while a mail waits', () => {
  test('no copy of the database shows its link or its code', async () => {
    const [joining, fresh] = [newAddress(), newAddress()];
    const email = await account();
    await browser(world).signUp({ email: fresh, password: PASSWORD });
    await call(world, '/recover', { body: { email } });
    const moderator = await world.person('moderator');
    const body = { email: joining, role: 'developer' };
    ok(await moderator.call('POST', '/api/moderation/invitations', body));
    const links = [await linkTo(world, email), await linkTo(world, fresh)];
    const secrets = [
      ...links.map((link) => link.searchParams.get('token') ?? ''),
      await tokenTo(world, joining),
    ];
    const found = await dump();
    expect(found).toContain(email);
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(40);
      expect(found).not.toContain(secret);
      expect(found).not.toContain(Buffer.from(secret).toString('hex'));
    }
    for (const address of [email, fresh]) {
      const code = await codeTo(world, address);
      const row = (await rowsTo(address)).at(-1);
      expect(code).toMatch(/^\d{6}$/);
      expect(row?.words?.includes(code)).toBe(false);
      expect(JSON.stringify({ ...row, words: null })).not.toContain(code);
    }
  });

  test('and cannot be sent, moderators are told why, without its link', async () => {
    const email = await account();
    await call(world, '/recover', { body: { email } });
    const [mail] = (await rowsTo(email)).slice(-1);
    await expect(refusedBy(mail?.id ?? '')).rejects.toThrow('ECONNREFUSED');
    const moderator = await world.person('moderator');
    const answer = await moderator.call('GET', '/api/moderation/mails');
    const token = (await linkTo(world, email)).searchParams.get('token') ?? '';
    expect(JSON.stringify(ok(answer))).toContain(email);
    expect(JSON.stringify(answer)).not.toContain(token);
  });

  test('and is refused for its link, that is not kept either', async () => {
    const email = await account();
    await call(world, '/recover', { body: { email } });
    const link = await linkTo(world, email);
    const server = createServer((socket) => {
      socket.write('220 mail.example ESMTP\r\n');
      socket.on('data', (said) => {
        const isRecipient = /^RCPT/i.test(said.toString());
        socket.write(isRecipient ? `554 5.7.1 <${link}> is listed\r\n` : '250 mail.example\r\n');
      });
      socket.on('error', () => undefined);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const id = (await rowsTo(email)).at(-1)?.id ?? '';
    const sending = refusedBy(id, `smtp://127.0.0.1:${port}`);
    await expect(sending).rejects.toThrow('554 5.7.1 (a link) is listed');
    server.close();
    const found = (await rowsTo(email)).at(-1)?.last_error ?? '';
    expect(found).toContain('554 5.7.1');
    expect(found).not.toContain(link.searchParams.get('token'));
  });

  test('under a JWT_KEY that was thrown away it says so', async () => {
    const email = await account();
    await call(world, '/recover', { body: { email } });
    const id = (await rowsTo(email)).at(-1)?.id ?? '';
    const other = await openWorld();
    const { jwtKey } = other.context.config;
    await other.close();
    const { context } = world;
    const postman = createPostman({ ...context, config: { ...context.config, jwtKey } });
    await expect(postman.send(id)).rejects.toThrow('another JWT_KEY');
    postman.close();
    expect((await rowsTo(email)).at(-1)?.last_error).toContain('another JWT_KEY');
  });
});

describe('a mail is not sent any more, and nothing is left of its words,', () => {
  test('once a newer link has taken the place of the one in it', async () => {
    const email = await account();
    await call(world, '/recover', { body: { email } });
    await call(world, '/recover', { body: { email } });
    const [older, newer] = (await rowsTo(email)).slice(-2);
    expect(older).toMatchObject({ kind: 'reset_password', words: null, sent_at: null });
    expect(newer).toMatchObject({ kind: 'reset_password', words: expect.any(Buffer) });
    // Nobody listens at that port: this would fail if it tried.
    await refusedBy(older?.id ?? '');
    expect(await linkTo(world, email)).toBeInstanceOf(URL);
  });

  test('once the password was changed', async () => {
    const email = await account();
    const client = browser(world);
    await client.signInWithPassword({ email, password: PASSWORD });
    await call(world, '/recover', { body: { email } });
    expect((await client.updateUser({ password: 'etwas anderes 9' })).error).toBeNull();
    const found = (await rowsTo(email)).find(({ kind }) => kind === 'reset_password');
    expect(found).toMatchObject({ words: null, sent_at: null });
  });

  test('once its link has run out, by its job and by the clock', async () => {
    const { db } = world.context;
    for (const end of [refusedBy, () => tidy(world.context)]) {
      const email = await account();
      await call(world, '/recover', { body: { email } });
      const late = db.updateTable('mails').set({ secret_until: new Date(Date.now() - 1000) });
      await late.where('recipient', '=', email).where('kind', '=', 'reset_password').execute();
      await end((await rowsTo(email)).at(-1)?.id ?? '');
      expect((await rowsTo(email)).at(-1)).toMatchObject({ words: null, sent_at: null });
    }
  });

  test('while one without a secret waits as long as it takes', async () => {
    const to = newAddress();
    const letter = { kind: 'test', to, subject: 'Hello', paragraphs: ['Hi'] };
    await change(world.context, (change) => enqueueMail(change, letter));
    await tidy(world.context);
    expect((await rowsTo(to)).at(-1)).toMatchObject({ words: expect.any(Buffer) });
  });
});

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { LIMITS, type LimitName, networkOf, PASSWORD_TURNS } from '../http/limits.ts';
import {
  browser,
  call,
  codeTo,
  createCustomer,
  givePassword,
  listeningWorld,
  newAddress,
  PASSWORD,
  signedInPerson,
} from '../testing/accounts.ts';
import { secondServer } from '../testing/live.ts';
import { workOfThreads } from '../testing/own-time.ts';
import { PATIENCE, timeOf } from '../testing/patience.ts';
import type { World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await listeningWorld({ rateLimits: true });
});
afterAll(() => world.close());

/** Runs `work` with another limit, counted from nothing. */
async function limited(name: LimitName, hits: number, work: () => Promise<void>) {
  const before = LIMITS[name];
  LIMITS[name] = { ...before, hits };
  await world.context.db.deleteFrom('rate_limits').execute();
  await work().finally(() => {
    LIMITS[name] = before;
  });
}

/** Limits of a minute are over. */
async function aMinuteLater(): Promise<void> {
  await world.context.db
    .updateTable('rate_limits')
    .set({ window_ends_at: sql<Date>`window_ends_at - interval '61 seconds'` })
    .execute();
}

const password = (email: string, given: string) =>
  call(world, '/token?grant_type=password', { body: { email, password: given } });

describe('one mail per address and kind', () => {
  const asking = {
    recover: (email: string) => call(world, '/recover', { body: { email } }),
    resend: (email: string) => call(world, '/resend', { body: { type: 'signup', email } }),
    signup: (email: string) => call(world, '/signup', { body: { email, password: PASSWORD } }),
  };

  test.each(Object.entries(asking))(
    '%s answers alike for unknown, waiting and confirmed addresses',
    async (_, ask) => {
      const waiting = newAddress();
      const confirmed = newAddress();
      await browser(world).signUp({ email: waiting, password: PASSWORD });
      await createCustomer(world, confirmed);
      await world.context.db.deleteFrom('rate_limits').execute();
      for (const email of [newAddress(), waiting, confirmed]) {
        const began = performance.now();
        expect((await ask(email)).status).toBe(200);
        const again = await ask(email.toUpperCase());
        expect(again).toMatchObject({ status: 429, body: { code: 'over_email_send_rate_limit' } });
        expect(again.body.message).toMatch(
          /^For security purposes, you can only request this after \d+ seconds\.$/,
        );
        const seconds = Math.ceil((performance.now() - began) / 1000);
        expect(Number(again.headers.get('retry-after'))).toBeGreaterThanOrEqual(60 - seconds);
      }
    },
  );

  test('a resend right after the sign-up sends, once a minute', async () => {
    const email = newAddress();
    expect((await asking.signup(email)).status).toBe(200);
    expect((await asking.resend(email)).status).toBe(200);
    const sent = (await world.mails()).filter((mail) => mail.recipient === email);
    expect(sent.map(({ kind }) => kind)).toEqual(['confirm_email', 'confirm_email']);
    expect((await asking.resend(email)).status).toBe(429);
  });

  test('sign-ups fill no mailbox, however long they go on', async () => {
    const email = newAddress();
    const times = LIMITS.signup_mail_day.hits + 1;
    const statuses: number[] = [];
    for (let n = 0; n < times; n++) {
      statuses.push((await (n % 2 ? asking.resend : asking.signup)(email)).status);
      await aMinuteLater();
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(times - 1);
    expect(statuses.at(-1)).toBe(429);
    const sent = (await world.mails()).filter(({ recipient }) => recipient === email);
    expect(sent).toHaveLength(times - 1);
  });

  test('another minute, another mail', async () => {
    const email = newAddress();
    await asking.recover(email);
    const past = { window_ends_at: new Date(Date.now() - 1000) };
    await world.context.db.updateTable('rate_limits').set(past).execute();
    expect((await asking.recover(email)).status).toBe(200);
  });

  test('a confirmed or unknown address gets no mail from a resend', async () => {
    const email = newAddress();
    await createCustomer(world, email);
    await asking.resend(email);
    expect((await world.mails()).filter((mail) => mail.recipient === email)).toEqual([]);
  });
});

describe('requests of one network address', () => {
  const calls: [LimitName, () => ReturnType<typeof call>][] = [
    ['signup', () => call(world, '/signup', { body: {} })],
    ['recover', () => call(world, '/recover', { body: {} })],
    ['resend', () => call(world, '/resend', { body: {} })],
    ['verify', () => call(world, '/verify')],
    ['verify', () => call(world, '/verify', { body: {} })],
    ['update_user', () => call(world, '/user', { method: 'PUT', body: {} })],
    ['token', () => call(world, '/token?grant_type=refresh_token', { body: {} })],
  ];

  test.each(calls)('are counted: %s', async (name, ask) => {
    await limited(name, 3, async () => {
      for (let i = 0; i < 3; i++) expect((await ask()).status).not.toBe(429);
      const over = await ask();
      expect(over).toMatchObject({
        status: 429,
        body: { code: 'over_request_rate_limit', message: 'Request rate limit reached' },
      });
      expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0);
    });
  });

  test('are counted right when they come at the same time', async () => {
    await limited('token', 10, async () => {
      const ask = () => call(world, '/token?grant_type=pkce', { body: {} });
      const answers = await Promise.all(Array.from({ length: 30 }, ask));
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
    });
  });

  test('cannot pretend to come from elsewhere', async () => {
    await limited('recover', 1, async () => {
      const ask = (ip: string) =>
        call(world, '/recover', {
          body: {},
          headers: { 'x-forwarded-for': ip, forwarded: `for=${ip}` },
        });
      await ask('1.1.1.1');
      expect((await ask('2.2.2.2')).status).toBe(429);
    });
  });

  test('the waitlist is limited, too', async () => {
    await limited('waitlist', 1, async () => {
      const ask = () => world.call('POST', '/api/waitlist', entry());
      expect((await ask()).status).toBe(201);
      expect(await ask()).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    });
  });

  const entry = () => ({ name: 'Ana', email: newAddress(), specialty: 'python' });

  test.each([
    ['10.0.0.1', '10.0.0.1'],
    ['::ffff:10.0.0.1', '10.0.0.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('are told apart by network: %s', (ip, network) => {
    expect(networkOf(ip)).toBe(network);
  });

  test('that are gone already have no address, and are no fault of ours', () => {
    expect(networkOf(undefined)).toBe('');
  });
});

test('many wrong passwords slow an account down; the right one still works', async () => {
  await limited('failed_password', 3, async () => {
    const email = newAddress();
    await createCustomer(world, email);
    for (const address of [email, newAddress()]) {
      for (let i = 0; i < 3; i++) await password(address, 'wrong');
      const start = performance.now();
      expect(await password(address, 'wrong')).toMatchObject({
        status: 400,
        body: { code: 'invalid_credentials' },
      });
      expect(performance.now() - start).toBeGreaterThan(1900);
    }
    expect((await password(email, PASSWORD)).status).toBe(200);
  });
});

test('many wrong passwords at the same time are no way around that', async () => {
  const before = { ...PASSWORD_TURNS };
  try {
    await limited('failed_password', 3, async () => {
      const quickOnes = async () => {
        const email = newAddress();
        const wrong = () => timeOf(() => password(email, 'wrong'));
        const times = await Promise.all(Array.from({ length: 8 }, wrong));
        return times.filter((time) => time < PASSWORD_TURNS.least - 100).length;
      };
      let quick = await quickOnes();
      // On a busy machine none may be quick: those who wait have to wait longer then.
      for (let tries = 1; tries < 5 && quick < 3; tries++) {
        PASSWORD_TURNS.least *= 2;
        quick = await quickOnes();
      }
      expect(quick).toBe(3);
    });
  } finally {
    Object.assign(PASSWORD_TURNS, before);
  }
});

test('100 wrong passwords at once are answered one after the other, by all servers', async () => {
  const second = await secondServer(world);
  const before = { ...PASSWORD_TURNS };
  const callsBefore = LIMITS.token.hits;
  // Nobody is turned away, and somebody else has time for a call meanwhile, however slow the machine is.
  const least = 600 + 5 * (await timeOf(() => password(newAddress(), 'wrong')));
  Object.assign(PASSWORD_TURNS, { least, apart: 60, most: 600_000 });
  try {
    const hits = 10;
    LIMITS.token.hits = 1000;
    await limited('failed_password', hits, async () => {
      const known = newAddress();
      await createCustomer(world, known);
      const somebody = await world.person('customer');
      const told = [];
      for (const [email, tries] of [
        [known, 100],
        [newAddress(), 30],
      ] as const) {
        const began = performance.now();
        const wrong = async (count: number) => {
          const { url } = count % 2 === 0 ? world : second;
          const { status, body } = await call({ ...world, url }, '/token?grant_type=password', {
            body: { email, password: `wrong ${count}` },
          });
          return { status, body, at: performance.now() - began };
        };
        let answered = 0;
        const trying = Promise.all(
          Array.from({ length: tries }, (_, count) => wrong(count).finally(() => (answered += 1))),
        );
        // Those whose turn it is not hold no connection, so that nobody else waits.
        const { pool } = world.context;
        await vi.waitFor(() => expect(pool.totalCount - pool.idleCount).toBeLessThan(4), PATIENCE);
        expect((await somebody.call('GET', '/api/me')).status).toBe(200);
        expect(answered).toBeLessThan(tries);
        const answers = await trying;
        told.push(answers.map(({ status, body }) => ({ status, body })));
        const times = answers.map(({ at }) => at).sort((one, other) => one - other);
        // None before its turn; on a slow machine all are later.
        for (const [count, at] of times.entries()) {
          if (count < hits) continue;
          expect(at, `${count}`).toBeGreaterThan(least + (count - hits) * 60 - 50);
        }
      }
      expect(new Set(told.flat().map((answer) => JSON.stringify(answer))).size).toBe(1);
      expect(told[0]?.[0]).toMatchObject({ status: 400, body: { code: 'invalid_credentials' } });
      expect((await password(known, PASSWORD)).status).toBe(200);
    });
  } finally {
    LIMITS.token.hits = callsBefore;
    Object.assign(PASSWORD_TURNS, before);
    await second.close();
  }
  // So many passwords are work for a busy machine.
}, 300_000);

test('strangers with wrong passwords keep nobody from changing their own', async () => {
  const before = { ...PASSWORD_TURNS };
  const { email, session } = await signedInPerson(world);
  // One has its turn, and everybody after it is turned away.
  Object.assign(PASSWORD_TURNS, { most: 0 });
  try {
    await limited('failed_password', 1, async () => {
      const strangers = [password(email, 'wrong'), password(email, 'wrong')];
      await vi.waitFor(async () => expect((await password(email, 'x')).status).toBe(429), PATIENCE);
      const body = { password: 'blaue Wiese 8', current_password: PASSWORD };
      const { access_token: token } = session;
      expect((await call(world, '/user', { method: 'PUT', token, body })).status).toBe(200);
      await Promise.all(strangers);
    });
  } finally {
    Object.assign(PASSWORD_TURNS, before);
  }
});

test('more wrong passwords than can have their turn soon are turned away', async () => {
  const before = { ...PASSWORD_TURNS };
  // Three have their turn, and one more for each second and a half that the last of them comes later.
  Object.assign(PASSWORD_TURNS, { least: 100, apart: 1500, most: 3200 });
  try {
    await limited('failed_password', 0, async () => {
      const email = newAddress();
      await createCustomer(world, email);
      const tries = Array.from({ length: 12 }, () => password(email, 'wrong'));
      const answers = await Promise.all(tries);
      const away = answers.filter(({ status }) => status === 429);
      expect(away.length).toBeGreaterThan(3);
      expect(away.length).toBeLessThan(10);
      expect(away[0]?.body).toMatchObject({ code: 'over_request_rate_limit' });
      expect(Number(away[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await password(email, PASSWORD)).status).toBe(200);
      // The same where the password is asked for once more.
      const owner = await world.person('customer');
      await givePassword(world, owner);
      const confirm = () => owner.call('POST', '/api/me/confirm-password', { password: 'wrong' });
      const confirms = await Promise.all(Array.from({ length: 12 }, confirm));
      expect(new Set(confirms.map(({ status }) => status))).toEqual(new Set([403, 429]));
    });
  } finally {
    Object.assign(PASSWORD_TURNS, before);
  }
});

test('tries of six digits are bounded for an address, however many mails it gets', async () => {
  await limited('code_try', 2, async () => {
    const email = newAddress();
    await createCustomer(world, email);
    await call(world, '/recover', { body: { email } });
    const verify = (token: string) =>
      call(world, '/verify', { body: { type: 'recovery', email, token } });
    const code = await codeTo(world, email);
    const wrong = code === '111111' ? '222222' : '111111';
    await verify(wrong);
    await verify(wrong);
    expect(await verify(code)).toMatchObject({ status: 403, body: { code: 'otp_expired' } });
  });
});

test('the table of limits names no address', async () => {
  const email = newAddress();
  await call(world, '/recover', { body: { email } });
  const rows = await world.context.db.selectFrom('rate_limits').select('key').execute();
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toMatch(/person-|127\.0/);
});

test('known and unknown addresses take equally long to be refused', async () => {
  const known = newAddress();
  await createCustomer(world, known);
  world.context.config.rateLimits = false;
  // The least of each, and of the processor alone: whatever else goes on makes an answer later.
  const least = { known: Number.POSITIVE_INFINITY, unknown: Number.POSITIVE_INFINITY };
  const ratio = () => least.unknown / least.known;
  // Without a password to compare it would be a fifth, however often it is tried.
  const isEqual = () => ratio() > 0.6 && ratio() < 1.7;
  for (let tries = 0; tries < 40 && (tries < 8 || !isEqual()); tries++) {
    for (const kind of ['known', 'unknown'] as const) {
      const cost = await workOfThreads(() =>
        password(kind === 'known' ? known : newAddress(), 'wrong'),
      );
      least[kind] = Math.min(least[kind], cost);
    }
  }
  world.context.config.rateLimits = true;
  expect(isEqual(), `${ratio()}`).toBe(true);
});

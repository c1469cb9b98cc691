import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { doWork, WORK } from '#domain/proof-of-work.ts';
import { hitLimit, LIMITS, type LimitName, networkRound } from '../http/limits.ts';
import {
  browser,
  call,
  createCustomer,
  listeningWorld,
  mailTo,
  newAddress,
  PASSWORD,
} from '../testing/accounts.ts';
import { LONG } from '../testing/soak.ts';
import type { World } from '../testing/world.ts';

/** Far more than the whole service may send mails for in that time. */
const FLOOD = LONG ? 2000 : 600;

let world: World;
beforeAll(async () => {
  world = await listeningWorld({ rateLimits: true, trustProxy: 'loopback' });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.context.db.deleteFrom('rate_limits').execute();
});

/** Runs `work` with another limit. */
async function limited(name: LimitName, hits: number, work: () => Promise<void>) {
  const before = LIMITS[name];
  LIMITS[name] = { ...before, hits };
  await work().finally(() => {
    LIMITS[name] = before;
  });
}

/** Runs `work` while the service has sent as many mails as it does on no usual day. */
const inFlood = (work: () => Promise<void>) =>
  limited('signup_mails', 1, async () => {
    await hitLimit(world.context, 'signup_mails', 'all');
    await work();
  });

const from = (ip: string) => ({ 'x-forwarded-for': ip });
/** An address in the n-th of many networks. */
const network = (n: number) => `10.${Math.floor(n / 250)}.${n % 250}.7`;

const recover = (email: string, ip: string) =>
  call(world, '/recover', { body: { email }, headers: from(ip) });
const signUp = (email: string, ip: string, captcha_token?: string) =>
  call(world, '/signup', {
    body: { email, password: PASSWORD, gotrue_meta_security: { captcha_token } },
    headers: from(ip),
  });

/** Does `act` so many times, some of them at once. */
async function many<Result>(count: number, act: (n: number) => Promise<Result>) {
  const results: Result[] = [];
  let next = 0;
  const worker = async () => {
    while (next < count) results.push(await act(next++));
  };
  await Promise.all(Array.from({ length: 50 }, worker));
  return results;
}

const challenge = async () =>
  (await call(world, '/challenge')).body as unknown as Parameters<typeof doWork>[0];
const solved = async (email: string) => doWork(await challenge(), email);

describe('a flood of calls about addresses that are not here', () => {
  test('stops nobody: a flood of resets, and then one of a customer', async () => {
    const known = newAddress();
    await createCustomer(world, known);
    const answers = await many(FLOOD, (n) => recover(newAddress(), network(n % 100)));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect((await recover(known, network(200))).status).toBe(200);
    expect((await mailTo(world, known)).kind).toBe('reset_password');
    expect((await signUp(newAddress(), network(200))).status).toBe(200);
  }, 180_000);

  test('is stopped where it comes from', async () => {
    await limited('recover', 3, async () => {
      const answers = await many(10, () => recover(newAddress(), '192.0.2.1'));
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
      expect((await recover(newAddress(), '192.0.2.2')).status).toBe(200);
    });
  });
});

describe('a network', () => {
  test.each([
    ['10.1.2.3', '10.1.2.0/24'],
    ['::ffff:10.1.2.3', '10.1.2.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8::9', '2001:db8:0::/48'],
    ['fe80::1%eth0', 'fe80:0:0::/48'],
  ])('is round %s', (ip, round) => {
    expect(networkRound(ip)).toBe(round);
  });

  test.each([
    ['IPv4', (n: number) => `192.0.2.${n}`, '192.0.3.1'],
    ['IPv6', (n: number) => `2001:db8:1:${n}::1`, '2001:db8:2::1'],
  ])('of %s may do ten times as much as an address in it', async (_, address, elsewhere) => {
    await limited('recover', 2, async () => {
      const answers = [];
      for (let n = 0; n < 21; n++) answers.push(await recover(newAddress(), address(n)));
      expect(answers.map(({ status }) => status)).toEqual([...Array(20).fill(200), 429]);
      expect((await recover(newAddress(), elsewhere)).status).toBe(200);
    });
  });

  test('applies to the waitlist just so', async () => {
    await limited('waitlist', 1, async () => {
      const join = async (n: number) => {
        const entry = { name: 'Ana', email: newAddress(), specialty: 'python' };
        const answer = await fetch(`${world.url}/api/waitlist`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...from(`192.0.2.${n}`) },
          body: JSON.stringify(entry),
        });
        return answer.status;
      };
      const statuses = [];
      for (let n = 0; n < 11; n++) statuses.push(await join(n));
      expect(statuses).toEqual([...Array(10).fill(201), 429]);
    });
  });

  test('pays for none of what an address in it is refused', async () => {
    await limited('recover', 2, async () => {
      for (let n = 0; n < 30; n++) await recover(newAddress(), '192.0.2.1');
      expect((await recover(newAddress(), '192.0.2.2')).status).toBe(200);
    });
  });
});

describe('a flood of sign-ups', () => {
  const ASKED = { status: 400, body: { code: 'captcha_failed' } };

  test('from 50 networks meets a challenge, which lets through who solves it', async () => {
    await limited('signup_mails', 50, async () => {
      const first = await many(50, (n) => signUp(newAddress(), network(n)));
      expect(first.filter(({ status }) => status !== 200)).toEqual([]);
      const more = await many(50, (n) => signUp(newAddress(), network(n)));
      expect(more.filter(({ status }) => status === 200)).toEqual([]);
      expect(more[0]).toMatchObject(ASKED);
      expect(more[0]?.body.message).toContain('/auth/v1/challenge');
      const email = newAddress();
      expect((await signUp(email, network(60), await solved(email))).status).toBe(200);
      expect((await mailTo(world, email)).kind).toBe('confirm_email');
    });
  });

  test('from one network meets it, too, before it is refused', async () => {
    await limited('signup', 3, async () => {
      expect((await signUp(newAddress(), '192.0.2.1')).status).toBe(200);
      expect((await signUp(newAddress(), '192.0.2.1')).status).toBe(200);
      expect(await signUp(newAddress(), '192.0.2.1')).toMatchObject(ASKED);
      expect((await signUp(newAddress(), '192.0.2.1')).status).toBe(429);
      expect((await signUp(newAddress(), '192.0.2.2')).status).toBe(200);
    });
  });

  test('is none of calls that send nothing, nor of those that only known addresses get', async () => {
    const known = newAddress();
    await createCustomer(world, known);
    await limited('signup_mails', 2, async () => {
      const email = newAddress();
      expect((await signUp(email, network(0))).status).toBe(200);
      for (let n = 1; n < 5; n++) {
        expect((await signUp(email, network(n))).body.code).toBe('over_email_send_rate_limit');
        await recover(newAddress(), network(n));
      }
      // If this counted, whoever watches the count would learn who has an account.
      await recover(known, network(5));
      expect((await signUp(known, network(6))).status).toBe(200);
      expect(await signUp(newAddress(), network(7))).toMatchObject(ASKED);
    });
  });

  test('stops nobody else', async () => {
    const known = newAddress();
    await createCustomer(world, known);
    await inFlood(async () => {
      expect((await recover(known, network(1))).status).toBe(200);
      const resend = { type: 'signup', email: newAddress() };
      expect((await call(world, '/resend', { body: resend })).status).toBe(200);
      const credentials = { email: known, password: PASSWORD };
      expect((await browser(world).signInWithPassword(credentials)).error).toBeNull();
    });
    expect((await mailTo(world, known)).kind).toBe('reset_password');
  });

  test('asks the same of known and unknown addresses', async () => {
    const known = newAddress();
    await createCustomer(world, known);
    await inFlood(async () => {
      const answers = await Promise.all(
        [known, newAddress()].map((email) => signUp(email, network(1))),
      );
      expect(answers[0]?.body).toEqual(answers[1]?.body);
      for (const email of [known, newAddress()]) {
        expect((await signUp(email, network(2), await solved(email))).status).toBe(200);
      }
    });
  });

  test('is passed by the unmodified client with its captcha token', async () => {
    await inFlood(async () => {
      const email = newAddress();
      const client = browser(world);
      const refused = await client.signUp({ email, password: PASSWORD });
      expect(refused.error).toMatchObject({ status: 400, code: 'captcha_failed' });
      const options = { captchaToken: await solved(email) };
      const { data, error } = await client.signUp({ email, password: PASSWORD, options });
      expect(error).toBeNull();
      expect(data.user?.email).toBe(email);
    });
  });

  test('takes each solution once, and from one of many at once', async () => {
    await inFlood(async () => {
      const email = newAddress();
      const token = await solved(email);
      const answers = await Promise.all(
        Array.from({ length: 5 }, (_, n) => signUp(email, network(n), token)),
      );
      expect(answers.filter(({ body }) => body.code !== 'captcha_failed')).toHaveLength(1);
      expect(await signUp(email, network(9), token)).toMatchObject(ASKED);
    });
  });

  test('takes no solution that is wrong, of another address, or not of ours', async () => {
    await inFlood(async () => {
      const email = newAddress();
      const [own, other] = [await solved(email), await solved(newAddress())];
      const parts = own.split('.');
      const [expiry = '', random, signature] = parts;
      // Solved as they are: only that they are not ours speaks against them.
      const forged = (...made: unknown[]) => doWork({ challenge: made.join('.'), ...WORK }, email);
      const unsolved = await unsolvedBy((await challenge()).challenge, email);
      const wrong = {
        none: '',
        'something else': 'x'.repeat(5000),
        'half of it': parts.slice(0, 3).join('.'),
        'of another address': other,
        unsolved,
        'lives longer': await forged(Number(expiry) + 1000, random, signature),
        'another signature': await forged(expiry, random, 'A'.repeat(43)),
      };
      for (const [name, token] of Object.entries(wrong)) {
        expect(await signUp(email, network(1), token), name).toMatchObject(ASKED);
      }
      // None of which has used up the right one.
      expect((await signUp(email, network(1), own)).status).toBe(200);
    });
  });

  /** The first nonce that solves nothing, for this address. */
  async function unsolvedBy(challenge: string, email: string): Promise<string> {
    const right = await doWork({ challenge, ...WORK }, email);
    const nonce = Number(right.split('.').at(-1));
    return `${challenge}.${nonce === 0 ? 1_000_000 : nonce - 1}`;
  }

  test('takes none that has expired', async () => {
    await inFlood(async () => {
      const email = newAddress();
      const token = await solved(email);
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 });
      const late = await signUp(email, network(1), token).finally(() => vi.useRealTimers());
      expect(late).toMatchObject(ASKED);
      expect((await signUp(email, network(1), token)).status).toBe(200);
    });
  });

  test('says first what is wrong with the sign-up itself', async () => {
    await inFlood(async () => {
      const body = { email: newAddress(), password: '12345' };
      expect((await call(world, '/signup', { body })).body.code).toBe('weak_password');
    });
  });
});

test('without a flood no sign-up is asked for anything', async () => {
  for (let n = 0; n < 20; n++) {
    expect((await signUp(newAddress(), '192.0.2.1', n % 2 ? 'x' : undefined)).status).toBe(200);
  }
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileSecret, Secret } from '#domain/secret.ts';
import { maskSecrets } from '#domain/secret-mask.ts';
import { ok } from '../../testing/deeds.ts';
import { expectProblem } from '../../testing/expect-problem.ts';
import { upload } from '../../testing/files.ts';
import { openWorld, type Person, type World } from '../../testing/world.ts';
import { zipOf } from '../../testing/write-zip.ts';

/** In parts, so that no scanner takes this file for a leak. */
const STRIPE = ['sk', 'live', '4eC39HqLyjWDarjtT1zdp7dc'].join('_');
const GITHUB = ['ghp', 'a1B2'.repeat(9)].join('_');
const AWS = ['wJalrXUtnFEMI', 'K7MDENG', 'bPxRfiCYzzzzzzzzKE'].join('/');
const DATABASE = ['postgres', '//shop:'].join(':');

let world: World;
let customer: Person;
beforeAll(async () => {
  world = await openWorld();
  customer = await world.person('customer');
});
afterAll(() => world.close());

interface FileScan {
  items: FileSecret[];
  is_complete: boolean;
}

async function scan(text: string): Promise<Secret[]> {
  return ok(await customer.call<{ items: Secret[] }>('POST', '/api/secrets/scan', { text })).items;
}

async function scanFile(name: string, content: string | Buffer): Promise<FileScan> {
  const { fileKey } = await upload(world, customer, { name, content });
  return ok(await customer.call<FileScan>('GET', `/api/files/${fileKey}/secrets`));
}

describe('a text', () => {
  it.each([
    ['a payment key', STRIPE, 'Stripe live secret key'],
    ['a token', GITHUB, 'GitHub personal access token'],
    ['a database address', 'hunter22', 'PostgreSQL password', DATABASE, '@db.shop.io/main'],
    ['a password of a setting', 'hunter2hunter2', 'Password', 'DB_PASSWORD='],
    ['a key in code', 'a8f3kd93kd93kd93', 'Key', 'const apiKey = "', '"'],
    ['a cloud key behind its name', AWS, 'Secret', 'AWS_SECRET_ACCESS_KEY='],
    ['a token of a setting', 'k3F9xQ27LmZp81Tt', 'Token', 'access_token: '],
  ])('that holds %s is told where', async (_, key, kind, before = '', after = '') => {
    const text = `Hello\nsee ${before}${key}${after} please`;
    const [secret, ...rest] = await scan(text);
    expect(rest).toEqual([]);
    expect(secret).toMatchObject({ kind, line: 2 });
    expect(text.slice(secret?.start, secret?.end)).toBe(key);
    expect(secret?.excerpt).not.toContain(key.slice(0, 8));
  });

  it.each([
    'My password: does not work since yesterday',
    'apiKey = process.env.API_KEY',
    'api_key: your-api-key-here',
    'password = "********"',
    'const secret = config.auth.secret;',
    `SECRET_KEY=\${SECRET_KEY}`,
    'npm ERR! code ERESOLVE\n    at Object.<anonymous> (/app/index.js:10:5)',
  ])('such as %j warns of nothing', async (text) => {
    expect(await scan(text)).toEqual([]);
  });

  it('can be masked, and keeps what stands round the secrets', async () => {
    const text = `key ${STRIPE}, then PASSWORD=hunter2hunter2\nbye`;
    const masked = maskSecrets(text, await scan(text));
    expect(masked).toBe('key {{SECRET:stripe:1}}, then PASSWORD={{SECRET:password:1}}\nbye');
    expect(await scan(masked)).toEqual([]);
  });

  it('with more secrets than anybody reads is masked of all', async () => {
    const text = Array.from({ length: 300 }, (_, i) => `PASSWORD=hunter${i + 10}x`).join('\n');
    const masked = maskSecrets(text, await scan(text));
    expect(masked).not.toContain('hunter');
    expect(masked).toContain('{{SECRET:password:300}}');
  });

  it('is read to its end, however long', async () => {
    const text = `${'a word and '.repeat(8000)}${STRIPE}`;
    expect(await scan(text)).toMatchObject([{ start: text.length - STRIPE.length }]);
  });

  it('of strange size or kind is refused in words', async () => {
    for (const body of [undefined, {}, { text: 7 }, { text: 'x'.repeat(100_001) }]) {
      const answer = await customer.call('POST', '/api/secrets/scan', body);
      expect(answer.status).toBe(400);
      expectProblem(answer, JSON.stringify(body)?.slice(0, 30) ?? 'nothing');
    }
    expect((await world.call('POST', '/api/secrets/scan', { text: '' })).status).toBe(401);
  });
});

describe('a file', () => {
  it('of text is told by line', async () => {
    expect(await scanFile('.env', `A=1\n\nKEY=${STRIPE}\n`)).toMatchObject({
      items: [{ line: 3, path: null, kind: 'Stripe live secret key' }],
      is_complete: true,
    });
  });

  it('in an archive is told by its path', async () => {
    const archive = zipOf({
      'app/src/index.ts': 'console.log("fine")',
      'app/.env.local': `STRIPE=${STRIPE}`,
    });
    const { items } = await scanFile('app.zip', archive);
    expect(items.map(({ path, line }) => [path, line])).toEqual([['app/.env.local', 1]]);
  });

  it('that holds nothing has nothing to tell', async () => {
    const nothing = { items: [], is_complete: true };
    expect(await scanFile('x.bin', Buffer.from([0xff, 0xfe, 0, 1]))).toMatchObject(nothing);
    expect(await scanFile('empty.txt', '')).toMatchObject(nothing);
  });

  it('of somebody else is not there', async () => {
    const { fileKey } = await upload(world, customer, { content: STRIPE });
    const other = await world.person('customer');
    for (const about of ['secrets', 'stack']) {
      expect((await other.call('GET', `/api/files/${fileKey}/${about}`)).status).toBe(404);
    }
  });
});

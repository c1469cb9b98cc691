import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Unblocker, UnblockerPage } from '#domain/unblocker.ts';
import { ok } from '../testing/deeds.ts';
import { publish } from '../testing/profiles.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';

let world: World;
let moderator: Person;
beforeAll(async () => {
  world = await openWorld();
  moderator = await world.person('moderator');
});
afterAll(() => world.close());

interface Found {
  items: Unblocker[];
  next_cursor: string | null;
}

async function find(query = ''): Promise<Found> {
  return ok(await world.call<Found>('GET', `/api/unblockers?${query}`));
}
const namesOf = async (query: string) =>
  (await find(query)).items.map(({ full_name }) => full_name);
const pageOf = (slug: string) => world.call<UnblockerPage>('GET', `/api/unblockers/${slug}`);

const aBody = {
  is_public: true,
  slug: 'a-person',
  headline: 'Mends it',
  words: null,
  categories: ['web'],
  ai_tools: ['CLAUDE'],
  languages: ['en'],
  time_zone: 'Europe/Berlin',
};

describe('one’s own profile', () => {
  test('is off and empty at first, with the categories that they take', async () => {
    const developer = await world.person('developer', { categories: ['web', 'ios'] });
    expect(ok(await developer.call('GET', '/api/me/public-profile'))).toEqual({
      is_public: false,
      slug: null,
      headline: null,
      words: null,
      categories: ['web', 'ios'],
      ai_tools: [],
      languages: [],
      time_zone: null,
    });
  });

  test('is nobody’s but an unblocker’s', async () => {
    const customer = await world.person('customer');
    for (const person of [customer, moderator]) {
      expect(await person.call('GET', '/api/me/public-profile')).toMatchObject({
        status: 403,
        body: { code: 'not_your_part' },
      });
      expect(await person.call('PUT', '/api/me/public-profile', aBody)).toMatchObject({
        status: 403,
        body: { code: 'not_your_part' },
      });
    }
  });

  test('is public only with a name, and only while it is on', async () => {
    const developer = await world.person('developer');
    ok(await developer.call('PATCH', '/api/me', { first_name: null, last_name: 'Silva' }));
    expect(await developer.call('PUT', '/api/me/public-profile', aBody)).toMatchObject({
      status: 409,
      body: { code: 'name_needed' },
    });
    const { slug } = await publish(developer, { name: 'Zoe', headline: 'Zebra stripes' });
    expect(await namesOf('q=zebra')).toEqual(['Zoe Silva']);
    expect(ok(await pageOf(slug))).toMatchObject({ id: developer.id, full_name: 'Zoe Silva' });
    await publish(developer, { name: 'Zoe', slug, headline: 'Zebra stripes', is_public: false });
    expect(await namesOf('q=zebra')).toEqual([]);
    expect((await pageOf(slug)).status).toBe(404);
    expect(ok(await developer.call('GET', '/api/me/public-profile'))).toMatchObject({
      is_public: false,
      headline: 'Zebra stripes',
    });
  });

  test('follows a change of the name, and is taken back with it', async () => {
    const developer = await world.person('developer');
    const { slug } = await publish(developer, { name: 'Quentin' });
    ok(await developer.call('PATCH', '/api/me', { first_name: 'Quirin' }));
    expect(await namesOf('q=quirin')).toHaveLength(1);
    expect(await namesOf('q=quentin')).toEqual([]);
    ok(await developer.call('PATCH', '/api/me', { first_name: null }));
    expect((await pageOf(slug)).status).toBe(404);
  });

  test.each([
    ['slug', 'ab', 'too short'],
    ['slug', 'a'.repeat(41), 'too long'],
    ['slug', 'Ana-Silva', 'capitals'],
    ['slug', 'ana--silva', 'two hyphens'],
    ['slug', '-ana', 'a hyphen first'],
    ['slug', '../admin', 'a path'],
    ['slug', 'аna', 'another script'],
    ['slug', 'moderator', 'a reserved word'],
    ['headline', ' ', 'blank'],
    ['headline', 'x'.repeat(121), 'too long'],
    ['words', 'x'.repeat(4001), 'too long'],
    ['words', 'a\u0000b', 'not storable'],
    ['time_zone', 'Mars/Olympus', 'no such place'],
    ['time_zone', '+02:00', 'an offset'],
    ['languages', ['tlh'], 'no such language'],
    ['ai_tools', ['HAL'], 'no such tool'],
    ['categories', ['space'], 'no such category'],
  ])('refuses %s %j: %s', async (field, value, _why) => {
    const developer = await world.person('developer', { name: 'Ana' });
    const answer = await developer.call('PUT', '/api/me/public-profile', {
      ...aBody,
      [field]: value,
    });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect(JSON.stringify(answer.body.errors)).toContain(`"path":"${field}`);
  });

  test('tells what is public of keys before it is', async () => {
    const developer = await world.person('developer', { name: 'Ana' });
    const key = ['ghp', 'a1B2'.repeat(9)].join('_');
    const answer = await developer.call('PUT', '/api/me/public-profile', { ...aBody, words: key });
    expect(answer).toMatchObject({ status: 422, body: { code: 'secrets_found' } });
  });
});

describe('an address', () => {
  test('is one person’s, of many who ask at once', async () => {
    const people = await Promise.all([0, 1, 2, 3].map(() => world.person('developer')));
    for (const person of people) ok(await person.call('PATCH', '/api/me', { first_name: 'Ana' }));
    const answers = await Promise.all(
      people.map((person) =>
        person.call('PUT', '/api/me/public-profile', { ...aBody, slug: 'wanted-by-all' }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'slug_taken',
      errors: [{ path: 'slug' }],
    });
  });

  test('that was left leads on to the present one, and goes to nobody else', async () => {
    const [one, other] = [await world.person('developer'), await world.person('developer')];
    await publish(one, { slug: 'first-address' });
    await publish(one, { slug: 'second-address' });
    expect(ok(await pageOf('first-address'))).toMatchObject({ slug: 'second-address' });
    await expect(publish(other, { slug: 'first-address' })).rejects.toThrow(/slug_taken/);
    await publish(one, { slug: 'first-address' });
    expect(ok(await pageOf('second-address'))).toMatchObject({ slug: 'first-address' });
  });

  test('changes four times, then one of these is chosen', async () => {
    const developer = await world.person('developer');
    for (const number of [1, 2, 3, 4, 5]) await publish(developer, { slug: `moving-${number}` });
    await expect(publish(developer, { slug: 'moving-6' })).rejects.toThrow(/too_many_slugs/);
    await publish(developer, { slug: 'moving-2' });
    const other = await world.person('developer');
    await publish(other, { slug: 'moving-6' });
  });
});

describe('who is not to be found', () => {
  test('a suspended person is gone at once, and back with the restoration', async () => {
    const developer = await world.person('developer');
    const { slug } = await publish(developer, { headline: 'Xylophone repairs' });
    expect(await namesOf('q=xylophone')).toHaveLength(1);
    const act = (what: string) =>
      moderator.call('POST', `/api/moderation/accounts/${developer.id}/${what}`, {
        reason: 'Because of a complaint.',
      });
    ok(await act('suspend'));
    expect(await namesOf('q=xylophone')).toEqual([]);
    expect((await pageOf(slug)).status).toBe(404);
    expect((await world.app.inject({ url: '/sitemap-unblockers.xml' })).body).not.toContain(slug);
    ok(await act('restore'));
    expect(await namesOf('q=xylophone')).toHaveLength(1);
    expect((await world.app.inject({ url: '/sitemap-unblockers.xml' })).body).toContain(slug);
  });

  test('a person who has left is gone with all addresses, which are free again', async () => {
    const { db } = world.context;
    const developer = await world.person('developer');
    const { slug } = await publish(developer, { headline: 'Yodel lessons', words: 'I yodel.' });
    const password = 'a password of my own';
    const { hashPassword } = await import('../accounts/people.ts');
    await sql`update users set password_hash = ${await hashPassword(password)}
      where id = ${developer.id}`.execute(db);
    expect((await developer.call('DELETE', '/api/me', { password })).status).toBe(204);
    expect((await pageOf(slug)).status).toBe(404);
    const { rows } = await sql<{ row: string }>`select unblockers::text as row from unblockers
      where developer_id = ${developer.id}`.execute(db);
    expect(JSON.stringify(rows)).not.toMatch(/yodel/i);
    await publish(await world.person('developer'), { slug });
  });

  test('a person who moderates now is none of them', async () => {
    const developer = await world.person('developer');
    const { slug } = await publish(developer);
    await sql`update profiles set user_type = 'moderator' where id = ${developer.id}`.execute(
      world.context.db,
    );
    expect((await pageOf(slug)).status).toBe(404);
  });
});

describe('the picture beside a shared link', () => {
  const pictureOf = (slug: string) =>
    world.app.inject({ url: `/unblockers/${slug}/share.png` }).then(async (answer) => {
      const { width, height, format } = await sharp(answer.rawPayload).metadata();
      expect({ width, height, format }).toEqual({ width: 1200, height: 630, format: 'png' });
      expect(answer.headers).toMatchObject({
        'content-type': 'image/png',
        'cache-control': 'no-store',
      });
      return answer.rawPayload;
    });

  test('has the words of the profile, whatever they are, in little time', async () => {
    const words = [
      'Mends it',
      '<span foreground="red">&amp;</span> & <script>',
      '修理 수리 إصلاح תיקון ремонт 🎉 \u202egnitseretni',
      'w'.repeat(120),
    ];
    const start = performance.now();
    const pictures = new Set<string>();
    for (const headline of words) {
      const { slug } = await publish(await world.person('developer'), { headline });
      pictures.add((await pictureOf(slug)).toString('base64'));
    }
    const emoji = { name: '\u{1f600}\u{1f600}', headline: '\u{1f525}' };
    const { slug } = await publish(await world.person('developer'), emoji);
    pictures.add((await pictureOf(slug)).toString('base64'));
    expect(pictures.size).toBe(words.length + 1);
    expect(performance.now() - start).toBeLessThan(60_000);
  });

  test('is gone with the profile', async () => {
    const developer = await world.person('developer');
    const { slug } = await publish(developer);
    await pictureOf(slug);
    await publish(developer, { slug, is_public: false });
    for (const gone of [slug, 'nobody-here', '%00']) {
      for (const url of [`/unblockers/${gone}/share.png`, `/api/unblockers/${gone}`]) {
        expect((await world.app.inject({ url })).statusCode).toBe(404);
      }
    }
  });
});

describe('the directory', () => {
  /** As if so much had been done. */
  async function record(person: Person, figures: Record<string, number>) {
    const values = Object.entries(figures).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
    await sql`update unblockers set ${sql.join(values)} where developer_id = ${person.id}`.execute(
      world.context.db,
    );
  }

  test('finds by words of name, headline and text, and by field, tool and language', async () => {
    const one = await world.person('developer');
    await publish(one, {
      name: 'Finn',
      headline: 'Walrus wrangling',
      words: 'Works with **Supabase**.',
      ...{
        categories: ['backend', 'ios'],
        ai_tools: ['LOVABLE', 'CURSOR'],
        languages: ['fi', 'sv'],
      },
    });
    for (const query of [
      ...['q=walrus', 'q=WALR', 'q=finn', 'q=supabase%20walrus', 'q=walrus&category=ios'],
      ...['q=walrus&ai_tool=CURSOR&language=sv', 'language=fi'],
    ]) {
      expect(await namesOf(query), query).toEqual(['Finn']);
    }
    for (const query of [
      'q=walrus%20yak',
      'q=walrus&category=web',
      'q=walrus&language=en',
      'q=%3F',
    ]) {
      expect(await namesOf(query), query).toEqual([]);
    }
  });

  test('puts a sure rate before a lucky one, and nobody’s rate below three', async () => {
    const [sure, lucky, few] = [
      await world.person('developer'),
      await world.person('developer'),
      await world.person('developer'),
    ];
    const headline = 'Marmot minding';
    await publish(lucky, { name: 'Lucky', headline });
    await publish(few, { name: 'Few', headline });
    await publish(sure, { name: 'Sure', headline });
    await record(sure, { finished: 40, answered: 50, first_pass: 48, dated: 50, on_time: 20 });
    await record(lucky, { finished: 3, answered: 3, first_pass: 3, dated: 3, on_time: 3 });
    await record(few, { finished: 2, answered: 40, first_pass: 40, dated: 40, on_time: 40 });
    expect(await namesOf('q=marmot')).toEqual(['Sure', 'Lucky', 'Few']);
    expect(await namesOf('q=marmot&sort=on_time')).toEqual(['Lucky', 'Sure', 'Few']);
    expect(await namesOf('q=marmot&sort=finished')).toEqual(['Sure', 'Lucky', 'Few']);
    expect((await find('q=marmot')).items.map(({ rates }) => rates === null)).toEqual([
      ...[false, false, true],
    ]);
  });

  test.each(['first_pass', 'on_time', 'stayed_fixed', 'finished'])(
    'has everybody once, page by page, by %s',
    async (sort) => {
      const all = (await find(`sort=${sort}&limit=100`)).items.map(({ id }) => id);
      const seen: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page: Found = await find(`sort=${sort}&limit=3${cursor && `&cursor=${cursor}`}`);
        seen.push(...page.items.map(({ id }) => id));
        cursor = page.next_cursor;
      }
      expect(seen).toEqual(all);
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.length).toBeGreaterThan(6);
    },
  );

  test.each([
    'sort=luck',
    'category=space',
    'language=xx',
    'ai_tool=HAL',
    'limit=0',
    'limit=101',
    'cursor=x',
    `cursor=${Buffer.from('["1",2,"3"]').toString('base64url')}`,
    `q=${'x'.repeat(201)}`,
    'q=%00',
  ])('refuses %s', async (query) => {
    expect((await world.call('GET', `/api/unblockers?${query}`)).status).toBe(400);
  });

  test('takes any words for words', async () => {
    for (const q of [`' & | ! ( ) :*`, '<->', 'a:*b', '\\', "'';--", '%', '🙂', 'x '.repeat(99)]) {
      const answer = await world.call('GET', `/api/unblockers?q=${encodeURIComponent(q)}`);
      expect(answer.status, q).toBe(200);
    }
    for (const slug of ['%2e%2e', "'or'1", 'a'.repeat(100), '%F0%9F%99%82']) {
      expect((await pageOf(slug)).status, slug).toBe(404);
    }
  });

  test('is kept by nobody', async () => {
    const { headers } = await world.call('GET', '/api/unblockers');
    expect(headers['cache-control']).toBe('no-store');
  });
});

test('an export has the profile with all its addresses', async () => {
  const developer = await world.person('developer');
  await publish(developer, { slug: 'exported-once' });
  await publish(developer, { slug: 'exported-twice' });
  const { public_profile } = ok(
    await developer.call<{ public_profile: unknown }>('GET', '/api/me/export'),
  );
  expect(public_profile).toMatchObject({
    slug: 'exported-twice',
    addresses: ['exported-once', 'exported-twice'],
  });
});

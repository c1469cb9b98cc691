import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_NOTIFICATIONS } from '#domain/mail-preferences.ts';
import type { Profile } from '#domain/profile.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** A request with both its sides, and maybe a rating. */
async function ticket(customer: Person, developer: Person, rating?: number) {
  const { db } = world.context;
  const { id } = await db
    .insertInto('tickets')
    .values({
      customer_id: customer.id,
      developer_id: developer.id,
      pairing_id: randomUUID(),
      status: 'DEVELOPER_WORKING',
      description: 'Help',
      categories: ['web'],
      ai_tool: 'CLAUDE',
      budget: '$100',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (rating === undefined) return;
  const feedback = {
    ticket_id: id,
    developer_id: developer.id,
    feedback_left_by: 'customer',
    opens_at: new Date(),
    rating,
  } as const;
  await db.insertInto('user_feedback').values(feedback).execute();
}

describe('one’s own profile', () => {
  test('is what the account says', async () => {
    const ana = await world.person('customer', { name: 'Ana' });
    const { status, body } = await ana.call('GET', '/api/me');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: ana.id,
      email: ana.email,
      user_type: 'customer',
      first_name: 'Ana',
      last_name: null,
      supported_categories: [],
      notifications: DEFAULT_NOTIFICATIONS,
    });
  });

  test('needs a session', async () => {
    expect(await world.call('GET', '/api/me')).toMatchObject({
      status: 401,
      body: { code: 'no_session' },
    });
    expect((await world.call('PATCH', '/api/me', {})).status).toBe(401);
  });

  test('can be edited part by part, and a blank name is no name', async () => {
    const ana = await world.person('customer', { name: 'Ana' });
    const named = await ana.call('PATCH', '/api/me', { last_name: ' Silva ' });
    expect(named.body).toMatchObject({ first_name: 'Ana', last_name: 'Silva' });
    const blank = await ana.call('PATCH', '/api/me', { first_name: '  ' });
    expect(blank.body).toMatchObject({ first_name: null, last_name: 'Silva' });
    expect((await ana.call('PATCH', '/api/me', {})).body).toEqual(blank.body);
  });

  test('has the specification’s words for a name that is too short', async () => {
    const ana = await world.person('customer');
    expect(await ana.call('PATCH', '/api/me', { first_name: 'A' })).toMatchObject({
      status: 400,
      body: {
        errors: [{ path: 'first_name', message: 'First name must be at least 2 characters' }],
      },
    });
  });

  test('makes nobody anything else', async () => {
    const ana = await world.person('customer');
    const sent = {
      user_type: 'moderator',
      id: randomUUID(),
      email: 'x@y.de',
      created_at: '2000-01-01',
    };
    const { status, body } = await ana.call('PATCH', '/api/me', sent);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: ana.id, email: ana.email, user_type: 'customer' });
  });

  test('has categories for developers only', async () => {
    const dev = await world.person('developer', { categories: [] });
    const supported_categories = ['ios', 'web'];
    const { body } = await dev.call('PATCH', '/api/me', { supported_categories });
    expect(body.supported_categories).toEqual(['ios', 'web'].sort((a, b) => (a < b ? -1 : 1)));
    const ana = await world.person('customer');
    expect(await ana.call('PATCH', '/api/me', { supported_categories })).toMatchObject({
      status: 403,
      body: { code: 'not_your_part' },
    });
    expect((await dev.call('PATCH', '/api/me', { supported_categories: ['magic'] })).status).toBe(
      400,
    );
  });

  describe('saves filters of the open requests', () => {
    const view = { order: 'oldest', with_files: true, words: 'react' };
    const save = (person: Person, saved_filters: unknown) =>
      person.call('PATCH', '/api/me', { saved_filters });

    test('under names, one by one, and takes them back', async () => {
      const dev = await world.person('developer');
      expect((await dev.call('GET', '/api/me')).body.saved_filters).toEqual({});
      await save(dev, { ' Loops\n': view, '50': view });
      const dear = { ...view, order: 'budget' };
      // Another tab knows nothing of these.
      expect((await save(dev, { Dear: dear })).body.saved_filters).toEqual({
        Loops: view,
        50: view,
        Dear: dear,
      });
      // Renamed, replaced and deleted at once.
      const last = await save(dev, { Loops: null, 'React loops': view, Dear: view, 50: null });
      const left = { 'React loops': view, Dear: view };
      expect(last.body.saved_filters).toEqual(left);
      await save(dev, { Unknown: null });
      expect((await dev.call('GET', '/api/me')).body.saved_filters).toEqual(left);
      const { body } = await dev.call<{ profile: Profile }>('GET', '/api/me/export');
      expect(body.profile.saved_filters).toEqual(left);
    });

    test('twenty at most, also where several are saved at once', async () => {
      const dev = await world.person('developer');
      const named = (count: number, of: string) =>
        Object.fromEntries(Array.from({ length: count }, (_, at) => [`${of} ${at}`, view]));
      expect((await save(dev, named(21, 'x'))).status).toBe(409);
      expect((await save(dev, named(18, 'x'))).status).toBe(200);
      const answers = await Promise.all(
        [1, 2, 3, 4].map((each) => save(dev, named(1, `y${each}`))),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409]);
      expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
        code: 'too_many_filters',
        detail: 'You can have 20 saved filters. Please delete one first.',
      });
      // Where all are taken, one can still be replaced.
      expect((await save(dev, { 'x 0': { ...view, words: '' } })).status).toBe(200);
    });

    test('for unblockers alone', async () => {
      const ana = await world.person('customer');
      expect((await save(ana, { Loops: view })).body).toMatchObject({ code: 'not_your_part' });
    });

    test.each([
      ['a name that is blank', { ' \n ': view }],
      ['a name that is too long', { ['n'.repeat(41)]: view }],
      ['a name that cannot be stored', { 'a\u0000': view }],
      ['a name of half a character', { 'a\ud800': view }],
      ['words that are too long', { Loops: { ...view, words: 'w'.repeat(201) } }],
      ['an order that there is not', { Loops: { ...view, order: 'best' } }],
      ['a part that there is not', { Loops: { ...view, colour: 'red' } }],
      ['a part that is missing', { Loops: { order: 'newest' } }],
      ['a list', [view]],
      ['nothing', null],
    ])('but not %s', async (_, filters) => {
      const dev = await world.person('developer');
      expect((await save(dev, filters)).status).toBe(400);
      expect((await dev.call('GET', '/api/me')).body.saved_filters).toEqual({});
    });

    test('with names that programs stumble over', async () => {
      const dev = await world.person('developer');
      const odd = { constructor: view, toString: view };
      expect((await save(dev, odd)).body.saved_filters).toEqual(odd);
      const { status, body } = await save(dev, JSON.parse('{"__proto__": {"order": "newest"}}'));
      expect(status).toBe(400);
      expect(body).toMatchObject({ status: 400 });
    });
  });

  test('says which mails are wanted, kind by kind', async () => {
    const ana = await world.person('customer');
    await ana.call('PATCH', '/api/me', { notifications: { new_message: false } });
    const pace = { notifications: { new_request: 'at_once' } };
    const { body } = await ana.call('PATCH', '/api/me', pace);
    const chosen = { ...DEFAULT_NOTIFICATIONS, new_message: false, new_request: 'at_once' };
    expect(body.notifications).toEqual(chosen);
    for (const notifications of [{ new_message: 'x' }, { new_request: 'hourly' }, { news: true }]) {
      expect((await ana.call('PATCH', '/api/me', { notifications })).status).toBe(400);
    }
    expect((await ana.call('GET', '/api/me')).body.notifications).toEqual(chosen);
  });
});

describe('the profile of another', () => {
  test('is seen by the other side of a request, with address and ratings', async () => {
    const ana = await world.person('customer', { name: 'Ana' });
    const dev = await world.person('developer');
    await ticket(ana, dev, 5);
    await ticket(ana, dev, 4);
    await ticket(ana, dev);
    expect(await ana.call('GET', `/api/profiles/${dev.id}`)).toMatchObject({
      status: 200,
      body: { full_name: 'Developer', email: null, rating_average: 4.5, rating_count: 2 },
    });
    expect(await dev.call('GET', `/api/profiles/${ana.id}`)).toMatchObject({
      status: 200,
      body: { full_name: 'Ana', email: null, rating_average: null, rating_count: 0 },
    });
    const { body } = await ana.call('GET', `/api/profiles/${dev.id}`);
    expect(Object.keys(body).sort()).toEqual(
      [
        'email',
        'first_name',
        'first_requests',
        'full_name',
        'id',
        'last_name',
        'profile_image_url',
        'rating_average',
        'rating_count',
      ].sort(),
    );
  });

  test('is not there for strangers, like that of nobody', async () => {
    const ana = await world.person('customer');
    const [dev, stranger] = [await world.person('developer'), await world.person('developer')];
    await ticket(ana, dev);
    for (const id of [ana.id, dev.id, randomUUID(), 'no-id']) {
      expect(await stranger.call('GET', `/api/profiles/${id}`)).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      });
    }
    expect((await world.call('GET', `/api/profiles/${ana.id}`)).status).toBe(401);
  });
});

describe('the waitlist', () => {
  const entry = (email: string) => ({
    name: 'Ana',
    email,
    specialty: 'python',
    bio: 'github.com/ana',
  });

  test('takes an application, and the team hears of it', async () => {
    const answer = await world.call('POST', '/api/waitlist', entry('Dev@Example.com'));
    expect(answer).toMatchObject({ status: 201, body: {} });
    const mail = (await world.mails()).find(({ kind }) => kind === 'waitlist');
    expect(mail?.recipient).toBe('hello@unblock.example');
    for (const word of ['Ana', 'dev@example.com', 'Python', 'github.com/ana']) {
      expect(mail?.body_text).toContain(word);
    }
  });

  test('takes the same address again without a word, and keeps the first', async () => {
    await world.call('POST', '/api/waitlist', entry('twice@example.com'));
    const before = (await world.mails()).length;
    const again = { ...entry('TWICE@example.com'), name: 'Eve' };
    expect(await world.call('POST', '/api/waitlist', again)).toMatchObject({
      status: 201,
      body: {},
    });
    expect(await world.mails()).toHaveLength(before);
    const kept = world.context.db.selectFrom('waitlist').select('name');
    expect(await kept.where('email', '=', 'twice@example.com').execute()).toEqual([
      { name: 'Ana' },
    ]);
  });

  test.each(['developer', 'moderator'] as const)(
    'takes none for the address of a %s, who holds the role, and answers alike',
    async (role) => {
      const { email } = await world.person(role);
      const before = (await world.mails()).length;
      expect(await world.call('POST', '/api/waitlist', entry(email))).toMatchObject({
        status: 201,
        body: {},
      });
      const kept = world.context.db.selectFrom('waitlist').select('id');
      expect(await kept.where('email', '=', email).execute()).toEqual([]);
      expect(await world.mails()).toHaveLength(before);
    },
  );

  test.each([
    [{ name: ' ' }, 'name'],
    [{ email: 'no' }, 'email'],
    [{ specialty: 'magic' }, 'specialty'],
    [{ name: 'a\u0000b' }, 'name'],
  ])('refuses %j', async (change, path) => {
    const answer = await world.call('POST', '/api/waitlist', { ...entry('a@b.de'), ...change });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path }] } });
  });
});

test('the web learns what it needs before anybody is signed in', async () => {
  const { body } = await world.call('GET', '/api/config');
  expect(body).toEqual({
    anon_key: world.context.config.anonKey,
    confirm_email: true,
    payments: 'sandbox',
    sign_in_providers: [],
  });
});

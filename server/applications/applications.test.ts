import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type {
  ModeratedApplication,
  OwnApplication,
  ReviewedApplication,
  WaitingApplication,
} from '#domain/application.ts';
import { KEPT_APPLICATION_DAYS } from '#domain/entry-test.ts';
import type { Export } from '#domain/export.ts';
import type { UnblockerPage } from '#domain/unblocker.ts';
import type { WaitlistEntry } from '#domain/waitlist.ts';
import { LIMITS } from '../http/limits.ts';
import {
  anApplication,
  applicationToken,
  aReviewOfApplication,
  mendedProject,
  sendVersion,
} from '../testing/applications.ts';
import { ok } from '../testing/deeds.ts';
import { kept } from '../testing/files.ts';
import { applicant, tokenTo } from '../testing/joining.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';
import { zipOf } from '../testing/write-zip.ts';
import { removeApplications } from './remove-applications.ts';

let world: World;
let moderator: Person;
beforeAll(async () => {
  world = await openWorld();
  moderator = await world.person('moderator');
});
afterAll(() => world.close());

const KEY = ['ghp', 'a1B2'.repeat(9)].join('_');

async function applied() {
  const entry = await applicant(world, moderator);
  return { ...entry, token: await applicationToken(world, entry.email) };
}

const read = (token: string) => world.call<OwnApplication>('GET', `/api/applications/${token}`);
const save = (token: string, changes: object = {}) =>
  world.call<OwnApplication & { code: string; errors: { path: string }[] }>(
    'PUT',
    `/api/applications/${token}`,
    { ...anApplication, ...changes },
  );
const submit = (token: string, changes: object = {}) =>
  world.call<OwnApplication & { code: string; errors: { path: string; message: string }[] }>(
    'POST',
    `/api/applications/${token}/submit`,
    { ...anApplication, ...changes },
  );

/** Somebody whose whole application waits. */
async function submitted() {
  const one = await applied();
  ok(await sendVersion(world, one.token, await mendedProject()));
  ok(await submit(one.token));
  return one;
}

/** An unblocker who has done enough here to review. */
async function reviewer(): Promise<Person> {
  const person = await world.person('developer', { name: 'Rosa' });
  await world.context.db
    .insertInto('unblockers')
    .values({ developer_id: person.id, approved: 3 })
    .execute();
  return person;
}

async function idOf({ email }: { email: string }): Promise<string> {
  const { id } = await world.context.db
    .selectFrom('applications as a')
    .innerJoin('waitlist as w', 'w.id', 'a.waitlist_id')
    .select('a.id')
    .where('w.email', '=', email)
    .executeTakeFirstOrThrow();
  return id;
}

const review = (by: Person, id: string, changes: object = {}) =>
  by.call<ReviewedApplication & { code: string }>('POST', `/api/entry-reviews/${id}`, {
    ...aReviewOfApplication,
    ...changes,
  });

const moderated = (entry: { id: string }) =>
  moderator.call<ModeratedApplication>('GET', `/api/moderation/waitlist/${entry.id}/application`);

const approve = (entry: { id: string }) =>
  moderator.call<WaitlistEntry>('POST', `/api/moderation/waitlist/${entry.id}/approve`);

async function entryOf({ id }: { id: string }, status = 'waiting') {
  const path = `/api/moderation/waitlist?status=${status}&limit=100`;
  const { items } = ok(await moderator.call<{ items: WaitlistEntry[] }>('GET', path));
  return items.find((item) => item.id === id);
}

describe('the link to an application', () => {
  test('comes with the receipt, is kept as a hash, and opens an empty draft for 30 days', async () => {
    const { token, email } = await applied();
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const { rows } = await sql<{ found: string }>`
      select to_jsonb(a)::text as found from applications a
      union all select to_jsonb(m)::text from mails m where recipient = ${email}`.execute(
      world.context.db,
    );
    expect(rows.length).toBeGreaterThan(1);
    for (const { found } of rows) expect(found).not.toContain(token);
    const { body } = await read(token);
    expect(body).toMatchObject({
      state: 'open',
      submitted_at: null,
      version: null,
      application: { examples: [], categories: [], time_zone: null, proofs: [] },
    });
    const days = (Date.parse(String(body.ends_at)) - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(30, 1);
  });

  test('that was invented, belongs to an invitation or has ended opens nothing', async () => {
    const one = await applied();
    ok(await save(one.token));
    const invited = await applied();
    ok(await approve(invited));
    const none = { ends_at: null, submitted_at: null, application: null, version: null };
    for (const token of ['x', 'a'.repeat(43), '%00', await tokenTo(world, invited.email)]) {
      expect((await read(token)).body).toEqual({ state: 'unknown', ...none });
      expect(await save(token)).toMatchObject({ status: 404, body: NOT_VALID });
      expect(await submit(token)).toMatchObject({ status: 404, body: NOT_VALID });
      const sent = await sendVersion(world, token, await mendedProject());
      expect(sent).toMatchObject({ status: 404, body: NOT_VALID });
      const project = await world.app.inject(`/api/applications/${token}/project`);
      expect(project.statusCode).toBe(404);
    }
    expect((await read(invited.token)).body).toEqual({ state: 'decided', ...none });
    const late = { status: 409, body: { code: 'waitlist_entry_decided' } };
    expect(await save(invited.token)).toMatchObject(late);
    await world.context.db
      .updateTable('applications')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', await idOf(one))
      .execute();
    expect((await read(one.token)).body).toEqual({ state: 'expired', ...none });
    expect(await save(one.token)).toMatchObject({ status: 404, body: NOT_VALID });
  });

  test('that was lost is sent anew a day later, once, and replaces the older one', async () => {
    const one = await applied();
    ok(await save(one.token));
    const again = () =>
      world.call('POST', '/api/waitlist', {
        name: 'Ada',
        email: one.email,
        specialty: 'python',
      });
    ok(await again());
    expect(await applicationToken(world, one.email)).toBe(one.token);
    await sql`update applications set issued_at = now() - interval '25 hours'
      where id = ${await idOf(one)}`.execute(world.context.db);
    ok(await again());
    ok(await again());
    const token = await applicationToken(world, one.email);
    expect(token).not.toBe(one.token);
    expect((await read(one.token)).body.state).toBe('unknown');
    expect((await read(token)).body.application).toMatchObject({ hours: anApplication.hours });
    const mails = (await world.mails()).filter(({ recipient }) => recipient === one.email);
    expect(mails.map(({ kind }) => kind)).toEqual(['waitlist_received', 'application_link']);
    // What was submitted or decided needs no link.
    const done = await submitted();
    await sql`update applications set issued_at = now() - interval '25 hours'`.execute(
      world.context.db,
    );
    ok(
      await world.call('POST', '/api/waitlist', {
        name: 'Ada',
        email: done.email,
        specialty: 'python',
      }),
    );
    expect(await applicationToken(world, done.email)).toBe(done.token);
  });
});

const NOT_VALID = { code: 'application_not_valid' };

describe('a draft', () => {
  test('is kept as far as it is written', async () => {
    const { token } = await applied();
    const half = {
      examples: [{ title: '', url: 'https://', text: 'I moved' }],
      categories: [],
      time_zone: null,
      hours: '',
      proofs: [{ check: 'notes', text: '' }],
    };
    ok(await save(token, half));
    expect((await read(token)).body.application).toEqual({ ...half, ai_tools: ['CLAUDE'] });
  });

  test.each([
    ['a fourth example', { examples: Array(4).fill(anApplication.examples[0]) }, 'examples'],
    ['5 MB of text', { examples: [{ title: 'x', url: '', text: 'x'.repeat(900_000) }] }, 'text'],
    ['too long a time', { hours: 'x'.repeat(201) }, 'hours'],
    ['an unknown field', { categories: ['cobol'] }, 'categories'],
    ['an unknown check', { proofs: [{ check: 'x', text: '' }] }, 'proofs'],
    ['no time zone at all', { time_zone: 'Mars/Olympus' }, 'time_zone'],
  ])('is refused with %s', async (_, changes, path) => {
    const { token } = await applied();
    const answer = await save(token, changes);
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0]?.path).toContain(path);
  });

  test('of 5 MB is not read', async () => {
    const { token } = await applied();
    expect((await save(token, { hours: 'x'.repeat(5_000_000) })).status).toBe(413);
  });

  test('with a key in it is refused, and masked where that is wanted', async () => {
    const { token } = await applied();
    const text = { examples: [{ title: 'x', url: '', text: `It was ${KEY}` }] };
    expect(await save(token, text)).toMatchObject({ status: 422, body: { code: 'secrets_found' } });
    expect((await save(token, { ...text, secrets: 'share' })).status).toBe(422);
    ok(await save(token, { ...text, secrets: 'mask' }));
    const [example] = (await read(token)).body.application?.examples ?? [];
    expect(example?.text).toContain('It was');
    expect(example?.text).not.toContain(KEY);
  });
});

describe('an application', () => {
  test.each([
    ['no example', { examples: [] }, 'Please give at least one example'],
    ['a fourth one', { examples: Array(4).fill(anApplication.examples[0]) }, 'at most 3'],
    ['an address that runs', example({ url: 'javascript:alert(1)' }), 'begins with https://'],
    ['an address of a file', example({ url: 'file:///etc/passwd' }), 'begins with https://'],
    ['a password in it', example({ url: 'https://a:b@example.com' }), 'password out of the'],
    ['no address', example({ url: ' ' }), 'Please give its address'],
    ['no title', example({ title: ' ' }), 'Please name what it is'],
    ['no words', example({ text: '' }), 'Please say what you did'],
    ['no field', { categories: [] }, 'at least one field'],
    ['no time zone', { time_zone: null }, 'Please choose your time zone'],
    ['no hours', { hours: '' }, 'when you usually work'],
    ['a check without words', { proofs: anApplication.proofs.slice(1) }, 'each of the three'],
  ])('with %s is not submitted', async (_, changes, words) => {
    const { token } = await applied();
    ok(await sendVersion(world, token, await mendedProject()));
    const answer = await submit(token, changes);
    expect(answer.status).toBe(400);
    expect(answer.body.errors.map(({ message }) => message).join()).toContain(words);
    expect((await read(token)).body.state).toBe('open');
  });

  test('needs a fixed version, and stays as it was submitted', async () => {
    const one = await applied();
    expect(await submit(one.token)).toMatchObject({
      status: 409,
      body: { code: 'entry_test_missing' },
    });
    ok(await sendVersion(world, one.token, await mendedProject()));
    expect((await moderated(one)).status).toBe(404);
    const { body } = await submit(one.token);
    expect(body).toMatchObject({ state: 'submitted', application: anApplication });
    const late = { status: 409, body: { code: 'application_submitted' } };
    expect(await save(one.token)).toMatchObject(late);
    expect(await submit(one.token)).toMatchObject(late);
    expect(await sendVersion(world, one.token, await mendedProject())).toMatchObject(late);
    expect((await read(one.token)).body.state).toBe('submitted');
    expect((await moderated(one)).body).toMatchObject({ ...anApplication, reviews: [] });
  });
});

function example(changes: object) {
  return { examples: [{ ...anApplication.examples[0], ...changes }] };
}

describe('a fixed version', () => {
  test('is shown as what is different, however it is packed', async () => {
    const { token } = await applied();
    const { body } = await sendVersion<OwnApplication>(world, token, await mendedProject());
    expect(body.version).toMatchObject({ files: 16, masked: 0, left_out: [] });
    expect(body.version?.changes).toMatchObject({
      files: 1,
      items: [{ path: 'lib/discounts.js', kind: 'changed', added: 1 }],
    });
    const inFolder: Record<string, string> = {};
    const { body: project } = await world.call<{ files: { path: string; text: string }[] }>(
      'GET',
      '/api/entry-project',
    );
    for (const { path, text } of project.files) inFolder[`loaf-and-leaf/${path}`] = text;
    inFolder['loaf-and-leaf/lib/new.js'] = 'export const one = 1;\n';
    inFolder['loaf-and-leaf/node_modules/x/index.js'] = 'x';
    const again = await sendVersion<OwnApplication>(world, token, zipOf(inFolder));
    expect(again.body.version).toMatchObject({
      files: 17,
      left_out: [{ reason: 'dependencies' }],
      changes: { files: 1, items: [{ path: 'lib/new.js', kind: 'added' }] },
    });
    // In place of the first one.
    const { rows } = await sql<{ count: number }>`select count(*)::int from entry_versions v
      join applications a on a.id = v.application_id
      where a.token_hash = sha256(${token}::bytea)`.execute(world.context.db);
    expect(rows).toEqual([{ count: 1 }]);
  });

  test('has placeholders for keys, which are kept nowhere', async () => {
    const { token } = await applied();
    const content = await mendedProject({ 'config.js': `export const key = '${KEY}';\n` });
    const { body } = await sendVersion<OwnApplication>(world, token, content);
    expect(body.version).toMatchObject({ masked: 1 });
    expect(JSON.stringify(body)).toContain('{{SECRET:');
    expect(JSON.stringify(body)).not.toContain(KEY);
    const { rows } = await sql<{ found: string }>`
      select to_jsonb(v)::text as found from entry_versions v`.execute(world.context.db);
    for (const { found } of rows) expect(found).not.toContain(KEY);
  });

  test('can have a file of any bytes', async () => {
    const { token } = await applied();
    const content = await mendedProject({
      'notes.txt': Buffer.from('\ufeffone\0two\ud800\n', 'utf16le'),
      'logo.bin': Buffer.from([0, 1, 2, 255]),
      'old.txt': Buffer.from('caf\xe9 \x81\n', 'latin1'),
    });
    const answer = await sendVersion<OwnApplication>(world, token, content);
    expect(answer.status).toBe(200);
    expect(answer.body.version?.changes.items.map(({ path }) => path)).toEqual([
      'logo.bin',
      'notes.txt',
      'old.txt',
    ]);
  });

  test.each<[string, () => Buffer | Promise<Buffer>, number, string | RegExp]>([
    ['that is the project as it was given', () => mendedProject({}), 422, /Nothing in it is/],
    ['without files', () => zipOf({}), 422, /no files in it|no zip/],
    ['of dependencies alone', () => zipOf({ 'node_modules/a/b.js': 'x' }), 422, /no files in it/],
    ['that is no archive', () => Buffer.from('rm -rf /'), 422, /no archive|This is no/],
    ['with nothing in it', () => Buffer.alloc(0), 422, /./],
    ['that unpacks to 50 MB', () => zipOf({ 'a.txt': Buffer.alloc(50_000_000) }), 422, /5 MB/],
    ['of many files', () => zipOf(manyFiles(400)), 422, /more than 300 files/],
    ['that leads elsewhere', () => zipOf({ '../../evil.js': 'x' }), 422, /leads out/],
    ['of more than 2 MB', () => Buffer.alloc(2 * 1024 * 1024 + 1), 413, /at most 2MB/],
  ])('%s is refused, and nothing of it stays', async (_, content, status, words) => {
    const { token } = await applied();
    const bytes = await content();
    const start = performance.now();
    const answer = await sendVersion<{ detail: string }>(world, token, bytes);
    expect(answer.status).toBe(status);
    expect(answer.body.detail).toMatch(words);
    expect(performance.now() - start).toBeLessThan(20_000);
    expect((await read(token)).body.version).toBeNull();
    expect((await kept(world)).incoming).toEqual([]);
  });

  test('can be sent a few times in an hour', async () => {
    const { token } = await applied();
    world.context.config.rateLimits = true;
    const answers: number[] = [];
    for (let count = 0; count <= LIMITS.entry_upload_each.hits; count++)
      answers.push((await sendVersion(world, token, Buffer.from('none'))).status);
    world.context.config.rateLimits = false;
    await world.context.db.deleteFrom('rate_limits').execute();
    expect(new Set(answers.slice(0, -1))).toEqual(new Set([422]));
    expect(answers.at(-1)).toBe(429);
  });
});

function manyFiles(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}.js`, `${at}`]));
}

describe('the reviews of an application', () => {
  test('are for unblockers who have done some work here', async () => {
    const one = await submitted();
    const id = await idOf(one);
    for (const type of ['customer', 'moderator', 'developer'] as const) {
      const person = await world.person(type);
      const code = type === 'developer' ? 'reviewer_is_new' : 'not_your_part';
      const no = { status: 403, body: { code } };
      expect(await person.call('GET', '/api/entry-reviews')).toMatchObject(no);
      expect(await person.call('GET', `/api/entry-reviews/${id}`)).toMatchObject(no);
      expect(await review(person, id)).toMatchObject(no);
    }
  });

  test('know it by its number alone', async () => {
    const one = await submitted();
    const rosa = await reviewer();
    const id = await idOf(one);
    const { items } = ok(
      await rosa.call<{ items: WaitingApplication[] }>('GET', '/api/entry-reviews?limit=100'),
    );
    expect(items.find((item) => item.id === id)).toMatchObject({ reviews: 0 });
    const { body } = await rosa.call<ReviewedApplication>('GET', `/api/entry-reviews/${id}`);
    expect(body).toMatchObject({ ...anApplication, mine: null, version: { files: 16 } });
    for (const private_ of [one.email, one.name, one.id, 'github.com/ada', 'fixed.zip'])
      expect(JSON.stringify([items, body])).not.toContain(private_);
  });

  test('come with the fixed version, to be tried elsewhere', async () => {
    const one = await submitted();
    const id = await idOf(one);
    const rosa = await reviewer();
    const fetchAs = ({ token }: Person, url: string) =>
      world.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
    const ofEntry = `/api/moderation/waitlist/${one.id}/application/archive`;
    for (const [person, url] of [
      [rosa, `/api/entry-reviews/${id}/archive`],
      [moderator, ofEntry],
    ] as const) {
      const { statusCode, headers, rawPayload } = await fetchAs(person, url);
      expect(statusCode).toBe(200);
      expect(headers['content-disposition']).toMatch(/application-\d+\.zip/);
      expect(headers['x-content-type-options']).toBe('nosniff');
      const { version } = (await sendAgain(rawPayload)).body;
      expect(version?.changes).toMatchObject({
        files: 1,
        items: [{ path: 'lib/discounts.js', added: 1 }],
      });
    }
    expect((await fetchAs(rosa, ofEntry)).statusCode).toBe(404);
  });

  /** What was downloaded, as the version of somebody else. */
  async function sendAgain(zip: Buffer) {
    return sendVersion<OwnApplication>(world, (await applied()).token, zip);
  }

  test('are two, one by each; a third at the same moment is refused', async () => {
    const one = await submitted();
    const id = await idOf(one);
    const people = [await reviewer(), await reviewer(), await reviewer()];
    const first = people[0] as Person;
    expect((await review(first, id)).status).toBe(200);
    expect(await review(first, id)).toMatchObject({
      status: 409,
      body: { code: 'reviewed_before' },
    });
    const rest = await Promise.all(people.slice(1).map((person) => review(person, id)));
    expect(rest.map(({ status }) => status).sort()).toEqual([200, 409]);
    const late = rest.findIndex(({ status }) => status === 409);
    expect(rest[late]?.body.code).toBe('application_reviewed');
    const third = people[late + 1] as Person;
    const closed = await third.call('GET', `/api/entry-reviews/${id}`);
    expect(closed).toMatchObject({ status: 409, body: { code: 'application_reviewed' } });
    const { items } = ok(
      await third.call<{ items: WaitingApplication[] }>('GET', '/api/entry-reviews?limit=100'),
    );
    expect(items.map((item) => item.id)).not.toContain(id);
    // Whoever wrote one reads it again, and not the other.
    const { body } = await first.call<ReviewedApplication>('GET', `/api/entry-reviews/${id}`);
    expect(body.mine).toMatchObject({ recommends: true, marks: { care: 4 } });
    expect((await entryOf(one))?.application).toMatchObject({ reviews: 2, recommended: 2 });
    expect((await moderated(one)).body.reviews).toMatchObject([
      { reviewer: 'Rosa' },
      { reviewer: 'Rosa' },
    ]);
    const insert = sql`insert into application_reviews
      (application_id, place, reviewer_id, checks, marks, recommends, note)
      values (${id}, 3, ${third.id}, '{}', '{}', true, '')`;
    await expect(insert.execute(world.context.db)).rejects.toThrow(/place/);
  });

  test('are never of one’s own', async () => {
    const one = await submitted();
    const id = await idOf(one);
    const self = await world.person('developer', { email: one.email });
    await world.context.db
      .insertInto('unblockers')
      .values({ developer_id: self.id, finished: 9 })
      .execute();
    const { items } = ok(
      await self.call<{ items: WaitingApplication[] }>('GET', '/api/entry-reviews?limit=100'),
    );
    expect(items.map((item) => item.id)).not.toContain(id);
    expect((await review(self, id)).status).toBe(404);
    const insert = sql`insert into application_reviews
      (application_id, place, reviewer_id, checks, marks, recommends, note)
      values (${id}, 1, ${self.id}, '{}', '{}', true, '')`;
    await expect(insert.execute(world.context.db)).rejects.toThrow(/not theirs/);
  });

  test.each([
    ['a missing check', { checks: { totals: true } }],
    ['a mark of 6', { marks: { ...aReviewOfApplication.marks, care: 6 } }],
    ['a mark of 2.5', { marks: { ...aReviewOfApplication.marks, care: 2.5 } }],
    ['no recommendation', { recommends: undefined }],
  ])('need a whole form: %s', async (_, changes) => {
    const one = await submitted();
    expect((await review(await reviewer(), await idOf(one), changes)).status).toBe(400);
  });

  test('end with the decision, and drafts have none', async () => {
    const draft = await applied();
    const rosa = await reviewer();
    expect((await review(rosa, await idOf(draft))).status).toBe(404);
    const decided = await submitted();
    ok(await approve(decided));
    expect((await review(rosa, await idOf(decided))).status).toBe(404);
    expect((await review(rosa, randomUUID())).status).toBe(404);
  });
});

describe('an approved applicant', () => {
  async function joined(recommendations: readonly boolean[]) {
    const one = await submitted();
    for (const recommends of recommendations)
      ok(await review(await reviewer(), await idOf(one), { recommends }));
    ok(await approve(one));
    const token = await tokenTo(world, one.email);
    const form = { password: 'ein Haus am See 9', first_name: 'Ada', last_name: 'Byron' };
    ok(await world.call('POST', `/api/invitations/${token}/accept`, form));
    const profile = await world.context.db
      .selectFrom('users as u')
      .innerJoin('profiles as p', 'p.id', 'u.id')
      .select(['p.id', 'p.supported_categories'])
      .where('u.email', '=', one.email)
      .executeTakeFirstOrThrow();
    const slug = `ada-${randomUUID().slice(0, 8)}`;
    await sql`insert into unblocker_slugs (slug, developer_id) values (${slug}, ${profile.id})`.execute(
      world.context.db,
    );
    await world.context.db
      .insertInto('unblockers')
      .values({
        developer_id: profile.id,
        is_public: true,
        slug,
        name: 'Ada Byron',
        headline: 'Mends it',
        time_zone: 'UTC',
      })
      .execute();
    const { body } = await world.call<UnblockerPage>('GET', `/api/unblockers/${slug}`);
    return { ...one, profile, badges: body.badges };
  }

  test('has the fields of their application, and a badge for a test that both recommend', async () => {
    const { profile, badges } = await joined([true, true]);
    expect(profile.supported_categories).toEqual(['backend', 'web']);
    expect(badges).toEqual(['entry_test']);
  });

  test.each([
    ['one recommends', [true]],
    ['one does not recommend', [true, false]],
    ['nobody reviewed', []],
  ])('has no badge for a test that %s', async (_, recommendations) => {
    expect((await joined(recommendations)).badges).toEqual([]);
  });

  test('has all of it in their export, and it goes with the account', async () => {
    const { email, profile } = await joined([true, true]);
    const self = await world.person('customer');
    // As this person: the test people have no password.
    await sql`update users set email = email || '.old' where id = ${profile.id}`.execute(
      world.context.db,
    );
    await sql`update users set email = ${email} where id = ${self.id}`.execute(world.context.db);
    const found = ok(await self.call<Export>('GET', '/api/me/export'));
    expect(found.application).toMatchObject({ ...anApplication, reviews: [{}, {}] });
    expect(JSON.stringify(found)).not.toContain('Rosa');
    await sql`delete from waitlist where email = ${email}`.execute(world.context.db);
    const { rows } = await sql`select from applications a join waitlist w on w.id = a.waitlist_id
      where w.email = ${email}`.execute(world.context.db);
    expect(rows).toEqual([]);
  });
});

test('an approval needs no application, as ever', async () => {
  const entry = await applicant(world, moderator);
  expect(entry.application).toBeNull();
  expect((await approve(entry)).body).toMatchObject({ status: 'approved', application: null });
});

test('what was declined or never submitted is removed after 90 days, and nothing else', async () => {
  const day = 86_400_000;
  const [draft, waiting, declined, accepted] = [
    await applied(),
    await submitted(),
    await submitted(),
    await submitted(),
  ];
  ok(await approve(accepted));
  const path = `/api/moderation/waitlist/${declined.id}/decline`;
  ok(await moderator.call('POST', path, { reason: 'Not now' }));
  const ids: string[] = [];
  for (const one of [draft, waiting, declined, accepted]) ids.push(await idOf(one));
  const left = async () => {
    const rows = await world.context.db
      .selectFrom('applications')
      .select('id')
      .where('id', 'in', ids)
      .execute();
    return ids.map((id) => rows.some((row) => row.id === id));
  };
  await removeApplications(world.context, new Date(Date.now() + (KEPT_APPLICATION_DAYS - 1) * day));
  expect(await left()).toEqual([true, true, true, true]);
  await removeApplications(world.context, new Date(Date.now() + (KEPT_APPLICATION_DAYS + 1) * day));
  expect(await left()).toEqual([false, true, false, true]);
  expect(await entryOf(declined, 'declined')).toMatchObject({ application: null });
});

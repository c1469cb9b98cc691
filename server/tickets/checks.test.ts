import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { canonicalJson } from '#domain/canonical-json.ts';
import type { EvidenceFile } from '#domain/evidence.ts';
import type { Export } from '#domain/export.ts';
import type { HistoryItem } from '#domain/history.ts';
import { ACCEPTS_AFTER_DAYS, REVIEW_TOLD_DAYS } from '#domain/limits.ts';
import type { Message } from '#domain/message.ts';
import type { Milestone, PlanOfRequest } from '#domain/milestone.ts';
import { DAY_MS, HOUR_MS } from '#domain/milliseconds.ts';
import type { ModeratedRequest } from '#domain/moderation.ts';
import type { Ticket } from '#domain/ticket.ts';
import { shortId } from '#domain/ticket-words.ts';
import { readPage } from '../http/page-text.ts';
import { change } from '../lifecycle/change.ts';
import { lockTicket } from '../lifecycle/locked.ts';
import { aMilestone, grab, ok, pay, postRequest } from '../testing/deeds.ts';
import { upload } from '../testing/files.ts';
import { mailsTo, promote } from '../testing/moderation.ts';
import { holdOf, workOf } from '../testing/own-time.ts';
import { passWeeks } from '../testing/pass-weeks.ts';
import { quickest } from '../testing/patience.ts';
import { type Answer, openWorld, type Person, type World } from '../testing/world.ts';
import { takeDueSteps } from './due-steps.ts';
import { lookAtAddresses } from './probes.ts';

let world: World;
let customer: Person;
let developer: Person;
/** What the site of the test shows, and how often it was asked. */
let site: {
  server: Server;
  url: string;
  status: number;
  page: string;
  asked: number;
  /** Done before it answers. */
  onAsk?: (() => Promise<unknown>) | undefined;
};

beforeAll(async () => {
  world = await openWorld({ looksAtLoopback: true });
  customer = await world.person('customer', { name: 'Maya' });
  developer = await world.person('developer', { name: 'Dan' });
  const server = createServer(async (_, response) => {
    site.asked += 1;
    await site.onAsk?.();
    response.writeHead(site.status, { 'content-type': 'text/html' }).end(site.page);
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  site = { server, url, status: 200, page: '', asked: 0 };
});
beforeEach(() =>
  Object.assign(site, { status: 200, page: '<p>Welcome back', asked: 0, onAsk: undefined }),
);
afterAll(async () => {
  site.server.close();
  await world.close();
});

type Checks = { id?: string; text: string; url?: string | null }[];

/** A request that is being planned. */
async function planned(): Promise<string> {
  const { id } = await postRequest(customer);
  await grab(developer, id);
  return id;
}

function add(ticketId: string, fields: object = {}): Promise<Answer<Milestone>> {
  const path = `/api/tickets/${ticketId}/milestones`;
  return developer.call<Milestone>('POST', path, { ...aMilestone, ...fields });
}

/** A milestone that is paid and at work, with these checks. */
async function atWork(checks: object[]): Promise<{ ticketId: string; milestone: Milestone }> {
  const ticketId = await planned();
  return { ticketId, milestone: await begin(ticketId, checks) };
}

/** The same of a request whose plan is being made. */
async function begin(ticketId: string, checks: object[]): Promise<Milestone> {
  const milestone = ok(await add(ticketId, { checks }));
  ok(await developer.call('POST', `/api/tickets/${ticketId}/submit-plan`));
  ok(await customer.call('POST', `/api/tickets/${ticketId}/approve-plan`));
  await pay(world, customer, milestone.id);
  ok(await developer.call('POST', `/api/milestones/${milestone.id}/start`));
  return milestone;
}

const act = <Body = Milestone>(person: Person, { id }: Milestone, what: string, body?: object) =>
  person.call<Body>('POST', `/api/milestones/${id}/${what}`, body);
const deliver = async (milestone: Milestone, more: object = {}) =>
  ok(await act(developer, milestone, 'submit', { message: 'Done', ...more }));
const again = async (milestone: Milestone) => ok(await act(developer, milestone, 'start'));

async function planOf(person: Person, ticketId: string): Promise<PlanOfRequest> {
  return ok(await person.call<PlanOfRequest>('GET', `/api/tickets/${ticketId}/milestones`));
}

async function read(person: Person, ticketId: string): Promise<Milestone> {
  const [milestone] = (await planOf(person, ticketId)).items;
  if (!milestone) throw new Error('there is no milestone');
  return milestone;
}

/** What a form sends: some of those that are there, each once, and new ones. */
function entriesFor(
  before: Milestone['checks'],
  round: readonly { keeps: number; text: string }[],
): Checks {
  const kept = new Set<string>();
  return round.map(({ keeps, text }) => {
    const id = before[keeps]?.id;
    if (!id || kept.has(id)) return { text };
    kept.add(id);
    return { id, text };
  });
}

/** Does what the queue would do after a delivery. */
async function lookByItself({ id }: Milestone): Promise<void> {
  const { id: delivery_id } = await world.context.db
    .selectFrom('deliveries')
    .select('id')
    .where('milestone_id', '=', id)
    .orderBy('round', 'desc')
    .executeTakeFirstOrThrow();
  await lookAtAddresses(world.context, { delivery_id, developer_id: developer.id });
}

describe('a milestone', () => {
  it('has one check that follows its title as long as nobody wrote it', async () => {
    const ticketId = await planned();
    const milestone = ok(await add(ticketId));
    const [check] = milestone.checks;
    expect(milestone.checks).toEqual([
      {
        id: check?.id,
        text: 'Fix the login works as described',
        kind: 'hand',
        url: null,
        expect_status: null,
        expect_text: null,
        state: 'open',
        evidence: null,
        last_probe: null,
      },
    ]);
    const path = `/api/milestones/${milestone.id}`;
    const retitled = ok(await developer.call<Milestone>('PATCH', path, { title: 'Sign-in' }));
    expect(retitled.checks).toEqual([{ ...check, text: 'Sign-in works as described' }]);
    // The form sends back what it was given, also along with another title.
    const sent = { title: 'Log-in', checks: retitled.checks };
    const same = ok(await developer.call<Milestone>('PATCH', path, sent));
    expect(same.checks).toEqual([{ ...check, text: 'Log-in works as described' }]);
    const written = { checks: [{ id: check?.id, text: 'I can sign in' }] };
    expect(ok(await developer.call<Milestone>('PATCH', path, written)).checks).toMatchObject([
      { id: check?.id, text: 'I can sign in' },
    ]);
    const fixed = ok(await developer.call<Milestone>('PATCH', path, { title: 'Something else' }));
    expect(fixed.checks).toMatchObject([{ id: check?.id, text: 'I can sign in' }]);
  });

  it('keeps the checks that an edit names by their id, in the order of the edit', async () => {
    const ticketId = await planned();
    const url = 'https://example.com/app';
    const { id, checks } = ok(
      await add(ticketId, { checks: [{ text: 'A' }, { text: 'B', url, expect_text: 'Hi' }] }),
    );
    expect(checks).toMatchObject([
      { text: 'A', kind: 'hand' },
      { text: 'B', kind: 'address', url, expect_status: 200, expect_text: 'Hi' },
    ]);
    const [a, b] = checks;
    const edited = ok(
      await developer.call<Milestone>('PATCH', `/api/milestones/${id}`, {
        checks: [{ text: 'New' }, b, { id: a?.id, text: 'A, mended' }],
      }),
    );
    expect(edited.checks.map(({ text }) => text)).toEqual(['New', 'B', 'A, mended']);
    expect(edited.checks.slice(1)).toEqual([b, { ...a, text: 'A, mended' }]);
    const unchanged = await developer.call<Milestone>('PATCH', `/api/milestones/${id}`, {
      description: 'Other words',
    });
    expect(ok(unchanged).checks).toEqual(edited.checks);
  });

  it('takes no checks that are too many, somebody else’s or at a private address', async () => {
    const ticketId = await planned();
    const milestone = ok(await add(ticketId));
    const other = ok(await add(ticketId)).checks[0];
    const bad: [Checks, string][] = [
      [Array.from({ length: 8 }, () => ({ text: 'x' })), 'checks'],
      [[{ text: 'x'.repeat(301) }], 'checks.0.text'],
      [[{ text: 'x' }, { text: ' ' }], 'checks.1.text'],
      [[{ id: other?.id ?? '', text: 'x' }], 'checks.0.id'],
      [[{ text: 'x', url: 'http://10.0.0.1/' }], 'checks.0.url'],
      [[{ text: 'x', url: 'http://0xa9fea9fe/latest' }], 'checks.0.url'],
      [[{ text: 'x', url: 'http://db.internal/' }], 'checks.0.url'],
      [[{ text: 'x', url: 'ftp://example.com/' }], 'checks.0.url'],
    ];
    for (const [checks, path] of bad) {
      const answers = [
        await developer.call('PATCH', `/api/milestones/${milestone.id}`, { title: 'New', checks }),
        await add(ticketId, { checks }),
      ];
      for (const { status, body } of answers)
        expect({ status, body }, path).toMatchObject({ status: 400, body: { errors: [{ path }] } });
    }
    const { items } = await planOf(developer, ticketId);
    expect(items.map(({ title, checks }) => [title, checks.length])).toEqual([
      ['Fix the login', 1],
      ['Fix the login', 1],
    ]);
  });

  it('keeps to one to seven whatever is edited', async () => {
    const ticketId = await planned();
    const { id } = ok(await add(ticketId));
    const path = `/api/milestones/${id}`;
    const entry = fc.record({ keeps: fc.nat(8), text: fc.stringMatching(/^[a-z]{1,9}$/) });
    const fits = ({ length }: Checks) => length >= 1 && length <= 7;
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 8 }), async (entries) => {
        const before = (await read(developer, ticketId)).checks;
        const checks = entriesFor(before, entries);
        const { status } = await developer.call('PATCH', path, { checks });
        expect(status).toBe(fits(checks) ? 200 : 400);
        const after = (await read(developer, ticketId)).checks;
        expect(after).toMatchObject(fits(checks) ? checks : before);
      }),
      { numRuns: 25 },
    );
  });

  it('is edited by its unblocker, while the plan is made', async () => {
    const { milestone } = await atWork([{ text: 'A' }]);
    const edit = { checks: [{ text: 'B' }] };
    const path = `/api/milestones/${milestone.id}`;
    expect(await customer.call('PATCH', path, edit)).toMatchObject({ status: 403 });
    expect(await developer.call('PATCH', path, edit)).toMatchObject({ status: 409 });
  });

  it('shows keys in its checks to nobody unless its unblocker says so', async () => {
    const ticketId = await planned();
    const key = 'sk_live_4eC39HqLyjWDarjtT1zdp7dc';
    const checks = [{ text: 'It builds' }, { text: `Paying with ${key} works` }];
    const refused = await add(ticketId, { checks });
    expect(refused).toMatchObject({ status: 422, body: { code: 'secrets_found' } });
    expect(refused.body).toMatchObject({ items: [{ where: 'checks.1.text', line: 1 }] });
    const masked = ok(await add(ticketId, { checks, secrets: 'mask' }));
    expect(masked.checks.map(({ text }) => text.includes(key))).toEqual([false, false]);
    expect(masked.checks[0]?.text).toBe('It builds');
    expect(masked.checks[1]?.text).toMatch(/^Paying with .+ works$/);
  });
});

describe('a delivery', () => {
  it('brings evidence for its checks: words, a link and a picture that is sealed like its files', async () => {
    const ticketId = await planned();
    const { id } = ok(await add(ticketId, { checks: [{ text: 'A' }, { text: 'B' }] }));
    ok(await developer.call('POST', `/api/tickets/${ticketId}/submit-plan`));
    ok(await customer.call('POST', `/api/tickets/${ticketId}/approve-plan`));
    const milestone = ok(await developer.call<Milestone>('POST', `/api/milestones/${id}/start`));
    const [a, b] = milestone.checks;
    const picture = await upload(world, developer, { name: 'shown.txt' });
    const work = await upload(world, developer, { name: 'work.txt' });
    const delivered = await deliver(milestone, {
      file_attachments: [work.fileKey],
      evidence: [
        { check_id: a?.id, text: 'See **here**', url: 'https://example.com/a' },
        { check_id: b?.id, file_keys: [picture.fileKey] },
      ],
    });
    const words = { text: 'See **here**', url: 'https://example.com/a', file_attachments: {} };
    const shown = { text: null, url: null, file_attachments: { [picture.fileKey]: 'shown.txt' } };
    expect(delivered.checks.map(({ evidence }) => evidence)).toEqual([words, shown]);
    expect(delivered.deliveries).toMatchObject([
      {
        file_attachments: { [work.fileKey]: 'work.txt' },
        checks: [
          { check_id: a?.id, evidence: words, passed: null, note: null, probe: null },
          { check_id: b?.id, evidence: shown },
        ],
      },
    ]);
    expect((await read(customer, ticketId)).checks).toEqual(delivered.checks);
    const open = (person: Person) => person.call('GET', `/api/files/${picture.fileKey}/link`);
    expect(await open(customer)).toMatchObject({ body: { code: 'file_locked_until_paid' } });
    expect((await open(developer)).status).toBe(200);
    await pay(world, customer, id);
    expect((await open(customer)).status).toBe(200);
  });

  it('stores nothing of a foreign check, one named twice, or a file that is not theirs', async () => {
    const { ticketId, milestone } = await atWork([{ text: 'A' }, { text: 'B' }]);
    const foreign = (await atWork([{ text: 'Other' }])).milestone.checks[0]?.id;
    const [a, b] = milestone.checks.map(({ id }) => id);
    const { fileKey } = await upload(world, customer);
    const mine = (await upload(world, developer)).fileKey;
    const bad: [object[], string][] = [
      [[{ check_id: foreign, text: 'x' }], 'evidence.0.check_id'],
      [[{ check_id: a }, { check_id: a }], 'evidence.1.check_id'],
      [[{ check_id: a }, { check_id: b, file_keys: [fileKey] }], 'evidence.1.file_keys'],
      [
        [
          { check_id: a, file_keys: [mine] },
          { check_id: b, file_keys: [mine] },
        ],
        'evidence.1.file_keys',
      ],
      [[{ check_id: a, url: 'javascript:alert(1)' }], 'evidence.0.url'],
    ];
    for (const [evidence, path] of bad) {
      const answer = await act(developer, milestone, 'submit', { message: 'Done', evidence });
      expect(answer, path).toMatchObject({ status: 400, body: { errors: [{ path }] } });
    }
    expect(await read(developer, ticketId)).toMatchObject({
      status: 'IN_PROGRESS',
      deliveries: [],
    });
    await deliver(milestone, { evidence: [{ check_id: a, file_keys: [mine] }] });
    for (const what of ['accept', 'reject'])
      expect(
        await act(customer, milestone, what, {
          feedback: 'No',
          checks: [{ check_id: foreign, passed: false }],
        }),
      ).toMatchObject({ status: 400, body: { errors: [{ path: 'checks.0.check_id' }] } });
    expect(await read(developer, ticketId)).toMatchObject({ status: 'IN_REVIEW' });
  });

  it('without evidence and marks goes its way as before', async () => {
    const { ticketId, milestone } = await atWork([{ text: 'A' }]);
    await deliver(milestone);
    ok(await act(customer, milestone, 'reject', { feedback: 'Not yet' }));
    await again(milestone);
    await deliver(milestone);
    const done = ok(await act(customer, milestone, 'accept'));
    expect(done).toMatchObject({ status: 'ACCEPTED', checks: [{ state: 'open', evidence: null }] });
    expect((await planOf(customer, ticketId)).asked_for).toBeNull();
    const { items } = ok(
      await customer.call<{ items: Message[] }>('GET', `/api/tickets/${ticketId}/messages`),
    );
    expect(items.map(({ text }) => text)).toContain(
      '✗ Milestone needs revisions: Fix the login\n\nNot yet',
    );
  });

  it('that is sent back lists what failed, in the thread, the history and above the plan', async () => {
    const { ticketId, milestone } = await atWork([{ text: 'It builds' }, { text: 'It runs' }]);
    const [builds, runs] = milestone.checks.map(({ id }) => id);
    await deliver(milestone);
    const checks = [
      { check_id: builds, passed: true },
      { check_id: runs, passed: false, note: 'A white page' },
    ];
    const sent = ok(await act(customer, milestone, 'reject', { feedback: 'Please look', checks }));
    expect(sent.checks.map(({ state }) => state)).toEqual(['passed', 'failed']);
    expect(sent.deliveries[0]?.checks).toMatchObject([
      { passed: true, note: null },
      { passed: false, note: 'A white page' },
    ]);
    const failed = [{ text: 'It runs', note: 'A white page' }];
    expect((await planOf(developer, ticketId)).asked_for).toMatchObject({
      text: 'Please look',
      failed,
    });
    const { items } = ok(
      await developer.call<{ items: Message[] }>('GET', `/api/tickets/${ticketId}/messages`),
    );
    expect(items.at(-1)?.text).toBe(
      '✗ Milestone needs revisions: Fix the login\n\n- Does not work: It runs (A white page)\n\nPlease look',
    );
    const lines = () =>
      customer.call<{ items: HistoryItem[] }>('GET', `/api/tickets/${ticketId}/history`);
    expect(ok(await lines()).items[0]).toMatchObject({
      event: 'milestone_rejected',
      failed_checks: ['It runs'],
    });
    // What is delivered anew is looked at anew.
    await again(milestone);
    const next = await deliver(milestone);
    expect(next.checks.map(({ state }) => state)).toEqual(['open', 'open']);
    // Approved all the same.
    ok(await act(customer, milestone, 'accept', { checks: [{ check_id: runs, passed: false }] }));
    const accepted = ok(await lines()).items.find(({ event }) => event === 'milestone_accepted');
    expect(accepted).toMatchObject({ failed_checks: ['It runs'] });
  });

  it('counts for the rules in how many deliveries the same check failed', async () => {
    const { ticketId, milestone } = await atWork([{ text: 'A' }, { text: 'B' }]);
    const [a, b] = milestone.checks.map(({ id }) => id);
    const failures = () =>
      change(world.context, async ({ tx }) =>
        (await lockTicket(tx, ticketId)).milestones[0]?.checks.map((check) => check.failures),
      );
    for (const [check_id, counts] of [
      [a, [1, 0]],
      [b, [1, 1]],
      [a, [2, 1]],
    ] as const) {
      await deliver(milestone);
      const checks = [{ check_id, passed: false }];
      ok(await act(customer, milestone, 'reject', { feedback: 'No', checks }));
      expect(await failures()).toEqual(counts);
      await again(milestone);
    }
  });

  it('shows keys in its evidence to nobody unless its unblocker says so', async () => {
    const { milestone } = await atWork([{ text: 'A' }]);
    const key = 'sk_live_4eC39HqLyjWDarjtT1zdp7dc';
    const evidence = [{ check_id: milestone.checks[0]?.id, text: `Use ${key}` }];
    expect(await act(developer, milestone, 'submit', { message: 'Done', evidence })).toMatchObject({
      status: 422,
      body: { code: 'secrets_found', items: [{ where: 'evidence.0.text' }] },
    });
    const delivered = await deliver(milestone, { evidence, secrets: 'mask' });
    expect(delivered.checks[0]?.evidence?.text).not.toContain(key);
  });
});

describe('a check by address', () => {
  const address = () => ({ text: 'Home', url: site.url, expect_text: 'Welcome back' });

  it('is looked at by itself at a delivery, and passes once it is mended', async () => {
    const { ticketId, milestone } = await atWork([{ text: 'By hand' }, address()]);
    Object.assign(site, { status: 500, page: '<h1>Oh no' });
    await deliver(milestone);
    await lookByItself(milestone);
    const failed = await read(customer, ticketId);
    expect(failed.checks).toMatchObject([
      { state: 'open', last_probe: null },
      {
        state: 'failed',
        last_probe: { passes: false, status: 500, found: false, excerpt: 'Oh no', error: null },
      },
    ]);
    // Sent back without a word about it: the look says that it failed.
    ok(await act(customer, milestone, 'reject', { feedback: 'It is down' }));
    expect((await planOf(developer, ticketId)).asked_for?.failed).toEqual([
      { text: 'Home', note: null },
    ]);
    await again(milestone);
    Object.assign(site, { status: 200, page: '<title>App</title>Welcome  back, Maya' });
    expect((await deliver(milestone)).checks[1]?.state).toBe('open');
    await lookByItself(milestone);
    const passed = await read(customer, ticketId);
    expect(passed.checks[1]).toMatchObject({
      state: 'passed',
      last_probe: { passes: true, status: 200, found: true, excerpt: 'App Welcome back, Maya' },
    });
    // Each round keeps what was seen then.
    expect(passed.deliveries.map(({ checks }) => checks[1]?.probe?.passes)).toEqual([false, true]);
    // The job may run again: it has nothing left to look at.
    site.asked = 0;
    await lookByItself(milestone);
    expect(site.asked).toBe(0);
  });

  it('gives its customer all of their days once it passes, where it had failed', async () => {
    const { ticketId, milestone } = await atWork([address()]);
    Object.assign(site, { status: 500 });
    await deliver(milestone);
    await lookByItself(milestone);
    const pass = async (days: number) => {
      const now = new Date(Date.now() + days * DAY_MS + HOUR_MS);
      await takeDueSteps(world.context, now);
      await takeDueSteps(world.context, now);
      return (await read(customer, ticketId)).status;
    };
    await passWeeks(world.context.db, 2, ticketId);
    expect(await pass(0)).toBe('IN_REVIEW');
    Object.assign(site, { status: 200 });
    ok(await act(developer, milestone, `checks/${milestone.checks[0]?.id}/probe`));
    expect(await pass(0)).toBe('IN_REVIEW');
    const { accepts_itself_at } = await read(customer, ticketId);
    const days = (new Date(accepts_itself_at ?? 0).getTime() - Date.now()) / DAY_MS;
    expect(days).toBeCloseTo(ACCEPTS_AFTER_DAYS, 1);
    for (const day of REVIEW_TOLD_DAYS) expect(await pass(day)).toBe('IN_REVIEW');
    const announced = (await mailsTo(world, customer, 'reminder')).filter(
      ({ subject, body_text }) =>
        subject.includes(shortId(ticketId)) && body_text.includes('approved by itself'),
    );
    expect(announced).toHaveLength(REVIEW_TOLD_DAYS.length);
    expect(await pass(ACCEPTS_AFTER_DAYS)).toBe('ACCEPTED');
  });

  it('gives its customer all of their days once it passes, where nobody had looked at it', async () => {
    const { ticketId, milestone } = await atWork([address()]);
    await deliver(milestone);
    await passWeeks(world.context.db, 2, ticketId);
    ok(await act(developer, milestone, `checks/${milestone.checks[0]?.id}/probe`));
    const { accepts_itself_at } = await read(customer, ticketId);
    const days = (new Date(accepts_itself_at ?? 0).getTime() - Date.now()) / DAY_MS;
    expect(days).toBeCloseTo(ACCEPTS_AFTER_DAYS, 1);
  });

  it('is looked at now by either side and moderators, while its milestone runs', async () => {
    const { ticketId, milestone } = await atWork([{ text: 'By hand' }, address()]);
    const [hand, home] = milestone.checks.map(({ id }) => id);
    const look = (person: Person, check = home) => act(person, milestone, `checks/${check}/probe`);
    const moderator = await world.person('moderator');
    for (const person of [customer, developer, moderator]) {
      const { checks } = ok(await look(person));
      expect(checks[1]).toMatchObject({
        state: 'passed',
        last_probe: { status: 200, found: true },
      });
    }
    expect(site.asked).toBe(3);
    expect(await look(customer, hand)).toMatchObject({ status: 409, body: { code: 'no_address' } });
    expect((await look(customer, ticketId)).status).toBe(404);
    for (const type of ['customer', 'developer'] as const)
      expect((await look(await world.person(type))).status).toBe(404);
    ok(await deliver(milestone).then(() => act(customer, milestone, 'accept')));
    expect(await look(customer)).toMatchObject({ status: 409, body: { code: 'wrong_state' } });
    expect(site.asked).toBe(3);
  });

  it('is looked at by no moderator who has had the request', async () => {
    const { id: ticketId } = await postRequest(customer);
    const former = await world.person('developer');
    await grab(former, ticketId);
    ok(await former.call('POST', `/api/tickets/${ticketId}/give-back`, { note: 'No time.' }));
    await grab(developer, ticketId);
    const milestone = await begin(ticketId, [address()]);
    await promote(world, former);
    expect(await act(former, milestone, `checks/${milestone.checks[0]?.id}/probe`)).toMatchObject({
      status: 403,
      body: { code: 'not_your_part' },
    });
    expect(site.asked).toBe(0);
  });

  it('is not said to pass by a look for what is no longer expected there', async () => {
    const { ticketId, milestone } = await atWork([address()]);
    const [home] = milestone.checks.map(({ id }) => id);
    const { db } = world.context;
    // While the look is under way, what is expected becomes another.
    site.onAsk = () =>
      db
        .updateTable('checks')
        .set({ expect_text: 'Goodbye' })
        .where('id', '=', home ?? '')
        .execute();
    ok(await act(customer, milestone, `checks/${home}/probe`));
    expect((await read(customer, ticketId)).checks[0]).toMatchObject({
      state: 'open',
      last_probe: null,
    });
  });

  it('stays as the customer has marked it, whatever a later look finds', async () => {
    const { ticketId, milestone } = await atWork([address()]);
    const [home] = milestone.checks.map(({ id }) => id);
    await deliver(milestone);
    const checks = [{ check_id: home, passed: false, note: 'Empty basket' }];
    ok(await act(customer, milestone, 'reject', { feedback: 'No', checks }));
    ok(await act(developer, milestone, `checks/${home}/probe`));
    expect((await read(customer, ticketId)).checks[0]).toMatchObject({
      state: 'failed',
      last_probe: { passes: true },
    });
  });

  it('is looked at so often and no more', async () => {
    const { milestone } = await atWork([address()]);
    const [home] = milestone.checks.map(({ id }) => id);
    const { config } = world.context;
    config.rateLimits = true;
    try {
      const answers: number[] = [];
      for (let press = 0; press < 31; press++)
        answers.push((await act(customer, milestone, `checks/${home}/probe`)).status);
      expect(answers.filter((status) => status === 200)).toHaveLength(30);
      expect(answers.at(-1)).toBe(429);
    } finally {
      config.rateLimits = false;
    }
  });

  it('holds up nobody else, however slow its page is to read', async () => {
    const { milestone } = await atWork([address()]);
    site.page = '<i>'.repeat(340_000);
    const page = { body: Buffer.from(site.page), type: 'text/html', words: 'Welcome back' };
    readPage(page);
    const most = workOf(() => readPage(page)) / 2;
    const look = async () => {
      const path = `checks/${milestone.checks[0]?.id}/probe`;
      const { checks } = ok(await act(customer, milestone, path));
      expect(checks[0]).toMatchObject({ state: 'failed', last_probe: { found: false } });
    };
    expect(await quickest(most, () => holdOf(look))).toBeLessThan(most);
  });

  it('says in plain words why nothing was seen', async () => {
    const { ticketId, milestone } = await atWork([{ text: 'Gone', url: 'http://127.0.0.1:1024/' }]);
    await deliver(milestone);
    await lookByItself(milestone);
    expect((await read(customer, ticketId)).checks[0]).toMatchObject({
      state: 'failed',
      last_probe: { passes: false, status: null, excerpt: null, error: 'Nothing answers there' },
    });
  });
});

describe('checks', () => {
  it('stand below the description, which the mail about a plan draws as Markdown', async () => {
    const ticketId = await planned();
    const lines = Array.from({ length: 40 }, (_, place) => `Line ${place} of a long description`);
    const short = '**Mend** the `cart`\n\n- it counts\n- [it pays](https://evil.example)';
    ok(await add(ticketId, { title: 'Short', description: short }));
    ok(await add(ticketId, { title: 'Long', description: lines.join('\n') }));
    ok(await developer.call('POST', `/api/tickets/${ticketId}/submit-plan`));
    const plan = (await mailsTo(world, customer, 'plan_submitted')).at(-1);
    expect(plan?.body_html).toMatch(/<strong>Mend<\/strong> the <code[^>]*>cart<\/code>/);
    expect(plan?.body_html).toMatch(/<li>\s*it counts/);
    expect(plan?.body_html).not.toContain('evil.example');
    expect(plan?.body_text).toContain(
      'Short\nMend the cart\n\nit counts\nit pays\n- Short works as described',
    );
    expect(plan?.body_text).toContain('Line 12 of a long description …\n- Long works as described');
    expect(plan?.body_text).not.toContain('Line 14');
  });

  it('are named in the mails about a plan, a delivery and what breaks again, and in the thread', async () => {
    const checks = [{ text: 'Sign-in works' }, { text: 'I stay signed in' }];
    const { ticketId, milestone } = await atWork(checks);
    const last = async (person: Person, kind: string) =>
      (await mailsTo(world, person, kind)).at(-1);
    const plan = await last(customer, 'plan_submitted');
    expect(plan?.body_text).toContain(
      `Fix the login\n${aMilestone.description}\n- Sign-in works\n- I stay signed in`,
    );
    expect(plan?.body_html).toContain('<li');
    await deliver(milestone);
    expect((await last(customer, 'milestone_ready'))?.body_text).toContain(
      'Done when\n- Sign-in works\n- I stay signed in',
    );
    ok(await act(customer, milestone, 'accept', {}));
    const [, second] = milestone.checks;
    const broke = { check_ids: [second?.id], text: 'It asks me to sign in again.' };
    ok(await act(customer, milestone, 'broke-again', broke));
    expect((await last(developer, 'broke_again'))?.body_text).toContain(
      '> It asks me to sign in again.\n\nDoes not work\n- I stay signed in',
    );
    const path = `/api/tickets/${ticketId}/messages`;
    const { items } = ok(await developer.call<{ items: Message[] }>('GET', path));
    expect(items.at(-1)?.text).toContain('- Does not work: I stay signed in');
  });

  it('are in the evidence: what was shown, what their address answered, what the customer said', async () => {
    const { ticketId, milestone } = await atWork([{ text: 'A' }, { text: 'B', url: site.url }]);
    const [a, b] = milestone.checks.map(({ id }) => id);
    const picture = await upload(world, developer, { name: 'a.txt', content: 'It works' });
    const shown = { check_id: a, text: 'See here', file_keys: [picture.fileKey] };
    await deliver(milestone, { evidence: [shown] });
    await lookByItself(milestone);
    site.status = 500;
    ok(await act(developer, milestone, `checks/${b}/probe`));
    const checks = [
      { check_id: a, passed: false, note: 'Not here' },
      { check_id: b, passed: true },
    ];
    ok(await act(customer, milestone, 'reject', { feedback: 'A fails', checks }));
    const path = `/api/tickets/${ticketId}/evidence`;
    const file = ok(await customer.call<EvidenceFile>('GET', path));
    const told = file.entries.flatMap(({ content, says }) =>
      /^(check|file)/.test(String(content?.what)) ? [says] : [],
    );
    const of = (check: string) => `“${check}” of “Fix the login”`;
    expect(told).toEqual([
      `${of('A')}, delivery 1, was shown by: See here`,
      expect.stringMatching(/^File for the check “A”: a\.txt, 8 bytes, SHA-256 /),
      expect.stringContaining(`${of('B')}: works. ${site.url}: Answered 200 in `),
      expect.stringContaining(`${of('B')}: does not work. ${site.url}: Answered 500 instead of`),
      `${of('A')}, delivery 1, does not work, says the customer. Not here`,
      `${of('B')}, delivery 1, works, says the customer.`,
    ]);
    const payload = canonicalJson(file);
    const verified = await world.app.inject({
      method: 'POST',
      url: '/api/evidence/verify',
      payload,
      headers: { 'content-type': 'application/json' },
    });
    expect(verified.json()).toMatchObject({ whole: true, problems: [] });
  });

  it('are in the export of both sides and before moderators', async () => {
    const { ticketId, milestone } = await atWork([{ text: 'It builds' }]);
    const [check_id] = milestone.checks.map(({ id }) => id);
    await deliver(milestone, { evidence: [{ check_id, text: 'See the log' }] });
    for (const [person, side] of [
      [customer, 'tickets_as_customer'],
      [developer, 'tickets_as_developer'],
    ] as const) {
      const all = ok(await person.call<Export>('GET', '/api/me/export'));
      const found = all[side].find(({ id }) => id === ticketId)?.milestones[0];
      expect(found?.checks).toMatchObject([{ text: 'It builds', state: 'open' }]);
      expect(found?.deliveries[0]?.checks).toMatchObject([{ evidence: { text: 'See the log' } }]);
    }
    const moderator = await world.person('moderator');
    const seen = ok(
      await moderator.call<ModeratedRequest>('GET', `/api/moderation/tickets/${ticketId}`),
    );
    expect(seen.plan[0]?.checks).toMatchObject([{ text: 'It builds' }]);
  });

  it('show an open request’s next unblocker what was promised, and nothing of the work', async () => {
    const { ticketId, milestone } = await atWork([{ text: 'It builds' }]);
    const [check_id] = milestone.checks.map(({ id }) => id);
    await deliver(milestone, { evidence: [{ check_id, text: 'See the log' }] });
    const checks = [{ check_id, passed: false, note: 'It does not' }];
    ok(await act(customer, milestone, 'reject', { feedback: 'No', checks }));
    ok(await developer.call('POST', `/api/tickets/${ticketId}/give-back`, { note: 'Half done' }));
    const next = await world.person('developer', { name: 'Kim' });
    const before = await read(next, ticketId);
    expect(before.checks).toMatchObject([{ text: 'It builds', state: 'open', evidence: null }]);
    await grab(next, ticketId);
    const { deliveries, checks: shown } = await read(next, ticketId);
    expect(deliveries).toEqual([]);
    expect(shown).toMatchObject([{ text: 'It builds', state: 'open', evidence: null }]);
    // What failed was said to the other one.
    const failedFor = async (person: Person) => {
      const history = await person.call<{ items: HistoryItem[] }>(
        'GET',
        `/api/tickets/${ticketId}/history`,
      );
      return ok(history).items.flatMap(({ failed_checks }) => failed_checks ?? []);
    };
    expect(await failedFor(next)).toEqual([]);
    expect(await failedFor(customer)).toEqual(['It builds']);
  });

  it('of fifty milestones are read by one query', async () => {
    const ticketId = await planned();
    const { id } = ok(await add(ticketId));
    const { db } = world.context;
    const rows = Array.from({ length: 49 }, (_, place) => ({
      ticket_id: ticketId,
      position: place + 2,
      title: `Step ${place + 2}`,
      description: 'More',
      estimated_minutes: 60,
      hourly_rate_cents: 5000,
      cost_cents: 5000,
    }));
    const added = await db.insertInto('milestones').values(rows).returning('id').execute();
    const checks = [{ id }, ...added].flatMap((milestone) =>
      Array.from({ length: 7 }, (_, place) => ({
        milestone_id: milestone.id,
        position: place + 1,
        text: `Check ${place + 1}`,
      })),
    );
    await db.deleteFrom('checks').where('milestone_id', '=', id).execute();
    await db.insertInto('checks').values(checks).execute();
    const { items } = await planOf(customer, ticketId);
    expect(items.map((each) => each.checks.length)).toEqual(Array(50).fill(7));
    // A request by itself reads none of them.
    const ticket = ok(await customer.call<Ticket>('GET', `/api/tickets/${ticketId}`));
    expect(JSON.stringify(ticket)).not.toContain('Check 1');
  });
});

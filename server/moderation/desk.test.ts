import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type Case, MAX_SAVED_REPLIES, type SavedReply } from '#domain/desk.ts';
import type { Message } from '#domain/message.ts';
import type { ModeratedRequest, ModeratedTicket, ModerationCounts } from '#domain/moderation.ts';
import type { ModeratedMessage, Report } from '#domain/report.ts';
import { grab, ok } from '../testing/deeds.ts';
import {
  act,
  mailsTo,
  openModeratedWorld,
  promote,
  REASON,
  reported,
  reportsOf,
  thread,
} from '../testing/moderation.ts';
import { type Scene, say, walkTo } from '../testing/walk.ts';
import type { Person } from '../testing/world.ts';

const { world, moderator } = await openModeratedWorld();
const ana = await world.person('moderator', { name: 'Ana' });

type About = Pick<Scene, 'ticketId'>;
const caseOf = async (who: Person, { ticketId }: About) =>
  ok(await who.call<Case>('GET', `/api/moderation/tickets/${ticketId}/case`));
const handle = (who: Person, { ticketId }: About, what: string, body?: object) =>
  who.call<Case>('POST', `/api/moderation/tickets/${ticketId}/${what}`, body);

interface Listed {
  items: ModeratedTicket[];
  next_cursor: string | null;
}
const queue = async (query: string, who = moderator) =>
  ok(
    await who.call<Listed>(
      'GET',
      `/api/moderation/tickets?status=REQUIRES_MOD_ASSISTANCE&limit=100&${query}`,
    ),
  ).items;
const idsOf = async (query: string, who = moderator) =>
  (await queue(query, who)).map(({ id }) => id);

async function auditLines(): Promise<number> {
  const { count } = await world.context.db
    .selectFrom('audit_log')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

describe('the queue of requests that need help', () => {
  test('shows nobody the words of a request that they had before', async () => {
    const scene = await walkTo(world, 'planning');
    const { customer, developer: former, ticketId } = scene;
    ok(await former.call('POST', `/api/tickets/${ticketId}/give-back`, { note: 'No time.' }));
    const next = await world.person('developer', { categories: ['web'] });
    await grab(next, ticketId);
    const words = { reason: 'conduct', text: 'The new one is no better.' };
    ok(await customer.call('POST', `/api/tickets/${ticketId}/get-help`, words));
    await promote(world, former);
    const helpFor = async (who: Person) =>
      (await queue('', who)).find(({ id }) => id === ticketId)?.help;
    expect(await helpFor(moderator)).toMatchObject({ words: words.text });
    expect(await helpFor(former)).toBeNull();
  });

  test('says why each is there, in whose words, and what is held for it', async () => {
    const scene = await reported(world, 'results paid');
    const listed = (await queue('')).find(({ id }) => id === scene.ticketId);
    expect(listed).toMatchObject({
      help: {
        kind: 'report',
        by: { side: 'customer' },
        reason: null,
        words: 'Pay me outside of this, or else.',
      },
      taken_by: null,
      asked_at: null,
      money: { held_cents: 10_000 },
    });
    expect(await idsOf('kind=suspend')).not.toContain(scene.ticketId);
    expect(await idsOf('kind=report')).toContain(scene.ticketId);
    ok(await act(moderator, scene, 'resume'));
    const path = '/api/moderation/tickets?limit=100';
    const { items } = ok(await moderator.call<Listed>('GET', path));
    expect(items.find(({ id }) => id === scene.ticketId)).toMatchObject({ help: null });
  });

  test('says so too of what a moderator took in, and of a report that came after a call for help', async () => {
    const taken = await walkTo(world, 'working');
    ok(await act(moderator, taken, 'take-in'));
    const asked = await walkTo(world, 'working');
    const path = `/api/tickets/${asked.ticketId}/get-help`;
    ok(await asked.customer.call('POST', path, { reason: 'no_answer', text: 'He is silent.' }));
    const rude = await say(asked.developer, asked.ticketId, 'Pay me outside.');
    ok(await asked.customer.call('POST', `/api/messages/${rude}/report`));
    const helpOf = async ({ ticketId }: About) =>
      (await queue('')).find(({ id }) => id === ticketId)?.help;
    expect(await helpOf(taken)).toMatchObject({
      kind: 'take-in',
      by: { full_name: 'Mo', side: 'moderator' },
      words: REASON,
      reported: null,
    });
    expect(await helpOf(asked)).toMatchObject({
      kind: 'get-help',
      reason: 'No answer',
      words: 'He is silent.',
      reported: 'Pay me outside.',
    });
  });

  test('leads from each case to the one after it, in each order', async () => {
    const asked = await reported(world, 'results paid');
    ok(await handle(moderator, asked, 'ask-sides', { text: 'What happened?' }));
    await reported(world, 'planning');
    for (const sort of ['age', 'held', 'turn'] as const) {
      const all = await idsOf(`sort=${sort}&order=oldest`);
      expect(all.length).toBeGreaterThan(2);
      const walked = all.slice(0, 1);
      for (let at = all[0]; at !== undefined; ) {
        const path = `/api/moderation/tickets/${at}`;
        const { places } = ok(await moderator.call<ModeratedRequest>('GET', path));
        at = (await idsOf(`sort=${sort}&order=oldest&cursor=${places?.[sort]}`))[0];
        if (at) walked.push(at);
      }
      expect(walked).toEqual(all);
    }
    const { ticketId } = await walkTo(world, 'working');
    const path = `/api/moderation/tickets/${ticketId}`;
    expect(ok(await moderator.call<ModeratedRequest>('GET', path)).places).toBeNull();
  });

  test('is in the order of age, of held money, or of whose turn it is', async () => {
    const poor = await reported(world, 'planning');
    const rich = await reported(world, 'results paid');
    const mine = new Set([poor.ticketId, rich.ticketId]);
    const order = async (sort: string) =>
      (await idsOf(`sort=${sort}&order=oldest`)).filter((id) => mine.has(id));
    expect(await order('age')).toEqual([poor.ticketId, rich.ticketId]);
    expect(await order('held')).toEqual([rich.ticketId, poor.ticketId]);
    ok(await handle(moderator, poor, 'ask-sides', { text: 'What happened?' }));
    expect(await order('turn')).toEqual([rich.ticketId, poor.ticketId]);
  });

  test('has none that goes on, in whatever order', async () => {
    const { ticketId } = await walkTo(world, 'results paid');
    for (const sort of ['held', 'turn']) {
      const path = `/api/moderation/tickets?sort=${sort}&limit=100`;
      const { items } = ok(await moderator.call<Listed>('GET', path));
      expect(items.map(({ id }) => id)).not.toContain(ticketId);
    }
  });

  test('finds a person by part of the name or address, whatever signs are in it', async () => {
    const scene = await reported(world, 'working');
    for (const { email } of [scene.customer, scene.developer])
      expect(await idsOf(`person=${encodeURIComponent(email.slice(3, -4).toUpperCase())}`)).toEqual(
        [scene.ticketId],
      );
    expect(await idsOf('person=nobody%25_here')).toEqual([]);
  });

  test('comes page by page in each order, each request once', async () => {
    for (const sort of ['age', 'held', 'turn']) {
      const all = await idsOf(`sort=${sort}`);
      const found: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const at: string = cursor && `&cursor=${cursor}`;
        const page: Listed = ok(
          await moderator.call<Listed>(
            'GET',
            `/api/moderation/tickets?status=REQUIRES_MOD_ASSISTANCE&sort=${sort}&limit=2${at}`,
          ),
        );
        found.push(...page.items.map(({ id }) => id));
        cursor = page.next_cursor;
      }
      expect(found).toEqual(all);
      expect(new Set(found).size).toBe(found.length);
    }
    const path = '/api/moderation/tickets?sort=held&cursor=WzFd';
    expect(await moderator.call('GET', path)).toMatchObject({ status: 400 });
    expect(await moderator.call('GET', '/api/moderation/tickets?sort=luck')).toMatchObject({
      status: 400,
    });
  });

  test('writes no line into the audit log, whichever list it is; opening the words of two people does', async () => {
    const scene = await reported(world, 'working');
    const messages = `/api/tickets/${scene.ticketId}/messages`;
    const said = ok(await scene.customer.call<Message>('POST', messages, { text: 'Is it done?' }));
    const reply = { text: 'Pay me first.', reply_to: said.id };
    const answer = ok(await scene.developer.call<Message>('POST', messages, reply));
    ok(await scene.customer.call('POST', `/api/messages/${answer.id}/report`));
    const before = await auditLines();
    const lists = ['tickets', 'reports', 'appeals', 'disputes', 'payments', 'accounts', 'waitlist'];
    for (const list of [...lists, 'counts', 'replies'])
      ok(await moderator.call('GET', `/api/moderation/${list}`));
    await caseOf(moderator, scene);
    expect(await auditLines()).toBe(before);

    const reports = await reportsOf(moderator, scene);
    const report = reports.find(({ message }) => message.id === answer.id);
    expect(report?.around.map(({ id }) => id)).toEqual([answer.id]);
    // What it answers was not handed to us.
    expect(report?.message.answers).toBeNull();
    expect(report?.around[0]?.answers).toBeNull();
    const path = `/api/moderation/reports/${report?.id}`;
    const { around } = ok(await moderator.call<Report>('GET', path));
    expect(around.length).toBeGreaterThan(1);
    expect(around.find(({ id }) => id === answer.id)?.answers?.excerpt).toBe('Is it done?');
    expect(await auditLines()).toBe(before + 1);
    ok(await moderator.call('GET', path));
    expect(await auditLines()).toBe(before + 1);
  });
});

describe('a case', () => {
  test('is taken, handed over and let go, and colleagues see by whom', async () => {
    const scene = await reported(world, 'working');
    expect(await caseOf(ana, scene)).toMatchObject({
      taken_by: null,
      actions: { take: { allowed: true }, 'let-go': { allowed: false } },
    });
    expect(ok(await handle(moderator, scene, 'take'))).toMatchObject({
      taken_by: { id: moderator.id, full_name: 'Mo' },
    });
    expect(await idsOf('taken=mine')).toContain(scene.ticketId);
    const listed = ok(await ana.call<Listed>('GET', '/api/moderation/tickets?limit=100'));
    expect(listed.items.find(({ id }) => id === scene.ticketId)).toMatchObject({
      taken_by: { id: moderator.id, full_name: 'Mo', since: expect.any(String) },
    });
    expect(await idsOf('taken=mine', ana)).not.toContain(scene.ticketId);
    expect(await idsOf('taken=others', ana)).toContain(scene.ticketId);
    for (const free of ['nobody', 'free'])
      expect(await idsOf(`taken=${free}`, ana)).not.toContain(scene.ticketId);

    const refused = await handle(ana, scene, 'take');
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'case_taken', detail: 'Mo took this case just now.' },
    });
    expect((await handle(ana, scene, 'let-go')).status).toBe(409);
    expect((await handle(ana, scene, 'hand-over', { moderator_id: ana.id })).status).toBe(409);

    ok(await handle(moderator, scene, 'hand-over', { moderator_id: ana.id }));
    expect(await caseOf(moderator, scene)).toMatchObject({
      taken_by: { id: ana.id, full_name: 'Ana' },
    });
    const { items } = ok(
      await ana.call<{ items: { kind: string; ticket_id: string }[] }>('GET', '/api/notifications'),
    );
    expect(items).toContainEqual(
      expect.objectContaining({ kind: 'case_handed_over', ticket_id: scene.ticketId }),
    );
    ok(await handle(moderator, scene, 'take', { instead_of: ana.id }));
    expect((await handle(ana, scene, 'take', { instead_of: ana.id })).status).toBe(409);
    expect(ok(await handle(moderator, scene, 'let-go'))).toMatchObject({ taken_by: null });
  });

  test('is no other than the one that is taken', async () => {
    const [scene, other] = [await reported(world, 'working'), await reported(world, 'working')];
    ok(await handle(moderator, scene, 'take'));
    expect(await caseOf(ana, other)).toMatchObject({ taken_by: null });
    ok(await act(ana, other, 'resume'));
    expect(await caseOf(ana, scene)).toMatchObject({ decisions: 0, newest: null });
    const [report] = await reportsOf(moderator, scene);
    const path = `/api/moderation/reports/${report?.id}/dismiss`;
    ok(await moderator.call('POST', path, { reason: REASON }));
    expect(await caseOf(ana, scene)).toMatchObject({
      decisions: 1,
      newest: { by: { full_name: 'Mo' } },
    });
  });

  test('is taken by one of several who press at once', async () => {
    const scene = await reported(world, 'working');
    const answers = await Promise.all([
      handle(moderator, scene, 'take'),
      handle(ana, scene, 'take'),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('goes to no customer, to no side of it, and to nobody who is suspended', async () => {
    const scene = await reported(world, 'working');
    const side = await reported(world, 'working');
    await promote(world, side.customer);
    const gone = await world.person('moderator');
    await world.context.db
      .updateTable('users')
      .set({ banned_until: sql<Date>`now() + interval '1 day'` })
      .where('id', '=', gone.id)
      .execute();
    for (const { id } of [scene.customer, gone])
      expect(await handle(moderator, scene, 'hand-over', { moderator_id: id })).toMatchObject({
        status: 400,
        body: { errors: [{ path: 'moderator_id' }] },
      });
    for (const [who, what, body] of [
      [side.customer, 'take', undefined],
      [moderator, 'hand-over', { moderator_id: side.customer.id }],
      [side.customer, 'ask-sides', { text: 'Why?' }],
    ] as const)
      expect(await handle(who, side, what, body)).toMatchObject({ status: 403 });
    expect(
      await handle(moderator, side, 'hand-over', { moderator_id: side.customer.id }),
    ).toMatchObject({ body: { detail: 'They have or had a part in this request.' } });
    const path = `/api/moderation/tickets/${side.ticketId}/case`;
    expect((await side.customer.call('GET', path)).status).toBe(403);
    const listed = (await queue('', side.customer)).find(({ id }) => id === side.ticketId);
    expect(listed).toMatchObject({ help: null });
    expect((await handle(moderator, scene, 'hand-over', {})).status).toBe(400);
  });

  test('is nobody’s once it is decided, or its moderator has left or is suspended', async () => {
    const [decided, left, stopped] = [
      await reported(world, 'working'),
      await reported(world, 'working'),
      await reported(world, 'working'),
    ];
    ok(await handle(moderator, decided, 'take'));
    ok(await act(ana, decided, 'resume'));
    expect(await caseOf(moderator, decided)).toMatchObject({ taken_by: null });
    expect(await handle(moderator, decided, 'take')).toMatchObject({ body: { code: 'no_case' } });

    const eve = await world.person('moderator');
    ok(await handle(eve, stopped, 'take'));
    const suspend = `/api/moderation/accounts/${eve.id}/suspend`;
    ok(await moderator.call('POST', suspend, { reason: REASON }));
    expect(await caseOf(moderator, stopped)).toMatchObject({ taken_by: null });

    const tom = await world.person('moderator');
    ok(await handle(tom, left, 'take'));
    const { givePassword, PASSWORD } = await import('../testing/accounts.ts');
    await givePassword(world, tom);
    expect((await tom.call('DELETE', '/api/me', { password: PASSWORD })).status).toBe(204);
    expect(await caseOf(moderator, left)).toMatchObject({ taken_by: null });
  });

  test('that a colleague has decided answers with who, what and when, and nothing is decided twice', async () => {
    const scene = await reported(world, 'results paid');
    ok(await act(ana, scene, 'close-for-customer'));
    const late = await act(moderator, scene, 'close-for-developer');
    expect(late).toMatchObject({ status: 409, body: { code: 'wrong_state' } });
    expect(late.body).toMatchObject({
      detail: expect.stringMatching(/^Ana closed this just now\. /),
    });
    expect(await caseOf(moderator, scene)).toMatchObject({
      status: 'CUSTOMER_REJECTED',
      decisions: 1,
      newest: { by: { id: ana.id, full_name: 'Ana' }, did: 'closed this' },
    });
  });

  test('that a colleague has decided before says nothing of them where something else is wrong', async () => {
    const scene = await walkTo(world, 'results paid');
    const id = await say(scene.developer, scene.ticketId, 'You are all fools.');
    ok(
      await scene.customer.call('POST', `/api/tickets/${scene.ticketId}/get-help`, {
        reason: 'other',
        text: 'Please look',
      }),
    );
    ok(await ana.call('POST', `/api/moderation/messages/${id}/hide`, { reason: REASON }));
    const refused = await act(moderator, scene, 'split', { released_cents: 1, refunded_cents: 1 });
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'split_does_not_add_up',
        detail: expect.stringMatching(/^What is released/),
      },
    });
  });

  test('is not decided by somebody who does not know the newest decision, although its state allows it', async () => {
    const scene = await reported(world, 'results paid');
    const amounts = { released_cents: 4000, refunded_cents: 6000 };
    ok(await act(ana, scene, 'split', amounts));
    const path = (seen: number) => `close-for-customer?seen=${seen}`;
    expect(await act(moderator, scene, path(0))).toMatchObject({
      status: 409,
      body: { code: 'decided_meanwhile', detail: 'Ana divided the held money just now.' },
    });
    ok(await act(moderator, scene, path(1)));
  });

  test('tells a second moderator who dismissed a report, and who decided an appeal', async () => {
    const scene = await reported(world, 'working');
    const [report] = await reportsOf(moderator, scene);
    const dismiss = (who: Person) =>
      who.call('POST', `/api/moderation/reports/${report?.id}/dismiss`, { reason: REASON });
    ok(await dismiss(ana));
    expect((await dismiss(moderator)).body.detail).toMatch(/^Ana dismissed a report just now\. /);
    const decisions = `/api/tickets/${scene.ticketId}/decisions`;
    const { items } = ok(await scene.customer.call<{ items: { id: string }[] }>('GET', decisions));
    ok(await scene.customer.call('POST', `/api/decisions/${items[0]?.id}/appeal`, { text: 'No.' }));
    const appeals = ok(
      await moderator.call<{ items: { id: string; ticket: { id: string } }[] }>(
        'GET',
        '/api/moderation/appeals?limit=100',
      ),
    );
    const appeal = appeals.items.find(({ ticket }) => ticket.id === scene.ticketId);
    const deny = (who: Person) =>
      who.call('POST', `/api/moderation/appeals/${appeal?.id}/deny`, { reason: REASON });
    expect(await deny(ana)).toMatchObject({ status: 409, body: { code: 'own_decision' } });
    ok(await deny(moderator));
    const kim = await world.person('moderator', { name: 'Kim' });
    expect(await deny(kim)).toMatchObject({
      body: { code: 'appeal_decided', detail: 'Mo decided this appeal just now.' },
    });
  });
});

describe('a question to both sides', () => {
  test('stands in their thread as from a moderator, is told by bell and mail, and answered there', async () => {
    const scene = await reported(world, 'working');
    const { customer, developer } = scene;
    const text = 'Which browser was it?';
    const asked = ok(await handle(moderator, scene, 'ask-sides', { to: 'developer', text }));
    expect(asked.asked_at).not.toBeNull();
    for (const person of [customer, developer]) {
      expect((await thread(person, scene)).at(-1)).toMatchObject({
        text: `→ A moderator asks the unblocker\n\n${text}`,
        is_system: true,
        actions: {},
      });
      const [mail] = await mailsTo(world, person, 'moderator_asked');
      expect(mail?.body_text).toContain(`> ${text}`);
      expect(mail?.body_text).toContain(`/discussions/${scene.ticketId}`);
      const { items } = ok(
        await person.call<{ items: { kind: string }[] }>('GET', '/api/notifications'),
      );
      expect(items.map(({ kind }) => kind)).toContain('moderator_asked');
    }
    expect((await queue('')).find(({ id }) => id === scene.ticketId)?.asked_at).not.toBeNull();

    await say(developer, scene.ticketId, 'Firefox.');
    expect(await caseOf(moderator, scene)).toMatchObject({ asked_at: null });
  });

  test('is read by a moderator with what each answer is a reply to', async () => {
    const scene = await reported(world, 'working');
    const path = `/api/tickets/${scene.ticketId}/messages`;
    const { id: reply_to } = ok(
      await scene.developer.call<Message>('POST', path, { text: 'It is **done**.' }),
    );
    ok(await scene.customer.call('POST', path, { text: 'It is not.', reply_to }));
    const { items } = ok(
      await moderator.call<{ items: ModeratedMessage[] }>(
        'GET',
        `/api/moderation/tickets/${scene.ticketId}/messages`,
      ),
    );
    const [said, reply] = items.slice(-2);
    expect(said).toMatchObject({ side: 'developer', answers: null });
    expect(reply?.answers).toEqual({ author_name: said?.author_name, excerpt: 'It is done.' });
  });

  test('needs words, somebody to answer, and a request that waits for moderators', async () => {
    const scene = await reported(world, 'working');
    expect((await handle(moderator, scene, 'ask-sides', { text: ' ' })).status).toBe(400);
    ok(await act(ana, scene, 'resume'));
    expect(await handle(moderator, scene, 'ask-sides', { text: 'Why?' })).toMatchObject({
      status: 409,
      body: { code: 'wrong_state', detail: expect.stringMatching(/^Ana resumed this just now\. /) },
    });
    const free = await walkTo(world, 'working');
    expect(await handle(moderator, free, 'ask-sides', { text: 'Why?' })).toMatchObject({
      status: 409,
      body: { code: 'wrong_state' },
    });
    expect(await thread(free.customer, free)).toEqual(
      expect.not.arrayContaining([expect.objectContaining({ text: expect.stringMatching('Why') })]),
    );
  });
});

test('a person’s record stands beside their name in a case', async () => {
  const scene = await reported(world, 'approved');
  const again = await reported(world, 'results paid');
  ok(await act(moderator, again, 'close-for-customer'));
  const request = async ({ ticketId }: About) =>
    ok(await moderator.call<ModeratedRequest>('GET', `/api/moderation/tickets/${ticketId}`));
  expect((await request(scene)).records).toMatchObject({
    customer: { requests: { running: 0, finished: 1 }, accepted: 1, refunds: 0, suspensions: 0 },
    developer: { reports: { open: 1, dismissed: 0, hidden: 0, closed: 0 }, chargebacks: 0 },
  });
  expect((await request(again)).records).toMatchObject({
    customer: { refunds: 1 },
    developer: { reports: { open: 0, closed: 1 }, refunds: 1 },
  });
});

test('saved replies are made, changed and deleted by any moderator', async () => {
  const path = '/api/moderation/replies';
  const all = async () => ok(await moderator.call<{ items: SavedReply[] }>('GET', path)).items;
  const polite = { title: 'Be polite', text: 'Please stay polite.' };
  const { id } = ok(await ana.call<SavedReply>('POST', path, polite));
  expect(await all()).toMatchObject([polite]);
  const other = { title: 'Thank', text: 'Thank you.' };
  const { id: otherId } = ok(await ana.call<SavedReply>('POST', path, other));
  ok(await moderator.call('PATCH', `${path}/${id}`, { ...polite, text: 'Stay polite.' }));
  expect(await all()).toMatchObject([{ text: 'Stay polite.' }, other]);
  ok(await moderator.call('DELETE', `${path}/${otherId}`));
  expect(await moderator.call('POST', path, { title: ' ', text: '' })).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'title' }, { path: 'text' }] },
  });
  expect((await ana.call('DELETE', `${path}/${id}`)).status).toBe(204);
  expect((await ana.call('DELETE', `${path}/${id}`)).status).toBe(404);
  expect((await ana.call('PATCH', `${path}/${id}`, polite)).status).toBe(404);
  expect(await all()).toEqual([]);

  const many = Array.from({ length: MAX_SAVED_REPLIES - 1 }, (_, n) => ({
    title: `Reply ${n}`,
    text: 'Hello',
  }));
  await world.context.db.insertInto('saved_replies').values(many).execute();
  ok(await ana.call('POST', path, polite));
  expect(await ana.call('POST', path, polite)).toMatchObject({
    status: 409,
    body: { code: 'too_many_replies' },
  });
  expect(await all()).toHaveLength(MAX_SAVED_REPLIES);
  await world.context.db.deleteFrom('saved_replies').execute();
});

test('the counts say whose the cases are, and what is held for all of them', async () => {
  const counts = async () =>
    ok(await moderator.call<ModerationCounts>('GET', '/api/moderation/counts'));
  const before = await counts();
  const scene = await reported(world, 'results paid');
  ok(await handle(moderator, scene, 'take'));
  const after = await counts();
  expect(after.requests.count).toBe(before.requests.count + 1);
  expect(after.cases).toEqual({
    ...before.cases,
    mine: before.cases.mine + 1,
    held_cents: before.cases.held_cents + 10_000,
  });
});

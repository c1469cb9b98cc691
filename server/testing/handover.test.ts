import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Export } from '#domain/export.ts';
import type { FileRecord } from '#domain/file.ts';
import type { Message, MessagePage } from '#domain/message.ts';
import type { Milestone } from '#domain/milestone.ts';
import type { ModeratedRequest } from '#domain/moderation.ts';
import type { Pairing } from '#domain/pairing.ts';
import type { Ticket } from '#domain/ticket.ts';
import { mailUnread } from '../discussions/unread-mail.ts';
import { balance } from '../ledger/ledger.ts';
import { change } from '../lifecycle/change.ts';
import { performDue } from '../lifecycle/deadlines.ts';
import { brokenInvariants } from '../operation/invariants.ts';
import { takeStep } from '../tickets/steps.ts';
import { agreeOnPlan, deliver, grab, ok, pay, postRequest } from './deeds.ts';
import { upload } from './files.ts';
import { listenTo } from './live.ts';
import type { RegisteredRoute } from './note-routes.ts';
import { openWorldWithRoutes } from './registered-routes.ts';
import { say } from './walk.ts';
import type { Person, World } from './world.ts';

let world: World;
let routes: RegisteredRoute[];
beforeAll(async () => {
  ({ world, routes } = await openWorldWithRoutes());
  await world.listen();
});
afterAll(() => world.close());

/** Stands in everything that only the first two are to know. */
const SECRET = 'zanzibar';

type Thread = { items: Message[] };

interface Deal {
  maya: Person;
  dan: Person;
  eve: Person;
  id: string;
  milestones: Milestone[];
}

const path = (id: string, rest = '') => `/api/tickets/${id}${rest}`;
const step = (person: Person, id: string, action: string, body?: object) =>
  person.call<Ticket | null>('POST', path(id, `/${action}`), body);
const planOf = async (person: Person, id: string) =>
  ok(await person.call<{ items: Milestone[] }>('GET', path(id, '/milestones'))).items;
const threadOf = async (person: Person, id: string) =>
  ok(await person.call<Thread>('GET', path(id, '/messages?limit=100'))).items;
const seenBy = async (person: Person, id: string) => ok(await person.call<Ticket>('GET', path(id)));

async function people() {
  return {
    maya: await world.person('customer', { name: 'Maya' }),
    dan: await world.person('developer', { name: 'Dan' }),
    eve: await world.person('developer', { name: 'Eve' }),
  };
}

/** A request at work: its first milestone is accepted, its second is paid for and started. */
async function atWork(plan: object[] = [{}, { title: 'Second part', hours: 1 }]): Promise<Deal> {
  const { maya, dan, eve } = await people();
  const { id } = await postRequest(maya);
  await grab(dan, id);
  const milestones = await agreeOnPlan({ customer: maya, developer: dan }, id, plan);
  const [first, second] = milestones;
  await pay(world, maya, first?.id ?? '');
  await deliver(dan, first?.id ?? '');
  const accepted = `/api/milestones/${first?.id}/accept`;
  ok(await maya.call('POST', accepted, { feedback: `Thanks, ${SECRET}` }));
  await pay(world, maya, second?.id ?? '');
  return { maya, dan, eve, id, milestones };
}

const NOTE = { note: 'The first part works. The second needs the staging server.' };

async function attach(person: Person, name: string) {
  const { fileKey } = await upload(world, person, { name, content: `${SECRET}=1\n` });
  return { fileKey, map: { [fileKey]: name } };
}

describe('whoever takes a request over', () => {
  test('does not read what was written to the one before and came late', async () => {
    const { maya, dan, eve, id } = await atWork();
    const write = (client_id: string, rest?: object) =>
      maya.call<Message>('POST', path(id, '/messages'), {
        text: `To Dan: ${SECRET}`,
        to: dan.id,
        client_id,
        ...rest,
      });
    const arrived = randomUUID();
    const sent = ok(await write(arrived));
    ok(await step(dan, id, 'give-back', NOTE));

    const refused = {
      status: 409,
      body: {
        code: 'developer_changed',
        detail: 'This unblocker no longer has the request. Nobody has read it.',
      },
    };
    const late = randomUUID();
    expect(await write(late)).toMatchObject(refused);
    await grab(eve, id);
    expect(await write(late)).toMatchObject(refused);
    const { map } = await attach(maya, 'late.txt');
    const named = { attachments: map, secrets: 'share' };
    expect(await write(randomUUID(), named)).toMatchObject(refused);
    // Its answer was lost: it is told again that it has arrived.
    expect(ok(await write(arrived)).id).toBe(sent.id);
    expect(JSON.stringify(await threadOf(eve, id))).not.toContain(SECRET);
    expect(ok(await write(late, { to: eve.id, text: 'Hello' })).text).toBe('Hello');
    expect(await write(randomUUID(), { to: 'somebody' })).toMatchObject({ status: 400 });
  });

  test('finds nothing of the conversation before, in no answer, mail, notification or event', async () => {
    const { maya, dan, eve, id, milestones } = await atWork();
    const [, second] = milestones;
    const file = await attach(maya, `${SECRET}.env`);
    const sent = { text: `It is ${SECRET} there`, attachments: file.map, secrets: 'share' };
    const message = ok(await maya.call<Message>('POST', path(id, '/messages'), sent));
    const answer = await say(dan, id, `I know ${SECRET}`);
    const delivered = await attach(dan, `${SECRET}-build.txt`);
    const delivery = {
      message: `See ${SECRET}`,
      file_attachments: delivered.map,
      secrets: 'share',
    };
    ok(await dan.call('POST', `/api/milestones/${second?.id}/submit`, delivery));
    const feedback = { feedback: `Not ${SECRET}` };
    ok(await maya.call('POST', `/api/milestones/${second?.id}/reject`, feedback));
    ok(await maya.call('POST', `/api/messages/${answer}/report`));
    const moderator = await world.person('moderator');
    const reason = { reason: `About ${SECRET}` };
    ok(await moderator.call('POST', `/api/moderation/tickets/${id}/resume`, reason));
    ok(await step(dan, id, 'give-back', NOTE));

    const live = await listenTo(world.url, eve);
    ok(await step(eve, id, 'reserve'));
    const ids = [id, message.id, answer, file.fileKey, delivered.fileKey, second?.id ?? ''];
    await expectNothingOf(eve, ids);
    ok(await step(eve, id, 'grab'));
    await expectNothingOf(eve, ids);
    // What its customer still does to old messages is not told to the new one.
    ok(await maya.call('PATCH', `/api/messages/${message.id}`, { text: `Was ${SECRET}` }));
    const words = await say(maya, id, 'Welcome');
    await expect.poll(() => JSON.stringify(live.heard)).toContain(words);
    live.close();
    await live.ended;
    expect(JSON.stringify(live.heard)).not.toContain(SECRET);
    const toEve = (await world.mails()).filter(({ recipient }) => recipient === eve.email);
    expect(JSON.stringify(toEve)).not.toContain(SECRET);
    expect((await threadOf(eve, id)).map((each) => each.text)).toEqual(['Welcome']);
    for (const [method, of] of [
      ['POST', `${answer}/report`],
      ['PATCH', message.id],
      ['DELETE', answer],
    ] as const) {
      expect(await eve.call(method, `/api/messages/${of}`, { text: 'x' })).toMatchObject({
        status: 404,
      });
    }
    const plan = await planOf(eve, id);
    // The accepted round is part of the request, without the words about it.
    expect(plan[0]?.deliveries).toMatchObject([{ decision: 'accepted', feedback: null }]);
    expect(plan[1]).toMatchObject({ status: 'PLANNED', deliveries: [], paid: true });

    // Its customer shows it, and it can be read from then on.
    const pairingsOf = async (person: Person) =>
      ok(await person.call<{ items: Pairing[] }>('GET', path(id, '/pairings'))).items;
    expect(await pairingsOf(eve)).toMatchObject([{ is_present: true, note: null }]);
    const before = (await pairingsOf(maya)).find(({ is_present }) => !is_present);
    expect(before).toMatchObject({ ended_by: 'give-back', note: NOTE.note, shared_at: null });
    expect(before?.actions).toMatchObject({ 'share-earlier': { allowed: true } });
    for (const person of [maya, eve]) {
      const present = (await pairingsOf(person)).find(({ is_present }) => is_present);
      expect(present?.actions).toEqual({});
    }
    const [{ id: pairing_id } = { id: '' }] = await pairingsOf(eve);
    expect(await step(maya, id, 'share-earlier', { pairing_id })).toMatchObject({ status: 404 });
    // Asked while Dan had it, pressed when Eve has: it is for nobody.
    expect(
      await step(maya, id, 'share-earlier', { pairing_id: before?.id, to: dan.id }),
    ).toMatchObject({ status: 409, body: { code: 'developer_changed' } });
    expect(JSON.stringify(await threadOf(eve, id))).not.toContain(SECRET);
    ok(await step(maya, id, 'share-earlier', { pairing_id: before?.id, to: eve.id }));
    const all = await threadOf(eve, id);
    expect(all.map((each) => each.text)).toContain(`I know ${SECRET}`);
    for (const person of [maya, eve])
      expect(await pairingsOf(person)).toContainEqual(
        expect.objectContaining({ id: before?.id, shared_at: expect.any(String) }),
      );
    expect(all.find((each) => each.id === answer)?.actions).toEqual({});
    for (const pairing of await pairingsOf(eve)) expect(pairing.actions).toEqual({});
    expect(ok(await eve.call('GET', `/api/files/${file.fileKey}`))).toMatchObject({
      actions: { open: { allowed: true } },
    });
    expect(await eve.call('POST', `/api/messages/${answer}/report`)).toMatchObject({ status: 404 });
    // It is shown to nobody after them.
    ok(await step(eve, id, 'give-back', { note: 'Not for me.' }));
    const finn = await world.person('developer');
    ok(await step(finn, id, 'grab'));
    expect(await threadOf(finn, id)).toEqual([]);
    expect(await pairingsOf(finn)).toMatchObject([{ is_present: true }]);
    expect((await threadOf(maya, id)).length).toBe(all.length);
  }, 180_000);
});

/** Walks every call that reads, with every id that there is. */
async function expectNothingOf(person: Person, ids: readonly string[]): Promise<void> {
  const reads = routes.filter(({ method, url }) => method === 'GET' && url !== '/api/live');
  const found: string[] = [];
  for (const { url } of reads) {
    const addresses = url.includes(':') ? ids.map((each) => url.replace(/:\w+/, each)) : [url];
    for (const address of addresses) {
      for (const query of ['', ...(queries[url] ?? [])]) {
        const { body } = await person
          .call<unknown>('GET', `${address}${query}`)
          .catch(() => ({ body: null }));
        if (JSON.stringify(body)?.includes(SECRET)) found.push(`${address}${query}`);
      }
    }
  }
  expect(found).toEqual([]);
}

const queries: Record<string, string[]> = {
  '/api/tickets': ['active', 'assigned', 'available', 'discussions', 'history'].map(
    (view) => `?view=${view}`,
  ),
  '/api/messages/search': [`?q=${SECRET}`],
  '/api/tickets/:id/messages': ['?after=0', '?limit=100'],
};

describe('a request that was given back', () => {
  test('keeps its plan, what is accepted and what is held, and pays whoever does the work', async () => {
    const { maya, dan, eve, id, milestones } = await atWork();
    const [first, second] = milestones;
    expect(await step(dan, id, 'give-back', {})).toMatchObject({ status: 400 });
    ok(await step(dan, id, 'give-back', NOTE));

    expect(await seenBy(maya, id)).toMatchObject({
      status: 'AWAITING_ASSIGNMENT',
      developer_id: null,
      held_cents: 5000,
      handover: { ended_by: 'give-back', note: NOTE.note, accepted_milestones: 1 },
      actions: { 'keep-held': { allowed: true }, delete: { allowed: false } },
    });
    // Whoever looks for work learns what is there, and the note is for those who have it.
    expect(await seenBy(eve, id)).toMatchObject({ held_cents: 5000, handover: { note: null } });
    ok(await step(eve, id, 'grab'));
    expect(await seenBy(eve, id)).toMatchObject({ handover: { note: NOTE.note } });
    const held = `/api/milestones/${second?.id}`;
    for (const answer of [
      await eve.call('PATCH', held, { hourly_rate: 200 }),
      await eve.call('DELETE', held),
    ]) {
      expect(answer).toMatchObject({ status: 409, body: { code: 'milestone_already_paid' } });
    }
    ok(await step(eve, id, 'submit-plan'));
    ok(await step(maya, id, 'approve-plan'));
    await deliver(eve, second?.id ?? '');
    ok(await maya.call('POST', `${held}/accept`, {}));
    expect(await seenBy(maya, id)).toMatchObject({ status: 'CUSTOMER_APPROVED' });
    const { db } = world.context;
    expect(await balance(db, 'developer', dan.id)).toBe(9000);
    expect(await balance(db, 'developer', eve.id)).toBe(4500);
    expect(await balance(db, 'held', first?.id)).toBe(0);
    expect(await brokenInvariants(db)).toEqual([]);
  });

  test('shows its note to moderators once they look into it', async () => {
    const { dan, id } = await atWork();
    ok(await step(dan, id, 'give-back', NOTE));
    const moderator = await world.person('moderator');
    const handovers = async () => {
      const view = await moderator.call<ModeratedRequest>('GET', `/api/moderation/tickets/${id}`);
      return ok(view).handovers;
    };
    expect(await handovers()).toEqual([]);
    const reason = { reason: 'The customer wrote to us.' };
    ok(await moderator.call('POST', `/api/moderation/tickets/${id}/take-in`, reason));
    expect(await handovers()).toMatchObject([{ note: NOTE.note }]);
  });

  test('is not deleted once something of it was paid for, and no button says that it can be', async () => {
    const { maya, dan, id } = await atWork();
    ok(await step(dan, id, 'give-back', NOTE));
    ok(await step(maya, id, 'refund-held'));
    expect((await seenBy(maya, id)).actions.delete).toMatchObject({ allowed: false });
    expect(await maya.call('DELETE', path(id))).toMatchObject({
      status: 409,
      body: { code: 'request_paid' },
    });
  });

  test('goes to nobody’s loss: unless it is kept, what is held goes back after seven days', async () => {
    const left = await atWork();
    const kept = await atWork();
    for (const { dan, id } of [left, kept]) ok(await step(dan, id, 'give-back', NOTE));
    ok(await step(kept.maya, kept.id, 'keep-held'));
    expect(await step(kept.maya, kept.id, 'keep-held')).toMatchObject({
      status: 409,
      body: { code: 'held_kept_already' },
    });
    const read = await kept.maya.call<MessagePage>('GET', path(kept.id, '/messages'));
    expect(ok(read).lines.at(-1)?.event).toBe('held_kept');
    await pass(6);
    expect(await seenBy(left.maya, left.id)).toMatchObject({ held_cents: 5000 });
    await pass(2);
    expect(await seenBy(left.maya, left.id)).toMatchObject({ held_cents: 0 });
    // The bell, the mail and the thread say how much.
    const mails = await world.mails({ to: left.maya.email, since: new Date(0) });
    const refunded = mails.find(({ kind }) => kind === 'held_refunded');
    expect(refunded?.body_text).toContain('is refunded: $50.00 refunded');
    const thread = await left.maya.call<MessagePage>('GET', path(left.id, '/messages'));
    expect(ok(thread).lines.at(-1)?.text).toContain('$50.00');
    expect(await seenBy(kept.maya, kept.id)).toMatchObject({ held_cents: 5000 });
    // What was refunded can be paid again, and changed.
    ok(await step(left.eve, left.id, 'grab'));
    const [, second] = await planOf(left.eve, left.id);
    expect(second).toMatchObject({ billing_status: 'unpaid' });
    ok(await left.eve.call('PATCH', `/api/milestones/${second?.id}`, { hourly_rate: 70 }));
    // Until the next plan is approved, the customer may have it back.
    ok(await step(kept.eve, kept.id, 'grab'));
    ok(await step(kept.maya, kept.id, 'refund-held'));
    expect(await seenBy(kept.maya, kept.id)).toMatchObject({ held_cents: 0 });
    expect(await brokenInvariants(world.context.db)).toEqual([]);
  });

  test('takes no payment of a page that was opened before', async () => {
    const { maya, dan, id } = await atWork([{}, {}, { title: 'Third part' }]);
    const third = (await planOf(maya, id))[2]?.id ?? '';
    const page = ok(
      await maya.call<{ checkout_url: string }>('POST', `/api/milestones/${third}/checkout`),
    );
    ok(await step(dan, id, 'give-back', NOTE));
    const url = new URL(page.checkout_url).pathname;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    await world.app.inject({ method: 'POST', url, headers, payload: 'decision=pay' });
    expect((await planOf(maya, id))[2]).toMatchObject({ billing_status: 'unpaid' });
    expect(await brokenInvariants(world.context.db)).toEqual([]);
  });

  test('leaves a delivery in review behind, and what its unblocker wrote in their export', async () => {
    const { maya, dan, eve, id, milestones } = await atWork();
    const second = milestones[1]?.id ?? '';
    await say(maya, id, 'Only for Dan');
    await say(dan, id, 'My own words');
    ok(await dan.call('POST', `/api/milestones/${second}/submit`, { message: 'Look' }));
    ok(await step(dan, id, 'give-back', NOTE));
    expect((await planOf(maya, id))[1]).toMatchObject({
      status: 'PLANNED',
      started_at: null,
      deliveries: [{ decision: 'withdrawn' }],
    });
    ok(await step(eve, id, 'grab'));
    for (const rest of ['', '/messages', '/pairings']) {
      expect(await dan.call('GET', path(id, rest)), rest).toMatchObject({
        status: 404,
        body: { code: 'no_longer_yours', detail: 'This request is no longer yours.' },
      });
    }
    const stranger = await world.person('developer', { categories: ['ios'] });
    expect(await stranger.call('GET', path(id))).toMatchObject({ body: { code: 'not_found' } });
    const { messages } = ok(await dan.call<Export>('GET', '/api/me/export'));
    expect(messages.map(({ text }) => text)).toEqual(['My own words']);
  });
});

/** Lets days go by for what the clock is to do. */
async function pass(days: number): Promise<void> {
  await sql`update deadlines set due_at = due_at - make_interval(days => ${days})
    where done_at is null`.execute(world.context.db);
  await performDue(world.context, (each, locked, due) =>
    takeStep(each, locked, { ...due, actor: 'clock' }),
  );
}

describe('a customer', () => {
  test('keeps the conversation while nobody has the request, and writes again to whoever takes it', async () => {
    const { maya, dan, eve } = await people();
    const { id } = await postRequest(maya);
    ok(await step(dan, id, 'reserve'));
    await say(dan, id, 'Hello Maya');
    ok(await step(dan, id, 'abandon'));
    expect((await threadOf(maya, id)).map(({ text }) => text)).toEqual(['Hello Maya']);
    const list = '/api/tickets?view=discussions';
    const { items } = ok(await maya.call<{ items: Ticket[] }>('GET', list));
    expect(items).toMatchObject([{ id, unread: 1, last_message: { preview: 'Hello Maya' } }]);
    ok(await step(eve, id, 'reserve'));
    await say(maya, id, 'Hello Eve');
    const all = await threadOf(maya, id);
    expect(all.map(({ text }) => text)).toEqual(['Hello Maya', 'Hello Eve']);
    const first = all[0]?.pairing_id;
    const one = ok(await maya.call<Thread>('GET', path(id, `/messages?pairing=${first}`))).items;
    expect(one.map(({ text }) => text)).toEqual(['Hello Maya']);
    expect(await eve.call('GET', path(id, `/messages?pairing=${first}`))).toMatchObject({
      status: 404,
    });
    // The one who was there first finds their own again.
    ok(await step(eve, id, 'abandon'));
    ok(await step(dan, id, 'reserve'));
    expect((await threadOf(dan, id)).map(({ text }) => text)).toEqual(['Hello Maya']);
  });

  test('tells a request that nobody has what every later unblocker reads', async () => {
    const { maya, dan, eve } = await people();
    const stranger = await world.person('customer');
    const { fileKey } = await upload(world, maya, { name: 'log.txt', content: 'It loops.' });
    const { id } = await postRequest(maya);
    const said = { text: 'It happens on staging too', attachments: [fileKey] };
    const sent = await maya.call<Message>('POST', path(id, '/messages'), said);
    expect(sent).toMatchObject({ status: 201, body: { pairing_id: null } });
    expect(await stranger.call('GET', path(id, '/messages'))).toMatchObject({ status: 404 });
    for (const unblocker of [dan, eve]) {
      expect(await unblocker.call('GET', path(id, '/messages'))).toMatchObject({ status: 404 });
      expect((await unblocker.call('GET', `/api/files/${fileKey}`)).status).toBe(404);
      ok(await step(unblocker, id, 'reserve'));
      const list = '/api/tickets?view=discussions';
      const { items } = ok(await unblocker.call<{ items: Ticket[] }>('GET', list));
      expect(items).toMatchObject([{ id, unread: 1, last_message: { preview: said.text } }]);
      expect((await threadOf(unblocker, id)).map(({ text }) => text)).toEqual([said.text]);
      expect((await unblocker.call('GET', `/api/files/${fileKey}`)).status).toBe(200);
      const found = await unblocker.call('GET', '/api/messages/search?q=staging');
      expect(found).toMatchObject({ status: 200, body: { items: [{ ticket_id: id }] } });
      await say(unblocker, id, 'Let me look');
      ok(await step(unblocker, id, 'abandon'));
      expect(await unblocker.call('GET', path(id, '/messages'))).toMatchObject({ status: 404 });
    }
  });

  test('answers no message of an earlier conversation, which the quote would show', async () => {
    const { maya, dan, eve } = await people();
    const { id } = await postRequest(maya);
    ok(await step(dan, id, 'reserve'));
    const reply_to = await say(dan, id, 'Between us two');
    ok(await step(dan, id, 'abandon'));
    ok(await step(eve, id, 'reserve'));
    const answer = await maya.call('POST', path(id, '/messages'), { text: 'As I said', reply_to });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  });

  test('is read by its customer, and not by the next one, however they read their own', async () => {
    const { maya, dan, eve } = await people();
    const { id } = await postRequest(maya);
    ok(await step(dan, id, 'reserve'));
    const [asked, said] = [await say(maya, id, 'Dan, are you there?'), await say(dan, id, 'I am')];
    ok(await step(dan, id, 'abandon'));
    ok(await step(eve, id, 'reserve'));
    const own = await say(maya, id, 'Eve, this is for you');
    const isRead = async (message: string) =>
      (await threadOf(maya, id)).find((each) => each.id === message)?.is_read;
    ok(await step(eve, id, 'read'));
    expect([await isRead(own), await isRead(asked)]).toEqual([true, false]);
    ok(await step(maya, id, 'read'));
    expect(await isRead(said)).toBe(true);
  });

  test('leads to a thread and a history for the next one that name no earlier unblocker', async () => {
    const { maya, dan, eve, id } = await atWork();
    ok(await step(dan, id, 'give-back', NOTE));
    ok(await step(eve, id, 'reserve'));
    type Lines = { lines: { text: string }[] };
    const linesOf = async (person: Person, rest = '') => {
      const thread = await person.call<Lines>('GET', path(id, `/messages?limit=100${rest}`));
      return ok(thread).lines.map(({ text }) => text);
    };
    expect(await linesOf(eve)).toEqual([expect.stringMatching(/^Eve reserved/)]);
    const all = (await linesOf(maya)).join('; ');
    expect(all).toMatch(/Dan submitted/);
    expect(all).toMatch(/Eve reserved/);
    const pairings = ok(await maya.call<{ items: Pairing[] }>('GET', path(id, '/pairings'))).items;
    const [latest, first] = pairings.map((pairing) => `&pairing=${pairing.id}`);
    expect((await linesOf(maya, latest)).join('; ')).not.toContain('Dan');
    expect((await linesOf(maya, first)).join('; ')).not.toContain('Eve');

    const historyFor = async (person: Person) =>
      JSON.stringify(ok(await person.call('GET', path(id, '/history'))));
    expect(await historyFor(eve)).not.toContain('Dan');
    expect(await historyFor(eve)).toContain('An earlier unblocker');
    expect(await historyFor(maya)).toContain('Dan');
  });

  test('reports an earlier unblocker without stopping the present one', async () => {
    const { maya, dan, eve } = await people();
    const { id } = await postRequest(maya);
    ok(await step(dan, id, 'reserve'));
    const rude = await say(dan, id, 'Pay me outside');
    ok(await step(dan, id, 'abandon'));
    ok(await step(eve, id, 'grab'));
    ok(await maya.call('POST', `/api/messages/${rude}/report`));
    expect(await seenBy(maya, id)).toMatchObject({ status: 'DEVELOPER_PLANNING' });
    const { items } = ok(
      await eve.call<{ items: { event: string }[] }>('GET', path(id, '/history')),
    );
    expect(items.map(({ event }) => event)).not.toContain('earlier_message_reported');
  });

  test('looks for no other unblocker because of a question that they let wait', async () => {
    const { maya, dan } = await people();
    const { id } = await postRequest(maya);
    await grab(dan, id);
    const body = { text: 'Which of the two?', needs_answer: true };
    ok(await dan.call('POST', path(id, '/messages'), body));
    const asked = (hours: number) =>
      sql`update tickets set status_since = now() - interval '90 hours', pauses = jsonb_set(pauses,
        '{-1,began_at}', to_jsonb(now() - make_interval(hours => ${hours}))) where id = ${id}`.execute(
        world.context.db,
      );
    await asked(89);
    expect((await seenBy(maya, id)).actions['find-another']).toMatchObject({ allowed: false });
    expect(await step(maya, id, 'find-another')).toMatchObject({ body: { code: 'nobody_late' } });
    // Who asks when the time is over does not win any.
    await asked(17);
    ok(await step(maya, id, 'find-another'));
  });

  test('may look for another unblocker once a plan is 72 hours late, or paid work 48', async () => {
    const { maya, dan } = await people();
    const { id } = await postRequest(maya);
    await grab(dan, id);
    const { db } = world.context;
    const since = (hours: number) =>
      sql`update tickets set status_since = now() - make_interval(hours => ${hours})
        where id = ${id}`.execute(db);
    await since(71);
    expect(await step(maya, id, 'find-another')).toMatchObject({
      status: 409,
      body: { code: 'nobody_late' },
    });
    await since(73);
    expect((await seenBy(maya, id)).actions['find-another']).toMatchObject({ allowed: true });
    ok(await step(maya, id, 'find-another'));
    const told = (await world.mails()).filter(({ recipient }) => recipient === dan.email);
    expect(told.at(-1)?.subject).toMatch(/is no longer yours$/);

    const work = await atWork();
    expect(await step(work.maya, work.id, 'find-another')).toMatchObject({ status: 409 });
    const second = work.milestones[1]?.id ?? '';
    const before = sql`update milestones set started_at = now() - interval '20 days'
      where id = ${second}`;
    await before.execute(db);
    // What was not paid yet when it began is late by the day of the payment alone.
    expect(await step(work.maya, work.id, 'find-another')).toMatchObject({ status: 409 });
    await sql`update billing_records set paid_at = now() - interval '20 days'
      where milestone_id = ${second}`.execute(db);
    expect((await seenBy(work.maya, work.id)).actions['find-another']?.allowed).toBe(true);
    ok(await step(work.maya, work.id, 'find-another'));
    expect(await seenBy(work.maya, work.id)).toMatchObject({
      held_cents: 5000,
      handover: { ended_by: 'find-another', note: null },
    });
  });
});

test('an unblocker who has lost a request gets none of its mails that still wait', async () => {
  const { maya, dan, eve } = await people();
  const other = await postRequest(maya);
  await grab(eve, other.id);
  await say(maya, other.id, 'To somebody else');
  const { id } = await postRequest(maya);
  await grab(dan, id);
  await say(maya, id, 'The first');
  const later = new Date(Date.now() + 180_000);
  const mail = (ticket_id = id, { id: person_id } = dan) =>
    change(world.context, (each) => mailUnread(each, { ticket_id, person_id }, later));
  const waiting = async ({ email } = dan) =>
    (await world.mails()).filter(
      ({ recipient, kind, body_text }) =>
        recipient === email && kind === 'new_message' && body_text !== '',
    );
  await mail(other.id, eve);
  await mail();
  expect(await waiting()).toHaveLength(1);
  await say(maya, id, 'The second');
  ok(await step(dan, id, 'give-back', NOTE));
  await mail();
  expect(await waiting()).toEqual([]);
  expect(await waiting(eve)).toHaveLength(1);
});

describe('conversations of a request that several had', () => {
  const pairingsOf = async (person: Person, id: string) =>
    ok(await person.call<{ items: Pairing[] }>('GET', path(id, '/pairings'))).items;
  const textsOf = async (person: Person, id: string) =>
    (await threadOf(person, id)).map(({ text }) => text);
  const hadBy = async (person: Person, id: string, text: string) => {
    ok(await step(person, id, 'reserve'));
    await say(person, id, text);
    ok(await step(person, id, 'abandon'));
  };

  /** The conversation in which a moderator writes to a customer before anybody has the request. */
  async function writtenToNobody(id: string) {
    const moderator = await world.person('moderator');
    const about = { reason: 'The customer wrote to us.' };
    ok(await moderator.call('POST', `/api/moderation/tickets/${id}/take-in`, about));
    ok(await moderator.call('POST', `/api/moderation/tickets/${id}/resume`, about));
    const { db } = world.context;
    const alone = db.selectFrom('pairings').select('id').where('ticket_id', '=', id);
    return alone.where('developer_id', 'is', null).executeTakeFirstOrThrow();
  }

  test('are shown one by one, to whoever has it now, and only its own', async () => {
    const { maya, dan, eve } = await people();
    const [finn, gus] = [await world.person('developer'), await world.person('developer')];
    const [{ id }, other] = [await postRequest(maya), await postRequest(maya)];
    const alone = await writtenToNobody(id);
    await hadBy(dan, id, 'From Dan');
    await hadBy(eve, id, 'From Eve');
    await hadBy(gus, other.id, 'From Gus');
    ok(await step(finn, id, 'reserve'));
    const [eves, dans] = (await pairingsOf(maya, id)).filter(({ is_present }) => !is_present);
    const [guss] = await pairingsOf(maya, other.id);
    expect([eves, dans, guss].map((each) => each?.developer.id)).toEqual([eve.id, dan.id, gus.id]);
    const share = (pairing_id = '') => step(maya, id, 'share-earlier', { pairing_id });
    for (const not of [alone.id, guss?.id]) expect(await share(not)).toMatchObject({ status: 404 });
    expect(await textsOf(finn, id)).toEqual([]);
    ok(await share(dans?.id));
    expect(await textsOf(finn, id)).toEqual(['From Dan']);
    ok(await share(eves?.id));
    expect(await textsOf(finn, id)).toEqual(['From Dan', 'From Eve']);
    ok(await step(finn, id, 'abandon'));
    ok(await step(gus, id, 'reserve'));
    expect(await textsOf(gus, id)).toEqual([]);
    ok(await share(dans?.id));
    expect(await textsOf(gus, id)).toEqual(['From Dan']);
  });

  test('are no longer theirs for those who had it, and nothing for those who had another', async () => {
    const { maya, dan, eve } = await people();
    const [{ id }, other] = [await postRequest(maya), await postRequest(maya)];
    await hadBy(dan, id, 'From Dan');
    await hadBy(eve, other.id, 'From Eve');
    const codeFor = async (person: Person) =>
      (await person.call('GET', path(id, '/messages'))).body.code;
    expect([await codeFor(dan), await codeFor(eve)]).toEqual(['no_longer_yours', 'not_found']);
  });
});

test('files of a request list what is its own, and of a conversation only one’s own', async () => {
  const { maya, dan, eve } = await people();
  const { id } = await postRequest(maya);
  ok(await step(dan, id, 'reserve'));
  const { map } = await attach(maya, 'for-dan.txt');
  const sent = { text: 'See', attachments: map, secrets: 'share' };
  ok(await maya.call('POST', path(id, '/messages'), sent));
  ok(await step(dan, id, 'abandon'));
  ok(await step(eve, id, 'reserve'));
  const names = async (person: Person) =>
    ok(await person.call<{ items: FileRecord[] }>('GET', path(id, '/files'))).items.map(
      ({ name }) => name,
    );
  expect(await names(eve)).toEqual([]);
  expect(await names(maya)).toEqual(['for-dan.txt']);
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Export } from '#domain/export.ts';
import type { HistoryItem } from '#domain/history.ts';
import { ACCEPTS_AFTER_DAYS, REVIEW_TOLD_DAYS } from '#domain/limits.ts';
import type { Message } from '#domain/message.ts';
import type { Milestone } from '#domain/milestone.ts';
import { DAY_MS, HOUR_MS } from '#domain/milliseconds.ts';
import type { Notification } from '#domain/notification.ts';
import type { Pairing } from '#domain/pairing.ts';
import type { Report } from '#domain/report.ts';
import type { Ticket } from '#domain/ticket.ts';
import { hitLimit, LIMITS } from '../http/limits.ts';
import { takeDueSteps } from '../tickets/due-steps.ts';
import { agreeOnPlan, aMilestone, deliver, grab, ok, pay, postRequest } from './deeds.ts';
import { upload } from './files.ts';
import { decisionsOf, mailsTo, promote, REASON } from './moderation.ts';
import { passWeeks } from './pass-weeks.ts';
import { say } from './walk.ts';
import { openWorld, type Person, type World } from './world.ts';

// What somebody would try to whom all this belongs: to stop, to mail or to listen to others.

let world: World;
let moderator: Person;
beforeAll(async () => {
  world = await openWorld({ rateLimits: true });
  moderator = await world.person('moderator');
});
afterAll(() => world.close());

const path = (id: string, rest = '') => `/api/tickets/${id}${rest}`;
const step = (person: Person, id: string, action: string, body?: object) =>
  person.call<Ticket & { code?: string }>('POST', path(id, `/${action}`), body);
const HELP = { reason: 'other', text: 'Nobody answers.' };

async function people() {
  return {
    maya: await world.person('customer', { name: 'Maya' }),
    dan: await world.person('developer', { name: 'Dan' }),
    eve: await world.person('developer', { name: 'Eve' }),
  };
}

describe('an unblocker who means harm', () => {
  test('keeps no more than three open requests from others by asking moderators for help', async () => {
    const { maya, dan } = await people();
    for (let n = 0; n < 3; n++) {
      const { id } = await postRequest(maya);
      ok(await step(dan, id, 'reserve'));
      ok(await step(dan, id, 'get-help', HELP));
    }
    const { id } = await postRequest(maya);
    expect(await step(dan, id, 'reserve')).toMatchObject({
      status: 409,
      body: { code: 'too_many_reservations' },
    });
    expect(ok(await dan.call<Ticket>('GET', path(id))).actions.reserve?.allowed).toBe(false);
  });

  test('takes nothing more on a day on which they gave five requests back', async () => {
    const { maya, dan, eve } = await people();
    const { id } = await postRequest(maya);
    for (let n = 0; n < LIMITS.given_back.hits; n++) {
      ok(await step(dan, id, 'grab'));
      ok(await step(dan, id, 'give-back', { note: 'Not for me.' }));
    }
    for (const action of ['grab', 'reserve']) {
      expect(await step(dan, id, action), action).toMatchObject({
        status: 429,
        body: { code: 'too_many_requests' },
      });
    }
    ok(await step(eve, id, 'grab'));
  });

  test('cannot have addresses looked at without end by handing in again and again', async () => {
    const { maya, dan } = await people();
    const { id } = await postRequest(maya);
    await grab(dan, id);
    const [milestone] = await agreeOnPlan({ customer: maya, developer: dan }, id);
    for (let n = 0; n < LIMITS.delivery.hits; n++)
      expect(await hitLimit(world.context, 'delivery', dan.id)).toMatchObject({ over: false });
    const path = `/api/milestones/${milestone?.id}/submit`;
    expect(await dan.call('POST', path, { message: 'Done' })).toMatchObject({ status: 429 });
  });

  test('cannot mail the other side for ever by proposals that they withdraw', async () => {
    const { maya, dan } = await people();
    const { id } = await postRequest(maya);
    await grab(dan, id);
    const [milestone] = await agreeOnPlan({ customer: maya, developer: dan }, id);
    await pay(world, maya, milestone?.id ?? '');
    const { hits } = LIMITS.proposal;
    for (let n = 0; n < hits; n++) {
      ok(await step(dan, id, 'ask-to-cancel', { reason: 'Boo' }));
      ok(await step(dan, id, 'withdraw-cancel'));
    }
    expect(await step(dan, id, 'ask-to-cancel', { reason: 'Boo' })).toMatchObject({ status: 429 });
    expect(await mailsTo(world, maya, 'cancel_asked')).toHaveLength(hits);
    // A change of the plan is one too.
    const alter = [{ id: milestone?.id, title: 'Another' }];
    expect(await step(dan, id, 'changes', { reason: 'Boo', alter })).toMatchObject({ status: 429 });
  });

  test('cannot mail the other side for ever by changes of the plan, and by questions', async () => {
    const { maya, dan } = await people();
    const { id } = await postRequest(maya);
    await grab(dan, id);
    await agreeOnPlan({ customer: maya, developer: dan }, id);
    const change = { reason: 'Boo', add: [aMilestone] };
    const { hits } = LIMITS.proposal;
    for (let n = 0; n < hits; n++) {
      const { change: made } = ok(await step(dan, id, 'changes', change));
      ok(await dan.call('POST', `/api/changes/${made?.id}/withdraw`));
    }
    expect(await step(dan, id, 'changes', change)).toMatchObject({ status: 429 });
    expect(await mailsTo(world, maya, 'change_proposed')).toHaveLength(hits);

    const ask = { text: 'Boo?', needs_answer: true };
    for (let n = 0; n < LIMITS.question.hits; n++) ok(await step(dan, id, 'messages', ask));
    expect(await step(dan, id, 'messages', ask)).toMatchObject({ status: 429 });
    expect(await mailsTo(world, maya, 'answer_asked')).toHaveLength(LIMITS.question.hits);
    await say(dan, id, 'Words without a mail of their own go on');
  });
});

describe('what belongs to an earlier conversation', () => {
  test('is shared once, however often it is sent', async () => {
    const { maya, dan, eve } = await people();
    const { id } = await postRequest(maya);
    ok(await step(dan, id, 'reserve'));
    ok(await step(dan, id, 'abandon'));
    ok(await step(eve, id, 'reserve'));
    const { items } = ok(await maya.call<{ items: Pairing[] }>('GET', path(id, '/pairings')));
    const before = items.find(({ is_present }) => !is_present);
    for (let n = 0; n < 3; n++)
      ok(await step(maya, id, 'share-earlier', { pairing_id: before?.id }));
    expect(await eventsOf(maya, id)).toSatisfy(
      (events: string[]) => events.filter((one) => one === 'conversation_shared').length === 1,
    );
    expect((await newsOf(eve, id)).map(({ kind, count }) => [kind, count])).toEqual([
      ['conversation_shared', 1],
    ]);
    const stranger = await world.person('customer');
    for (const other of [eve, dan, stranger]) {
      const answer = await step(other, id, 'share-earlier', { pairing_id: before?.id });
      expect([403, 404]).toContain(answer.status);
    }
  });

  test('is shared with nobody by the customer of another request', async () => {
    const { maya, dan, eve } = await people();
    const { id } = await postRequest(maya);
    for (const action of ['reserve', 'abandon']) ok(await step(dan, id, action));
    const [before] = ok(await maya.call<{ items: Pairing[] }>('GET', path(id, '/pairings'))).items;
    const other = await world.person('customer');
    const { id: theirs } = await postRequest(other);
    ok(await step(eve, theirs, 'reserve'));
    const pairing_id = before?.id;
    expect(await step(other, theirs, 'share-earlier', { pairing_id })).toMatchObject({
      status: 404,
    });
  });

  test('is reported while a delivery waits, whose customer then has the days that were left', async () => {
    const { maya, dan, eve } = await people();
    const { id } = await postRequest(maya);
    ok(await step(dan, id, 'reserve'));
    const rude = await say(dan, id, 'Pay me outside');
    ok(await step(dan, id, 'abandon'));
    await grab(eve, id);
    const [milestone] = await agreeOnPlan({ customer: maya, developer: eve }, id);
    await pay(world, maya, milestone?.id ?? '');
    await deliver(eve, milestone?.id ?? '');
    ok(await maya.call('POST', `/api/messages/${rude}/report`));
    await passWeeks(world.context.db, 2, id);
    const [report] = await reportsAbout(id);
    const dismiss = `/api/moderation/reports/${report?.id}/dismiss`;
    ok(await moderator.call('POST', dismiss, { reason: 'Only between you two.' }));
    const after = async (days: number) => {
      const now = new Date(Date.now() + days * DAY_MS + HOUR_MS);
      for (let times = 0; times < 2; times++) await takeDueSteps(world.context, now);
      return ok(await maya.call<Ticket>('GET', `/api/tickets/${id}`)).status;
    };
    for (const days of [0, ...REVIEW_TOLD_DAYS])
      expect(await after(days)).toBe('CUSTOMER_REVIEWING_RESULTS');
    expect(await after(ACCEPTS_AFTER_DAYS)).toBe('CUSTOMER_APPROVED');
  });

  test('puts the approval off by as long as reports stand, however many there are', async () => {
    const { maya, dan, eve } = await people();
    const { id } = await postRequest(maya);
    ok(await step(dan, id, 'reserve'));
    const rude: string[] = [];
    for (const text of ['Pay me outside', 'Or else', 'Hear me?', 'Well?'])
      rude.push(await say(dan, id, text));
    ok(await step(dan, id, 'abandon'));
    await grab(eve, id);
    const [milestone] = await agreeOnPlan({ customer: maya, developer: eve }, id);
    await pay(world, maya, milestone?.id ?? '');
    await deliver(eve, milestone?.id ?? '');
    const daysPass = (days: number) => passWeeks(world.context.db, days / 7, id);
    const daysLeft = async () => {
      const plan = await maya.call<{ items: Milestone[] }>('GET', path(id, '/milestones'));
      const at = ok(plan).items[0]?.accepts_itself_at ?? 0;
      return Math.round((new Date(at).getTime() - Date.now()) / DAY_MS);
    };
    const report = async (message = '') => {
      ok(await maya.call('POST', `/api/messages/${message}/report`));
      return async () => {
        const found = (await reportsAbout(id)).find((one) => one.message.id === message);
        const dismiss = `/api/moderation/reports/${found?.id}/dismiss`;
        ok(await moderator.call('POST', dismiss, { reason: 'Only between you two.' }));
      };
    };
    const [first, second, third, last] = rude;
    await daysPass(4);
    const dismissFirst = await report(first);
    await daysPass(1);
    const dismissSecond = await report(second);
    await daysPass(1);
    await dismissSecond();
    const dismissThird = await report(third);
    await daysPass(1);
    await dismissThird();
    await dismissFirst();
    expect(await daysLeft()).toBe(ACCEPTS_AFTER_DAYS - 4);
    await daysPass(1);
    await (await report(last))();
    expect(await daysLeft()).toBe(ACCEPTS_AFTER_DAYS - 5);
  });

  test('is reported, decided and appealed without a word to who has the request now', async () => {
    const { maya, dan, eve } = await people();
    const { id } = await postRequest(maya);
    ok(await step(dan, id, 'reserve'));
    const rude = await say(dan, id, 'Pay me outside');
    const second = await say(dan, id, 'Or else');
    const third = await say(dan, id, 'Do you hear?');
    ok(await maya.call('POST', `/api/messages/${second}/report`));
    const [first] = await reportsAbout(id);
    const dismissed = `/api/moderation/reports/${first?.id}/dismiss`;
    ok(await moderator.call('POST', dismissed, { reason: 'Only between you two.' }));
    ok(await step(dan, id, 'abandon'));
    ok(await step(eve, id, 'grab'));
    const before = await world.mails();

    ok(await maya.call('POST', `/api/messages/${rude}/report`));
    expect(await newsOf(maya, id)).toContainEqual(
      expect.objectContaining({ kind: 'report_taken' }),
    );
    const hidden = await moderator.call('POST', `/api/moderation/messages/${rude}/hide`, {
      reason: 'He wants to be paid outside.',
    });
    expect(hidden.status).toBe(200);
    const [decision] = await decisionsOf(maya, { ticketId: id });
    expect(decision).toMatchObject({ kind: 'message_hidden' });
    const appeal = ok(
      await maya.call<{ appeal: { id: string } }>('POST', `/api/decisions/${decision?.id}/appeal`, {
        text: 'He should be out.',
      }),
    );
    const denied = `/api/moderation/appeals/${appeal.appeal.id}/deny`;
    const colleague = await world.person('moderator');
    ok(await colleague.call('POST', denied, { reason: REASON }));

    const after = (await world.mails()).slice(before.length);
    const told = after.map(({ recipient }) => recipient);
    expect(told).not.toContain(eve.email);
    // Whose message it was hears what was decided about it, and why.
    expect(await mailsTo(world, dan, 'moderator_decision')).toHaveLength(2);
    expect(await threadOf(eve, id)).toEqual([]);
    expect((await threadOf(maya, id)).map(({ text }) => text).join('\n')).toContain(
      'He wants to be paid outside.',
    );
    expect(await decisionsOf(eve, { ticketId: id })).toEqual([]);
    expect(await newsOf(eve, id)).toEqual([]);
    const exported = ok(await eve.call<Export>('GET', '/api/me/export'));
    const events = exported.tickets_as_developer.flatMap(({ history }) =>
      history.map(({ event }) => event),
    );
    expect(events).toContain('request_grabbed');
    expect(events.filter((event) => /report|shared/.test(event ?? ''))).toEqual([]);
    expect(await eventsOf(eve, id)).not.toContain('message_reported');

    // What Eve says is told to both, though something earlier is still looked into.
    ok(await maya.call('POST', `/api/messages/${third}/report`));
    const now = await say(eve, id, 'Pay me outside, too');
    ok(await maya.call('POST', `/api/messages/${now}/report`));
    expect(await mailsTo(world, eve, 'report_taken')).toHaveLength(1);
  });

  test('is decided by no moderator who had a part in it', async () => {
    const { maya, dan } = await people();
    const { id } = await postRequest(maya);
    ok(await step(dan, id, 'reserve'));
    const { fileKey } = await upload(world, maya, { name: 'log.txt', content: 'It loops.' });
    const { id: sent } = ok(
      await maya.call<Message>('POST', path(id, '/messages'), {
        text: 'See',
        attachments: [fileKey],
      }),
    );
    const rude = await say(dan, id, 'Pay me outside');
    ok(await step(dan, id, 'abandon'));
    ok(await maya.call('POST', `/api/messages/${rude}/report`));
    const [report] = await reportsAbout(id);
    await promote(world, dan);
    expect(await reportsAbout(id, dan)).toEqual([]);
    const reason = { reason: REASON };
    const theirs = `/api/moderation/tickets/${id}`;
    for (const [method, address, body] of [
      ['GET', theirs],
      ['GET', `${theirs}/messages`],
      ['GET', `${theirs}/case`],
      ['GET', `/api/moderation/reports/${report?.id}`],
      ['POST', `/api/moderation/reports/${report?.id}/dismiss`, reason],
      ['POST', `/api/moderation/messages/${rude}/hide`, reason],
      ['POST', `/api/moderation/messages/${sent}/hide`, reason],
      ['POST', `${theirs}/take-in`, reason],
    ] as const) {
      expect((await dan.call(method, address, body)).status, address).toBe(403);
    }
    for (const what of ['plan/versions', 'changes']) {
      expect((await dan.call('GET', path(id, `/${what}`))).status, what).toBe(404);
      expect((await moderator.call('GET', path(id, `/${what}`))).status, what).toBe(200);
    }
    expect((await dan.call('GET', `/api/files/${fileKey}`)).status).toBe(404);
    expect((await moderator.call('GET', `/api/files/${fileKey}`)).status).toBe(200);
  });

  test('keeps no key: whoever has left takes theirs out of it', async () => {
    const { maya, dan, eve } = await people();
    const { id } = await postRequest(maya);
    ok(await step(dan, id, 'reserve'));
    const key = `sk_live_${'4eC39HqLyjWDarjtT1zdp7dc'}`;
    const sent = { text: `Use ${key}`, secrets: 'share' };
    const message = ok(await dan.call<Message>('POST', path(id, '/messages'), sent));
    ok(await step(dan, id, 'abandon'));
    ok(await step(eve, id, 'reserve'));
    const at = `/api/messages/${message.id}`;
    expect(await eve.call('PATCH', at, { secrets: 'mask' })).toMatchObject({ status: 404 });
    expect(await dan.call('PATCH', at, { text: 'Other words' })).toMatchObject({ status: 404 });
    expect(ok(await dan.call<Message>('PATCH', at, { secrets: 'mask' }))).toMatchObject({
      actions: {},
      quote: null,
    });
    const [read] = await threadOf(maya, id);
    expect(read?.text).toMatch(/^Use \{\{SECRET:/);
  });
});

async function threadOf(person: Person, id: string): Promise<Message[]> {
  return ok(await person.call<{ items: Message[] }>('GET', path(id, '/messages?limit=100'))).items;
}

async function eventsOf(person: Person, id: string): Promise<string[]> {
  const answer = await person.call<{ items: HistoryItem[] }>('GET', path(id, '/history'));
  return ok(answer).items.map(({ event }) => event);
}

async function newsOf(person: Person, id: string): Promise<Notification[]> {
  const answer = await person.call<{ items: Notification[] }>('GET', '/api/notifications');
  return ok(answer).items.filter(({ ticket_id }) => ticket_id === id);
}

async function reportsAbout(id: string, by = moderator): Promise<Report[]> {
  const address = '/api/moderation/reports?limit=100';
  const { items } = ok(await by.call<{ items: Report[] }>('GET', address));
  return items.filter(({ ticket }) => ticket.id === id);
}

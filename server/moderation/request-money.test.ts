import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Message } from '#domain/message.ts';
import type { ModeratedAppeal, ModeratedRequest } from '#domain/moderation.ts';
import type { NotificationPage } from '#domain/notification.ts';
import { agreeOnPlan, deliver, grab, ok, pay, postRequest } from '../testing/deeds.ts';
import {
  act,
  decisionsOf,
  mailsTo,
  openModeratedWorld,
  promote,
  REASON,
  reported,
  reportsOf,
  thread,
  ticketOf,
} from '../testing/moderation.ts';
import { say, walkTo } from '../testing/walk.ts';
import type { Person } from '../testing/world.ts';

const { world, moderator } = await openModeratedWorld();

describe('what is held for a milestone', () => {
  test('is divided by a moderator, and the request goes on', async () => {
    const scene = await reported(world, 'results paid');
    const parts = { released_cents: 6000, refunded_cents: 4000 };
    expect(ok(await act(moderator, scene, 'split', parts))).toMatchObject({
      status: 'REQUIRES_MOD_ASSISTANCE',
      money: { held_cents: 0, ...parts },
      history: expect.arrayContaining([expect.objectContaining({ event: 'milestone_split' })]),
    });
    expect((await thread(scene.customer, scene)).at(-1)?.text).toBe(
      `✓ A moderator divided the money held for “Fix the login”: $60.00 released, $40.00 refunded; Unblock bears $25.00 of what is released\n\n${REASON}`,
    );
    ok(await act(moderator, scene, 'resume'));
    ok(await scene.customer.call('POST', `/api/milestones/${scene.milestoneId}/accept`, {}));
    expect(await ticketOf(scene)).toMatchObject({ status: 'CUSTOMER_APPROVED' });
  });

  test.each([
    [{ released_cents: 6000, refunded_cents: 4001 }, 409, 'split_does_not_add_up'],
    [{ released_cents: 0, refunded_cents: 10_000 }, 400, 'invalid_input'],
    [{ released_cents: 10_000.5, refunded_cents: 0 }, 400, 'invalid_input'],
    [{ released_cents: 11_000, refunded_cents: -1000 }, 400, 'invalid_input'],
    [{ released_cents: '6000', refunded_cents: 4000 }, 400, 'invalid_input'],
    [{ released_cents: 6000 }, 400, 'invalid_input'],
    [{ released_cents: 6000, refunded_cents: 4000, milestone_id: randomUUID() }, 404, 'not_found'],
  ])('is not divided as %j', async (parts, status, code) => {
    const scene = await reported(world, 'results paid');
    expect(await act(moderator, scene, 'split', parts)).toMatchObject({ status, body: { code } });
    expect(await decisionsOf(scene.customer, scene)).toEqual([]);
  });

  test('is divided only while the request needs help and money is held', async () => {
    const parts = { released_cents: 6000, refunded_cents: 4000 };
    const unpaid = await reported(world, 'working');
    expect(await act(moderator, unpaid, 'split', parts)).toMatchObject({
      body: { code: 'milestone_not_named' },
    });
    const named = { ...parts, milestone_id: unpaid.milestoneId };
    expect(await act(moderator, unpaid, 'split', named)).toMatchObject({
      body: { code: 'nothing_held' },
    });
    const running = await walkTo(world, 'results paid');
    expect(await act(moderator, running, 'split', parts)).toMatchObject({
      body: { code: 'wrong_state' },
    });
  });

  test('is paid meanwhile like before, and then divided', async () => {
    const scene = await walkTo(world, 'results unpaid');
    const { customer, milestoneId } = scene;
    await pay(world, customer, milestoneId ?? '');
    const rude = await say(scene.developer, scene.ticketId, 'Pay me more.');
    ok(await customer.call('POST', `/api/messages/${rude}/report`));
    ok(await act(moderator, scene, 'split', { released_cents: 10_000, refunded_cents: 0 }));
  });

  test('is divided once for one Idempotency-Key, which gives the first answer again', async () => {
    const scene = await reported(world, 'results paid');
    const path = `/api/moderation/tickets/${scene.ticketId}/split`;
    const body = { reason: REASON, released_cents: 6000, refunded_cents: 4000 };
    const key = { 'idempotency-key': randomUUID() };
    const first = await moderator.call('POST', path, body, key);
    const second = await moderator.call('POST', path, body, key);
    expect(second).toMatchObject({ status: 200, body: first.body });
    expect(await decisionsOf(scene.customer, scene)).toHaveLength(1);
  });
});

describe('money that was released', () => {
  const refund = { refunded_cents: 4000, borne_by: 'developer' };

  test('goes back to the customer when a moderator says so, borne by whom they say', async () => {
    const scene = await walkTo(world, 'approved');
    const body = { ...refund, milestone_id: scene.milestoneId };
    expect(ok(await act(moderator, scene, 'refund', body))).toMatchObject({
      status: 'CUSTOMER_APPROVED',
      money: { held_cents: 0, released_cents: 6000, refunded_cents: 4000 },
      history: expect.arrayContaining([expect.objectContaining({ event: 'money_refunded' })]),
    });
    expect(ok(await scene.developer.call('GET', '/api/earnings'))).toMatchObject({
      available_cents: 5400,
    });
    const [decision] = await decisionsOf(scene.customer, scene);
    expect(decision?.outcome).toBe(
      'A moderator refunded $40.00 for “Fix the login” to the customer',
    );
  });

  test('never goes back beyond what the customer has paid', async () => {
    const scene = await walkTo(world, 'approved');
    // The first hour of a new customer cost less: $75 were paid.
    const body = { ...refund, milestone_id: scene.milestoneId, refunded_cents: 7501 };
    expect(await act(moderator, scene, 'refund', body)).toMatchObject({
      body: { code: 'nothing_released' },
    });
    ok(await act(moderator, scene, 'refund', { ...body, refunded_cents: 7500 }));
  });

  test.each([
    { refunded_cents: 0 },
    { refunded_cents: -1 },
    { borne_by: 'customer' },
    { borne_by: undefined },
    { milestone_id: 'none' },
  ])('does not go back for %j', async (wrong) => {
    const scene = await walkTo(world, 'approved');
    const body = { ...refund, milestone_id: scene.milestoneId, ...wrong };
    expect((await act(moderator, scene, 'refund', body)).status).toBe(400);
  });
});

describe('all money of a request', () => {
  const platform = { borne_by: 'platform' };

  test('goes back to the customer and ends it, by a reason that both sides read', async () => {
    const scene = await reported(world, 'results paid');
    const path = `/api/moderation/tickets/${scene.ticketId}`;
    // The first hour of a new customer cost less: $75 were paid.
    expect(ok(await moderator.call<ModeratedRequest>('GET', path))).toMatchObject({
      money_back: { held_cents: 7500, released_cents: 0 },
      actions: { 'money-back': { allowed: true } },
    });
    expect(ok(await act(moderator, scene, 'money-back', platform))).toMatchObject({
      status: 'CUSTOMER_REJECTED',
      money_back: { held_cents: 0, released_cents: 0 },
      money: { held_cents: 0, released_cents: 0, refunded_cents: 7500 },
      actions: { 'money-back': { allowed: false } },
      decisions: [{ kind: 'money_given_back', reason: REASON }],
    });
    const words = 'A moderator gave the customer all money of the request back: $75.00';
    for (const person of [scene.customer, scene.developer]) {
      expect((await thread(person, scene)).at(-1)?.text).toBe(`✗ ${words}\n\n${REASON}`);
      const [mail] = await mailsTo(world, person, 'moderator_decision');
      expect(mail?.body_text).toContain(words);
    }
    const audit = `/api/moderation/audit?ticket_id=${scene.ticketId}&action=money_given_back`;
    expect(ok(await moderator.call('GET', audit))).toMatchObject({
      items: [
        {
          reason: REASON,
          target: { type: 'request', id: scene.ticketId },
          before: { status: 'REQUIRES_MOD_ASSISTANCE', held_cents: 10_000 },
          after: { status: 'CUSTOMER_REJECTED', held_cents: 0, given_back_cents: 7500 },
        },
      ],
    });
    expect(await reportsOf(moderator, scene)).toEqual([]);
    const [receipt] = await mailsTo(world, scene.customer, 'refund_receipt');
    expect(receipt?.subject).toContain('$75.00');
  });

  test.each([
    ['developer', 2250],
    ['platform', 9000],
  ] as const)(
    'goes back after the end too, borne by the %s where it was released',
    async (borne_by, available_cents) => {
      const scene = await walkTo(world, 'approved');
      expect(ok(await act(moderator, scene, 'money-back', { borne_by }))).toMatchObject({
        status: 'CUSTOMER_APPROVED',
      });
      expect(ok(await scene.developer.call('GET', '/api/earnings'))).toMatchObject({
        available_cents,
      });
      expect(await act(moderator, scene, 'money-back', { borne_by })).toMatchObject({
        status: 409,
        body: { code: 'nothing_to_give_back' },
      });
    },
  );

  test('goes back with what was divided for a developer who has lost the request', async () => {
    const scene = await reported(world, 'results paid');
    ok(await act(moderator, scene, 'split', { released_cents: 6000, refunded_cents: 4000 }));
    expect(ok(await act(moderator, scene, 'reopen'))).toMatchObject({
      money_back: { held_cents: 0, released_cents: 3500 },
    });
    const another = await world.person('developer');
    ok(await another.call('POST', `/api/tickets/${scene.ticketId}/grab`));
    const message = `/api/tickets/${scene.ticketId}/messages`;
    const rude = ok(await another.call<Message>('POST', message, { text: 'Pay me outside.' }));
    ok(await scene.customer.call('POST', `/api/messages/${rude.id}/report`));
    ok(await act(moderator, scene, 'money-back', { borne_by: 'developer' }));
    expect(ok(await scene.developer.call('GET', '/api/earnings'))).toMatchObject({
      available_cents: 5400 - 3150,
    });
  });

  test('is given back once, by several moderators at the same time', async () => {
    const scene = await reported(world, 'results paid');
    const other = await world.person('moderator');
    const answers = await Promise.all([
      act(moderator, scene, 'money-back', platform),
      act(other, scene, 'money-back', platform),
      // Before it, this releases the money, which goes back all the same; after it, it comes too late.
      act(other, scene, 'close-for-developer'),
    ]);
    const given = answers.slice(0, 2).filter(({ status }) => status === 200);
    expect(given).toHaveLength(1);
  });

  test('does not go back where nothing was paid, without a reason, or by one of its own sides', async () => {
    const unpaid = await reported(world, 'working');
    expect(await act(moderator, unpaid, 'money-back', platform)).toMatchObject({
      status: 409,
      body: { code: 'nothing_to_give_back' },
    });
    const scene = await reported(world, 'results paid');
    for (const wrong of [{}, { borne_by: 'customer' }, { ...platform, reason: ' ' }])
      expect((await act(moderator, scene, 'money-back', wrong)).status).toBe(400);
    await promote(world, scene.customer);
    expect((await act(scene.customer, scene, 'money-back', platform)).status).toBe(403);
    expect((await act(scene.developer, scene, 'money-back', platform)).status).toBe(404);
    expect(await ticketOf(scene)).toMatchObject({ status: 'REQUIRES_MOD_ASSISTANCE' });
  });

  test('stays while the work goes on', async () => {
    const scene = await walkTo(world, 'results paid');
    expect(await act(moderator, scene, 'money-back', platform)).toMatchObject({
      status: 409,
      body: { code: 'wrong_state' },
    });
  });
});

describe('money that was released to an unblocker who has lost the request since', () => {
  /** Dan's first milestone is released; Eve has taken the request over, and asks for help. */
  async function handedOver() {
    const customer = await world.person('customer');
    const dan = await world.person('developer', { name: 'Dan' });
    const eve = await world.person('developer', { name: 'Eve' });
    const { id: ticketId } = await postRequest(customer);
    await grab(dan, ticketId);
    const people = { customer, developer: dan };
    const [first] = await agreeOnPlan(people, ticketId, [{}, { title: 'The rest' }]);
    const milestone_id = first?.id ?? '';
    await pay(world, customer, milestone_id);
    await deliver(dan, milestone_id);
    ok(await customer.call('POST', `/api/milestones/${milestone_id}/accept`, {}));
    const path = `/api/tickets/${ticketId}`;
    ok(await dan.call('POST', `${path}/give-back`, { note: 'The first part works.' }));
    await grab(eve, ticketId);
    const rude = await say(eve, ticketId, 'Pay me outside.');
    ok(await customer.call('POST', `/api/messages/${rude}/report`));
    return { customer, dan, eve, ticketId, milestone_id };
  }

  /** Whether each of these has a notification of a decision. */
  function toldOf(people: Person[], { ticketId }: { ticketId: string }): Promise<boolean[]> {
    return Promise.all(
      people.map(async (person) => {
        const { items } = ok(await person.call<NotificationPage>('GET', '/api/notifications'));
        const kinds = items.filter(({ ticket_id }) => ticket_id === ticketId);
        return kinds.some(({ kind }) => kind === 'moderator_decided');
      }),
    );
  }

  test('is told to them, who may appeal, and not to the one who has the request now', async () => {
    const { dan, eve, customer, ...scene } = await handedOver();
    const { milestone_id } = scene;
    const body = { refunded_cents: 4000, borne_by: 'developer', milestone_id };
    ok(await act(moderator, scene, 'refund', body));
    const [mail, ...others] = await mailsTo(world, dan, 'moderator_decision');
    expect(others).toEqual([]);
    expect(mail?.body_text).toContain('$36.00 is taken from what you earned.');
    expect(await mailsTo(world, customer, 'moderator_decision')).toHaveLength(1);
    expect(await mailsTo(world, eve, 'moderator_decision')).toEqual([]);
    expect(await toldOf([customer, dan, eve], scene)).toEqual([true, true, false]);
    const [decision] = await decisionsOf(customer, scene);
    const path = `/api/decisions/${decision?.id}`;
    expect(await eve.call('GET', path)).toMatchObject({ status: 404 });
    expect(ok(await dan.call('GET', path))).toMatchObject({ kind: 'money_refunded' });
    expect(JSON.stringify(await thread(eve, scene))).not.toContain(REASON);
    expect((await thread(customer, scene)).some(({ text }) => text.includes(REASON))).toBe(true);
    const appeal = { text: 'It worked when I left.' };
    expect(ok(await dan.call('POST', `${path}/appeal`, appeal))).toMatchObject({
      appeal: { status: 'open' },
    });
  });

  test('is told to each of them, where all money of the request goes back', async () => {
    const { dan, eve, customer, ...scene } = await handedOver();
    ok(await act(moderator, scene, 'money-back', { borne_by: 'developer' }));
    const [mail, ...others] = await mailsTo(world, dan, 'moderator_decision');
    expect(others).toEqual([]);
    expect(mail?.body_text).toContain('$67.50 is taken from what you earned.');
    expect(mail?.body_text).toContain(REASON);
    // She has lost the request by it.
    for (const person of [customer, eve])
      expect(await mailsTo(world, person, 'moderator_decision')).toHaveLength(1);
  });

  test('is answered by each of them, where all money of the request goes back', async () => {
    const { dan, eve, customer, ...scene } = await handedOver();
    ok(await act(moderator, scene, 'money-back', { borne_by: 'developer' }));
    const [decision] = await decisionsOf(customer, scene);
    const path = `/api/decisions/${decision?.id}`;
    for (const person of [customer, dan, eve])
      expect(ok(await person.call('GET', path))).toMatchObject({
        kind: 'money_given_back',
        actions: { appeal: { allowed: true } },
      });
    expect(ok(await dan.call('GET', '/api/me/export'))).toMatchObject({
      decisions: [{ id: decision?.id }],
    });
    ok(await dan.call('POST', `${path}/appeal`, { text: 'It worked when I left.' }));
    const kim = await world.person('moderator');
    const queue = '/api/moderation/appeals?limit=100&order=newest';
    const { items } = ok(await kim.call<{ items: ModeratedAppeal[] }>('GET', queue));
    const waiting = items.find((each) => each.ticket.id === scene.ticketId);
    expect(waiting).toMatchObject({ by: { id: dan.id, side: 'developer' } });
    const answer = { reason: 'We look at it again.' };
    ok(await kim.call('POST', `/api/moderation/appeals/${waiting?.id}/grant`, answer));
    const [mail] = await mailsTo(world, dan, 'appeal_decided');
    expect(mail?.body_text).toContain('Your appeal was granted');
    expect(await mailsTo(world, eve, 'appeal_decided')).toEqual([]);
    expect(JSON.stringify(await thread(eve, scene))).not.toContain(answer.reason);
    expect(JSON.stringify(await thread(customer, scene))).toContain(answer.reason);
  });

  test('concerns them alone where all money goes back after the end', async () => {
    const { dan, eve, customer, ...scene } = await handedOver();
    ok(await act(moderator, scene, 'close-for-customer'));
    const told = (await mailsTo(world, eve, 'moderator_decision')).length;
    ok(await act(moderator, scene, 'money-back', { borne_by: 'developer' }));
    expect(await mailsTo(world, eve, 'moderator_decision')).toHaveLength(told);
    expect(await mailsTo(world, dan, 'moderator_decision')).toHaveLength(1);
    expect(await toldOf([customer, dan, eve], scene)).toEqual([true, true, false]);
    const [decision] = await decisionsOf(customer, scene);
    const path = `/api/decisions/${decision?.id}`;
    expect(ok(await dan.call('GET', path))).toMatchObject({
      kind: 'money_given_back',
      actions: { appeal: { allowed: true } },
    });
    expect(await eve.call('GET', path)).toMatchObject({ status: 404 });
  });
});

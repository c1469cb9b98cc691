import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Action } from '#domain/acts.ts';
import { DECISION_KINDS, type Decision } from '#domain/decision.ts';
import type { Export } from '#domain/export.ts';
import type { ModeratedAppeal, ModerationCounts } from '#domain/moderation.ts';
import type { NotificationPage } from '#domain/notification.ts';
import type { Ticket } from '#domain/ticket.ts';
import { ok } from '../testing/deeds.ts';
import {
  act,
  decisionsOf,
  mailsTo,
  openModeratedWorld,
  promote,
  REASON,
  reported,
} from '../testing/moderation.ts';
import { type Scene, type Stage, say } from '../testing/walk.ts';
import type { Person } from '../testing/world.ts';

const { world, moderator } = await openModeratedWorld();
/** Answers appeals against what the other one decided. */
const colleague = await world.person('moderator', { name: 'Kim' });

const TEXT = 'The deadline had not passed.';
const appeal = (person: Person, decision: Pick<Decision, 'id'> | undefined, text: unknown = TEXT) =>
  person.call<Decision>('POST', `/api/decisions/${decision?.id}/appeal`, { text });
const answer = (verb: 'grant' | 'deny', { id }: { id: string }, by = colleague) =>
  by.call<ModeratedAppeal>('POST', `/api/moderation/appeals/${id}/${verb}`, { reason: REASON });

async function decided(stage: Stage, action: Action): Promise<Scene & { decision: Decision }> {
  const scene = await reported(world, stage);
  const letters = (await mailsTo(world, scene.developer, 'moderator_decision')).length;
  ok(await act(moderator, scene, action));
  expect(await mailsTo(world, scene.developer, 'moderator_decision')).toHaveLength(letters + 1);
  const [decision] = await decisionsOf(scene.customer, scene);
  if (!decision) throw new Error('nothing was decided');
  return { ...scene, decision };
}

async function resumedAgain(scene: Scene, developer = scene.developer): Promise<void> {
  const said = await say(developer, scene.ticketId, 'Again!');
  ok(await scene.customer.call('POST', `/api/messages/${said}/report`));
  ok(await act(moderator, scene, 'resume'));
}

async function queue(
  { ticketId }: Scene,
  status = 'open',
  by = colleague,
): Promise<ModeratedAppeal[]> {
  const path = `/api/moderation/appeals?limit=100&order=oldest&status=${status}`;
  const { items } = ok(await by.call<{ items: ModeratedAppeal[] }>('GET', path));
  return items.filter(({ ticket }) => ticket.id === ticketId);
}

async function made(scene: Scene & { decision: Decision }, by = scene.developer) {
  ok(await appeal(by, scene.decision));
  const [waiting] = await queue(scene);
  if (!waiting) throw new Error('no appeal waits');
  return waiting;
}

/** Other moderators cannot act; returns what lets them again. */
async function suspendAllBut(...moderators: Person[]): Promise<() => Promise<unknown>> {
  const set = (until: Date | null) =>
    sql`update users set banned_until = ${until} where id in (
      select id from profiles where user_type = 'moderator'
        and id <> all (${moderators.map(({ id }) => id)}))`.execute(world.context.db);
  await set(new Date(Date.now() + 60_000));
  return () => set(null);
}

const statusOf = async ({ customer, ticketId }: Scene) =>
  ok(await customer.call<Ticket>('GET', `/api/tickets/${ticketId}`)).status;

describe('a decision', () => {
  test('may be answered once by each side, which changes nothing but the moderators’ queue', async () => {
    const eager = await world.person('moderator');
    ok(await eager.call('PATCH', '/api/me', { notifications: { desk: 'at_once' } }));
    const scene = await decided('results paid', 'close-for-customer');
    const { customer, developer, decision } = scene;
    expect(decision).toMatchObject({
      kind: 'closed_for_customer',
      reason: REASON,
      appeal: null,
      actions: { appeal: { allowed: true } },
    });
    for (const person of [developer, customer]) {
      expect(ok(await appeal(person, decision))).toMatchObject({
        appeal: { text: TEXT, status: 'open', answer: null },
        actions: { appeal: { allowed: false } },
      });
      expect(await appeal(person, decision)).toMatchObject({
        status: 409,
        body: { code: 'already_appealed' },
      });
    }
    expect((await queue(scene)).map(({ by }) => by.side)).toEqual(['developer', 'customer']);
    expect(await statusOf(scene)).toBe('CUSTOMER_REJECTED');
    const [mail] = await mailsTo(world, eager, 'appeal_made');
    expect(mail?.subject).toMatch(/Appeal$/);
    const found = ok(await developer.call<Export>('GET', '/api/me/export')).decisions;
    expect(found).toMatchObject([{ reason: REASON, appeal: { text: TEXT } }]);
  });

  test('shows each side their own answer alone', async () => {
    const scene = await decided('working', 'resume');
    ok(await appeal(scene.customer, scene.decision));
    const [seen] = await decisionsOf(scene.developer, scene);
    expect(seen).toMatchObject({ appeal: null, actions: { appeal: { allowed: true } } });
  });

  test('may be answered by a developer who has lost the request by it', async () => {
    const scene = await decided('working', 'reopen');
    const path = `/api/decisions/${scene.decision.id}`;
    expect(ok(await scene.developer.call('GET', path))).toMatchObject({
      kind: 'request_reopened',
    });
    ok(await appeal(scene.developer, scene.decision));
  });

  test('is not there for anybody else', async () => {
    const { decision } = await decided('working', 'resume');
    for (const type of ['customer', 'developer', 'moderator'] as const) {
      const stranger = await world.person(type);
      expect((await stranger.call('GET', `/api/decisions/${decision.id}`)).status).toBe(404);
      expect((await appeal(stranger, decision)).status).toBe(404);
    }
    expect((await appeal(moderator, { id: randomUUID() })).status).toBe(404);
  });

  test('is answered with words, and not once a newer one has taken its place', async () => {
    const scene = await decided('working', 'resume');
    for (const text of [undefined, '', ' ', 7, 'x'.repeat(5001)]) {
      const answer = await scene.customer.call(
        'POST',
        `/api/decisions/${scene.decision.id}/appeal`,
        { text },
      );
      expect(answer.status).toBe(400);
    }
    await resumedAgain(scene);
    expect(await appeal(scene.customer, scene.decision)).toMatchObject({
      body: { code: 'decision_replaced' },
    });
  });

  test('is answered though a newer one is about one report, message, payment or dispute alone', async () => {
    const scene = await decided('working', 'resume');
    await resumedAgain(scene);
    const [newer] = await decisionsOf(scene.customer, scene);
    const answered: string[] = [];
    for (const kind of [...DECISION_KINDS, 'request_resumed'] as const) {
      await world.context.db
        .updateTable('decisions')
        .set({ kind })
        .where('id', '=', newer?.id ?? '')
        .execute();
      const path = `/api/decisions/${scene.decision.id}`;
      const { actions } = ok(await scene.customer.call<Decision>('GET', path));
      if (actions.appeal?.allowed) answered.push(kind);
    }
    expect(answered).toEqual([
      'report_dismissed',
      'message_hidden',
      'dispute_decided',
      'payment_cleared',
      'payment_refused',
    ]);
  });

  test('about one message is answered by its author after the request goes on, and after the next', async () => {
    const scene = await reported(world, 'working');
    const { customer, developer, ticketId } = scene;
    for (const id of [scene.rude, await say(developer, ticketId, 'Again!')])
      ok(await moderator.call('POST', `/api/moderation/messages/${id}/hide`, { reason: REASON }));
    ok(await act(moderator, scene, 'resume'));
    for (const person of [customer, developer])
      expect((await decisionsOf(person, scene)).map((each) => each.actions.appeal)).toEqual([
        { allowed: true, reason: null },
        { allowed: true, reason: null },
        { allowed: true, reason: null },
      ]);
    const [, , first] = await decisionsOf(developer, scene);
    expect(ok(await appeal(developer, first))).toMatchObject({ kind: 'message_hidden' });
  });

  test('about an earlier unblocker is answered after one about the next', async () => {
    const scene = await decided('working', 'reopen');
    const next = await world.person('developer');
    ok(await next.call('POST', `/api/tickets/${scene.ticketId}/grab`));
    await resumedAgain(scene, next);
    for (const person of [scene.developer, scene.customer])
      expect(ok(await appeal(person, scene.decision))).toMatchObject({
        appeal: { status: 'open' },
      });
  });

  test('is answered within fourteen days', async () => {
    const scene = await decided('working', 'resume');
    const ago = (days: number) =>
      sql`update decisions set created_at = now() - make_interval(days => ${days}, secs => -60)
        where id = ${scene.decision.id}`.execute(world.context.db);
    await ago(15);
    expect((await appeal(scene.customer, scene.decision)).body).toMatchObject({
      code: 'appeal_too_late',
    });
    const [late] = await decisionsOf(scene.customer, scene);
    expect(late?.actions.appeal).toMatchObject({ allowed: false });
    await ago(14);
    ok(await appeal(scene.customer, scene.decision));
  });

  test('is answered once, also by several tabs at the same time', async () => {
    const scene = await decided('working', 'resume');
    const tabs = [1, 2, 3].map(() => appeal(scene.customer, scene.decision));
    const answers = await Promise.all(tabs);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await queue(scene)).toHaveLength(1);
  });
});

describe('an appeal', () => {
  test('that is granted brings a running request back to the moderators, and both sides are told', async () => {
    const scene = await decided('working', 'resume');
    const waiting = await made(scene, scene.customer);
    expect(waiting).toMatchObject({
      by: { id: scene.customer.id, side: 'customer' },
      decision: { kind: 'request_resumed', reason: REASON, decided_by: 'Mo' },
      actions: { grant: { allowed: true }, deny: { allowed: true } },
    });
    expect(ok(await answer('grant', waiting))).toMatchObject({
      status: 'granted',
      answer: REASON,
      actions: { grant: { allowed: false } },
    });
    expect(await statusOf(scene)).toBe('REQUIRES_MOD_ASSISTANCE');
    for (const person of [scene.customer, scene.developer]) {
      const [mail] = await mailsTo(world, person, 'appeal_decided');
      expect(mail?.subject).toMatch(/Appeal Granted$/);
      const whose = person === scene.customer ? 'Your appeal' : 'The other side’s appeal';
      expect(mail?.body_text).toContain(whose);
      const path = `/api/tickets/${scene.ticketId}/messages`;
      const { items } = ok(await person.call<{ items: { text: string }[] }>('GET', path));
      expect(items.at(-1)?.text).toBe(`✓ A moderator granted an appeal\n\n${REASON}`);
    }
    ok(await act(moderator, scene, 'close-for-customer'));
  });

  test('is not shown to a moderator who made it or is a side of its request', async () => {
    const scene = await decided('working', 'reopen');
    await made(scene);
    const appeals = async (by: Person) =>
      ok(await by.call<ModerationCounts>('GET', '/api/moderation/counts')).appeals.count;
    const all = await appeals(moderator);
    // The developer has lost the request by the decision, and is no side of it any more.
    for (const own of [scene.customer, scene.developer]) {
      await promote(world, own);
      expect(await queue(scene, 'open', own)).toEqual([]);
      expect(await appeals(own)).toBe(all - 1);
    }
  });

  test('that is denied leaves all as it is, with a reason', async () => {
    const scene = await decided('results paid', 'close-for-customer');
    const waiting = await made(scene);
    const path = `/api/moderation/appeals/${waiting.id}/deny`;
    expect((await moderator.call('POST', path, { reason: ' ' })).status).toBe(400);
    ok(await answer('deny', waiting));
    expect(await statusOf(scene)).toBe('CUSTOMER_REJECTED');
    const [seen] = await decisionsOf(scene.developer, scene);
    expect(seen?.appeal).toMatchObject({ status: 'denied', answer: REASON });
    expect(await queue(scene, 'denied')).toHaveLength(1);
  });

  test('that is granted after the end leaves the request ended, for money to be put right', async () => {
    const scene = await decided('results paid', 'close-for-developer');
    const waiting = await made(scene, scene.customer);
    ok(await answer('grant', waiting));
    expect(await statusOf(scene)).toBe('CUSTOMER_APPROVED');
    const parts = { milestone_id: scene.milestoneId, refunded_cents: 7500, borne_by: 'platform' };
    ok(await act(moderator, scene, 'refund', parts));
  });

  test('of a developer who has lost the request takes it from nobody', async () => {
    const scene = await decided('working', 'reopen');
    const waiting = await made(scene);
    const another = await world.person('developer');
    ok(await another.call('POST', `/api/tickets/${scene.ticketId}/grab`));
    ok(await answer('grant', waiting));
    expect(await statusOf(scene)).toBe('DEVELOPER_PLANNING');
    const [mail] = await mailsTo(world, scene.developer, 'appeal_decided');
    expect(mail?.body_text).toContain('Your appeal was granted');
  });

  test('rings for whom its decision is about, and for whom its answer stops', async () => {
    const told = async (people: Person[], { ticketId }: Scene) =>
      Promise.all(
        people.map(async (person) => {
          const { items } = ok(await person.call<NotificationPage>('GET', '/api/notifications'));
          const mine = items.filter((each) => each.ticket_id === ticketId);
          return mine.filter(({ kind }) => kind === 'moderator_decided').length;
        }),
      );
    for (const verb of ['grant', 'deny'] as const)
      for (const by of ['customer', 'developer'] as const) {
        const scene = await decided('working', 'reopen');
        const waiting = await made(scene, scene[by]);
        const next = await world.person('developer');
        ok(await next.call('POST', `/api/tickets/${scene.ticketId}/grab`));
        const people = [scene.customer, scene.developer, next];
        const before = await told(people, scene);
        ok(await answer(verb, waiting));
        const stops = verb === 'grant' && by === 'customer';
        expect((await statusOf(scene)) === 'REQUIRES_MOD_ASSISTANCE').toBe(stops);
        const after = await told(people, scene);
        expect(after.map((count, index) => count - (before[index] ?? 0))).toEqual([
          1,
          1,
          stops ? 1 : 0,
        ]);
      }
  });

  test('is answered by another moderator than the one who decided, where there is one', async () => {
    const scene = await decided('results paid', 'close-for-customer');
    const waiting = await made(scene);
    const refused = async (why: RegExp) => {
      for (const verb of ['grant', 'deny'] as const)
        expect(await answer(verb, waiting, moderator)).toMatchObject({
          status: 409,
          body: { code: 'own_decision', detail: expect.stringMatching(why) },
        });
      const [seen] = await queue(scene, 'open', moderator);
      for (const action of [seen?.actions.grant, seen?.actions.deny])
        expect(action).toEqual({ allowed: false, reason: expect.stringMatching(why) });
    };
    await refused(/another moderator has to answer it/);
    const restore = await suspendAllBut(moderator);
    const [alone] = await queue(scene, 'open', moderator);
    expect(alone?.actions).toMatchObject({ grant: { allowed: true }, deny: { allowed: true } });
    ok(await answer('deny', waiting, moderator));
    await restore();
  });

  test('is answered by who decided where every other moderator has, or had, a part in it', async () => {
    const scene = await decided('working', 'reopen');
    const waiting = await made(scene);
    for (const side of [scene.customer, scene.developer]) await promote(world, side);
    const restore = await suspendAllBut(moderator, scene.customer, scene.developer);
    for (const side of [scene.customer, scene.developer])
      expect(await answer('deny', waiting, side)).toMatchObject({
        body: { code: 'not_your_part' },
      });
    const [alone] = await queue(scene, 'open', moderator);
    expect(alone?.actions).toMatchObject({ grant: { allowed: true }, deny: { allowed: true } });
    ok(await answer('deny', waiting, moderator));
    await restore();
  });

  test('is decided once, also by several at the same time', async () => {
    const scene = await decided('working', 'resume');
    const waiting = await made(scene);
    const other = await world.person('moderator');
    const answers = await Promise.all([answer('grant', waiting), answer('deny', waiting, other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await answer('deny', waiting)).toMatchObject({ body: { code: 'appeal_decided' } });
  });

  test('opens the discussion to the moderators while it waits', async () => {
    const scene = await decided('results paid', 'close-for-customer');
    const path = `/api/moderation/tickets/${scene.ticketId}/messages`;
    expect((await moderator.call('GET', path)).status).toBe(404);
    const waiting = await made(scene);
    expect((await moderator.call('GET', path)).status).toBe(200);
    ok(await answer('deny', waiting));
    expect((await moderator.call('GET', path)).status).toBe(404);
  });
});

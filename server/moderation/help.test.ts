import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { ModeratedRequest, ModeratedTicket, ModerationCounts } from '#domain/moderation.ts';
import type { Report } from '#domain/report.ts';
import { ok } from '../testing/deeds.ts';
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
import { STAGES, say, statusAt, walkTo } from '../testing/walk.ts';
import type { Person } from '../testing/world.ts';

const { world, moderator } = await openModeratedWorld();

const dismiss = (id: string, by = moderator) =>
  by.call('POST', `/api/moderation/reports/${id}/dismiss`, { reason: REASON });

/** The messages that a moderator reads who opens a report. */
async function aroundOf(report: Report | undefined): Promise<string[]> {
  const path = `/api/moderation/reports/${report?.id}`;
  return ok(await moderator.call<Report>('GET', path)).around.map(({ id }) => id);
}

const RUNNING = STAGES.filter((stage) => !['open', 'help', 'rejected', 'approved'].includes(stage));

describe('a report', () => {
  test.each(RUNNING)(
    'shows the message in its thread, and its dismissal lets the request go on, at the stage "%s"',
    async (stage) => {
      const scene = await reported(world, stage);
      const { ticketId, customer, developer } = scene;
      expect(await ticketOf(scene)).toMatchObject({ status: 'REQUIRES_MOD_ASSISTANCE' });
      const [report] = await reportsOf(moderator, scene);
      expect(report).toMatchObject({
        status: 'open',
        reporter: { id: customer.id, side: 'customer' },
        message: { id: scene.rude, side: 'developer', text: 'Pay me outside of this, or else.' },
        ticket: { id: ticketId, status: 'REQUIRES_MOD_ASSISTANCE', open_reports: 1 },
        actions: { dismiss: { allowed: true } },
      });
      expect(report?.around.map(({ id }) => id)).toEqual([scene.rude]);
      const around = await aroundOf(report);
      expect(around).toContain(scene.rude);
      expect(around.length).toBeGreaterThan(1);

      expect(ok(await dismiss(report?.id ?? ''))).toMatchObject({
        status: 'dismissed',
        reason: REASON,
        actions: { dismiss: { allowed: false } },
      });
      expect(await ticketOf(scene)).toMatchObject({ status: statusAt[stage] });
      for (const person of [customer, developer]) {
        expect((await thread(person, scene)).at(-1)).toMatchObject({
          text: `✓ A moderator looked into a report and found nothing to object to. The request goes on\n\n${REASON}`,
          is_system: true,
          author_id: moderator.id,
        });
        const [mail] = await mailsTo(world, person, 'moderator_decision');
        expect(mail?.body_text).toContain(`> ${REASON}`);
        const [decision] = await decisionsOf(person, scene);
        expect(mail?.body_text).toContain(`/decisions/${decision?.id}`);
      }
    },
  );

  test('of somebody without a name is called one of their side', async () => {
    const scene = await reported(world, 'working');
    const said = await say(scene.customer, scene.ticketId, 'Work for nothing.');
    ok(await scene.developer.call('POST', `/api/messages/${said}/report`));
    const reporters = (await reportsOf(moderator, scene)).map(({ reporter }) => reporter);
    expect(reporters).toMatchObject([
      { id: scene.developer.id, side: 'developer', full_name: 'Developer' },
      { id: scene.customer.id, side: 'customer', full_name: 'Customer' },
    ]);
  });

  test('that is dismissed while another one is open leaves the request with the moderators', async () => {
    const scene = await reported(world, 'working');
    const other = await say(scene.customer, scene.ticketId, 'You thief!');
    ok(await scene.developer.call('POST', `/api/messages/${other}/report`));
    const [first, second] = await reportsOf(moderator, scene);
    expect(first?.ticket.open_reports).toBe(2);
    ok(await dismiss(first?.id ?? ''));
    expect(await ticketOf(scene)).toMatchObject({ status: 'REQUIRES_MOD_ASSISTANCE' });
    ok(await dismiss(second?.id ?? ''));
    expect(await ticketOf(scene)).toMatchObject({ status: 'DEVELOPER_WORKING' });
  });

  test('shows what was said around the message only while there is something to decide', async () => {
    const scene = await reported(world, 'working');
    const [report] = await reportsOf(moderator, scene);
    expect((await aroundOf(report)).length).toBeGreaterThan(1);
    expect(ok(await dismiss(report?.id ?? ''))).toMatchObject({ around: [{ id: scene.rude }] });
    expect(await aroundOf(report)).toEqual([scene.rude]);
    const other = await say(scene.customer, scene.ticketId, 'You thief!');
    ok(await scene.developer.call('POST', `/api/messages/${other}/report`));
    expect(await aroundOf(report)).toContain(other);
  });

  test('shows three messages before the reported one and two after it, and no more', async () => {
    const scene = await walkTo(world, 'working');
    const said: string[] = [];
    for (let n = 1; n <= 9; n++)
      said.push(await say(scene.developer, scene.ticketId, `message ${n}`));
    ok(await scene.customer.call('POST', `/api/messages/${said[4]}/report`));
    const [report] = await reportsOf(moderator, scene);
    expect(await aroundOf(report)).toEqual(said.slice(1, 7));
  });

  test('about a finished request is dismissed without a change of its state', async () => {
    const scene = await reported(world, 'approved');
    const [report] = await reportsOf(moderator, scene);
    ok(await dismiss(report?.id ?? ''));
    expect(await ticketOf(scene)).toMatchObject({ status: 'CUSTOMER_APPROVED' });
  });

  test('is decided once, also by several at the same time', async () => {
    const scene = await reported(world, 'planning');
    const other = await world.person('moderator');
    const [report] = await reportsOf(moderator, scene);
    const id = report?.id ?? '';
    const answers = await Promise.all([dismiss(id), dismiss(id, other), dismiss(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await dismiss(id)).toMatchObject({ body: { code: 'report_decided' } });
    expect(await mailsTo(world, scene.customer, 'moderator_decision')).toHaveLength(1);
    expect((await dismiss(randomUUID())).status).toBe(404);
  });

  test('is answered when its request is decided as a whole', async () => {
    const scene = await reported(world, 'working');
    ok(await act(moderator, scene, 'resume'));
    expect(await reportsOf(moderator, scene)).toEqual([]);
    expect(await reportsOf(moderator, scene, 'closed')).toMatchObject([{ reason: REASON }]);
  });

  test('is listed with the newest first, or with the oldest first as a queue, page by page', async () => {
    const [older, newer] = [await reported(world, 'reserved'), await reported(world, 'reserved')];
    const list = async (query: string) => {
      const path = `/api/moderation/reports?${query}`;
      const page = ok(await moderator.call<{ items: Report[]; next_cursor: string }>('GET', path));
      return { ids: page.items.map(({ ticket }) => ticket.id), next: page.next_cursor };
    };
    const newest = await list('limit=1');
    expect(newest.ids).toEqual([newer.ticketId]);
    expect((await list(`limit=1&cursor=${newest.next}`)).ids).toEqual([older.ticketId]);
    const all = (await list('limit=100')).ids;
    expect((await list('limit=100&order=oldest')).ids).toEqual(all.toReversed());
    const first = await list('limit=1&order=oldest');
    expect((await list(`limit=1&order=oldest&cursor=${first.next}`)).ids).toEqual([all.at(-2)]);
    expect((await moderator.call('GET', '/api/moderation/reports?order=best')).status).toBe(400);
  });
});

describe('a request that requires moderator assistance', () => {
  test('is resumed where it was, with a line in the thread and in the history', async () => {
    const scene = await reported(world, 'results paid');
    expect(ok(await act(moderator, scene, 'resume'))).toMatchObject({
      status: 'CUSTOMER_REVIEWING_RESULTS',
      status_before_help: null,
      thread: { allowed: false },
      decisions: [{ kind: 'request_resumed', reason: REASON, decided_by: 'Mo' }],
    });
    const path = `/api/tickets/${scene.ticketId}/history`;
    const { items } = ok(
      await scene.customer.call<{ items: { event: string; actor_name: string | null }[] }>(
        'GET',
        path,
      ),
    );
    expect(items.at(0)).toMatchObject({
      event: 'request_resumed',
      actor: 'moderator',
      actor_name: null,
    });
    ok(await scene.customer.call('POST', `/api/milestones/${scene.milestoneId}/accept`, {}));
  });

  test('is closed for the customer, who gets back what is held', async () => {
    const scene = await reported(world, 'results paid');
    expect(ok(await act(moderator, scene, 'close-for-customer'))).toMatchObject({
      status: 'CUSTOMER_REJECTED',
      money: { held_cents: 0, released_cents: 0, refunded_cents: 7500 },
    });
    expect((await thread(scene.developer, scene)).at(-1)?.text).toMatch(/^✗ A moderator closed/);
  });

  test('is closed for the developer, who gets what is held for work in review', async () => {
    const scene = await reported(world, 'results paid');
    expect(ok(await act(moderator, scene, 'close-for-developer'))).toMatchObject({
      status: 'CUSTOMER_APPROVED',
      money: { held_cents: 0, released_cents: 10_000, refunded_cents: 0 },
    });
    expect(ok(await scene.developer.call('GET', '/api/earnings'))).toMatchObject({
      available_cents: 9000,
    });
  });

  test('is returned to the open list, where another developer takes it; the old one is told', async () => {
    const scene = await reported(world, 'working');
    expect(ok(await act(moderator, scene, 'reopen'))).toMatchObject({
      status: 'AWAITING_ASSIGNMENT',
      developer: null,
      plan: [],
    });
    expect((await thread(scene.customer, scene)).at(-1)?.text).toMatch(/^✗ A moderator returned/);
    const [mail] = await mailsTo(world, scene.developer, 'moderator_decision');
    expect(mail?.body_text).toContain('returned the request to the open list');
    const away = await scene.developer.call('GET', `/api/tickets/${scene.ticketId}/decisions`);
    expect(away.status).toBe(404);
    const another = await world.person('developer');
    ok(await another.call('POST', `/api/tickets/${scene.ticketId}/grab`));
  });

  test('is decided only with a reason', async () => {
    const scene = await reported(world, 'working');
    for (const reason of [undefined, '', '  ', 7, 'x'.repeat(2001)]) {
      for (const action of ['resume', 'close-for-customer', 'close-for-developer', 'reopen']) {
        expect((await act(moderator, scene, action, { reason })).status).toBe(400);
      }
    }
    expect(await ticketOf(scene)).toMatchObject({ status: 'REQUIRES_MOD_ASSISTANCE' });
    expect(await decisionsOf(scene.customer, scene)).toEqual([]);
  });

  test('is decided once, whichever way, by several at the same time', async () => {
    const scene = await reported(world, 'results paid');
    const other = await world.person('moderator');
    const answers = await Promise.all([
      act(moderator, scene, 'close-for-customer'),
      act(other, scene, 'close-for-developer'),
      act(moderator, scene, 'resume'),
      act(other, scene, 'reopen'),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(await decisionsOf(scene.customer, scene)).toHaveLength(1);
  });

  test('shows its moderator what may be done, and why not the rest', async () => {
    const working = await reported(world, 'results paid');
    const path = `/api/moderation/tickets/${working.ticketId}`;
    const view = ok(await moderator.call<ModeratedRequest>('GET', path));
    expect(view).toMatchObject({
      status_before_help: 'CUSTOMER_REVIEWING_RESULTS',
      open_reports: 1,
      customer: { id: working.customer.id, email: working.customer.email },
      thread: { allowed: true },
      money: { held_cents: 10_000 },
      ledger: [{ kind: 'hold', milestone_id: working.milestoneId }],
      actions: {
        resume: { allowed: true },
        'close-for-customer': { allowed: true },
        'close-for-developer': { allowed: true },
        reopen: { allowed: true },
      },
      plan: [{ actions: { split: { allowed: true }, refund: { allowed: false } } }],
    });
    const sum = view.ledger[0]?.lines.reduce((total, line) => total + line.amount_cents, 0);
    expect(sum).toBe(0);
    expect(view.history.at(-1)).toMatchObject({ event: 'request_created' });
  });
});

describe('a request that needs no help', () => {
  test('takes no decision, and keeps its discussion to its two sides', async () => {
    for (const stage of ['open', 'working', 'approved', 'rejected'] as const) {
      const scene = await walkTo(world, stage);
      for (const action of ['resume', 'close-for-customer', 'close-for-developer', 'reopen']) {
        expect(await act(moderator, scene, action)).toMatchObject({
          status: 409,
          body: { code: 'wrong_state' },
        });
      }
      const path = `/api/moderation/tickets/${scene.ticketId}`;
      expect((await moderator.call('GET', `${path}/messages`)).status).toBe(404);
      const view = ok(await moderator.call<ModeratedRequest>('GET', path));
      expect(view.thread).toMatchObject({ allowed: false, reason: expect.any(String) });
      expect(JSON.stringify(view)).not.toContain('Can you help?');
    }
  });
});

describe('a moderator', () => {
  test('finds no report about a request of their own, on either side', async () => {
    const scene = await reported(world, 'working');
    const reports = async (by: Person) =>
      ok(await by.call<ModerationCounts>('GET', '/api/moderation/counts')).reports.count;
    const all = await reports(moderator);
    for (const own of [scene.customer, scene.developer]) {
      await promote(world, own);
      expect(await reportsOf(own, scene)).toEqual([]);
      expect(await reports(own)).toBe(all - 1);
    }
    expect(await reportsOf(moderator, scene)).toHaveLength(1);
  });

  test('decides nothing about a request of their own, and does not look into it', async () => {
    const scene = await reported(world, 'results paid');
    const own = scene.customer;
    await promote(world, own);
    for (const action of ['resume', 'close-for-customer', 'close-for-developer', 'reopen']) {
      expect(await act(own, scene, action)).toMatchObject({ body: { code: 'not_your_part' } });
    }
    const parts = { released_cents: 1, refunded_cents: 9999 };
    expect(await act(own, scene, 'split', parts)).toMatchObject({ status: 403 });
    const [report] = await reportsOf(moderator, scene);
    expect((await dismiss(report?.id ?? '', own)).status).toBe(403);
    const hide = `/api/moderation/messages/${scene.rude}/hide`;
    expect((await own.call('POST', hide, { reason: REASON })).status).toBe(403);
    const path = `/api/moderation/tickets/${scene.ticketId}`;
    expect((await own.call('GET', path)).status).toBe(403);
    expect((await own.call('GET', `${path}/messages`)).status).toBe(403);
    expect(await ticketOf(scene)).toMatchObject({ status: 'REQUIRES_MOD_ASSISTANCE' });
  });

  test('decides nothing about a request that they once sent a quote for', async () => {
    const scene = await reported(world, 'working');
    const bidder = await world.person('developer');
    await world.context.db
      .insertInto('quotes')
      .values({
        ticket_id: scene.ticketId,
        developer_id: bidder.id,
        message: 'I would do it for less',
        milestones: '[]',
        outcome: 'declined',
        decided_at: new Date(),
      })
      .execute();
    await promote(world, bidder);
    expect(await reportsOf(bidder, scene)).toEqual([]);
    const refused = { status: 403, body: { code: 'not_your_part' } };
    expect(await act(bidder, scene, 'reopen')).toMatchObject(refused);
    const path = `/api/moderation/tickets/${scene.ticketId}`;
    expect(await bidder.call('GET', path)).toMatchObject(refused);
  });

  test('finds requests by status and by the number in a mail', async () => {
    const scene = await reported(world, 'planning');
    const list = async (query: string) =>
      ok(
        await moderator.call<{ items: ModeratedTicket[] }>(
          'GET',
          `/api/moderation/tickets?${query}`,
        ),
      ).items;
    const waiting = await list('status=REQUIRES_MOD_ASSISTANCE&order=oldest&limit=100');
    expect(waiting.at(-1)).toMatchObject({
      id: scene.ticketId,
      open_reports: 1,
      status_before_help: 'DEVELOPER_PLANNING',
      developer: { id: scene.developer.id, suspended: false },
    });
    const number = scene.ticketId.slice(-6);
    expect(await list(`q=%23${number.toUpperCase()}`)).toMatchObject([{ id: scene.ticketId }]);
    for (const query of ['q=%25%25%25', 'status=HELP', 'order=best', 'cursor=x']) {
      expect((await moderator.call('GET', `/api/moderation/tickets?${query}`)).status).toBe(400);
    }
  });
});

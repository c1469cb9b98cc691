import { expect, test } from 'vitest';
import type { Ticket } from '#domain/ticket.ts';
import { ok, pay } from '../testing/deeds.ts';
import { act, openModeratedWorld } from '../testing/moderation.ts';
import { walkTo } from '../testing/walk.ts';

const { world, moderator } = await openModeratedWorld();

const PARTS = {
  divided: { released_cents: 6000, refunded_cents: 4000 },
  'given back': null,
} as const;

test.each(Object.entries(PARTS))(
  'keeps a request whose money was %s before its plan was cleared',
  async (_, parts) => {
    const scene = await walkTo(world, 'working');
    const { customer, ticketId, milestoneId } = scene;
    await pay(world, customer, milestoneId ?? '');
    ok(await act(moderator, scene, 'take-in'));
    if (parts) ok(await act(moderator, scene, 'split', { milestone_id: milestoneId, ...parts }));
    ok(await act(moderator, scene, 'reopen'));
    const path = `/api/tickets/${ticketId}`;
    const { actions } = ok(await customer.call<Ticket>('GET', path));
    expect(actions.delete).toMatchObject({ allowed: false });
    expect(await customer.call('DELETE', path)).toMatchObject({
      status: 409,
      body: { code: 'request_paid' },
    });
    expect(actions.cancel).toMatchObject({ allowed: true });
  },
);

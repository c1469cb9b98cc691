import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PlanOfRequest } from '#domain/milestone.ts';
import { ok } from '../testing/deeds.ts';
import { walkTo } from '../testing/walk.ts';
import { openWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe('a plan', () => {
  it('is not approved by somebody who looked at another price, and stays in review', async () => {
    const { customer, developer, ticketId, milestoneId } = await walkTo(world, 'plan in review');
    const path = `/api/tickets/${ticketId}`;
    // Sent back in another tab, and handed in again for more, while this one is being looked at.
    ok(await customer.call('POST', `${path}/request-changes`, { feedback: 'With tests' }));
    ok(await developer.call('PATCH', `/api/milestones/${milestoneId}`, { hours: 3 }));
    ok(await developer.call('POST', `${path}/submit-plan`));
    const seen = { total_cents: 10_000 };
    expect(await customer.call('POST', `${path}/approve-plan`, seen)).toMatchObject({
      status: 409,
      body: {
        code: 'plan_changed',
        detail: 'The plan has changed meanwhile. Please look at it again.',
      },
    });
    expect(ok(await customer.call('GET', path)).status).toBe('CUSTOMER_REVIEWING_PLAN');
    ok(await customer.call('POST', `${path}/approve-plan`, { total_cents: 15_000 }));
    expect(ok(await customer.call('GET', path)).status).toBe('DEVELOPER_WORKING');
  });

  it('is not approved by somebody who looked at an earlier one of the same price', async () => {
    const { customer, developer, ticketId, milestoneId } = await walkTo(world, 'plan in review');
    const path = `/api/tickets/${ticketId}`;
    const plan = () => customer.call<PlanOfRequest>('GET', `${path}/milestones`).then(ok);
    const { versions: seen, total_cents } = await plan();
    ok(await customer.call('POST', `${path}/request-changes`, { feedback: 'With tests' }));
    ok(await developer.call('PATCH', `/api/milestones/${milestoneId}`, { title: 'No tests' }));
    ok(await developer.call('POST', `${path}/submit-plan`));
    const approve = (version: number) =>
      customer.call('POST', `${path}/approve-plan`, { total_cents, version });
    expect(await approve(seen)).toMatchObject({ status: 409, body: { code: 'plan_changed' } });
    ok(await approve((await plan()).versions));
    expect(ok(await customer.call('GET', path)).status).toBe('DEVELOPER_WORKING');
  });

  it('takes no price that is none', async () => {
    const { customer, ticketId } = await walkTo(world, 'plan in review');
    for (const total_cents of ['100', 1.5, -1, null]) {
      const { status } = await customer.call('POST', `/api/tickets/${ticketId}/approve-plan`, {
        total_cents,
      });
      expect(status).toBe(400);
    }
  });
});

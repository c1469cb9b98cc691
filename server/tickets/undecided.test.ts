import { describe, expect, test } from 'vitest';
import type { Quote } from '#domain/quote.ts';
import { refusals } from '#domain/refusals.ts';
import type { FeedbackReport, Reviews } from '#domain/review.ts';
import type { Ticket } from '#domain/ticket.ts';
import { ok, sendQuote } from '../testing/deeds.ts';
import {
  act,
  decisionsOf,
  openModeratedWorld,
  REASON,
  reportsOf,
  ticketOf,
} from '../testing/moderation.ts';
import { say, walkTo } from '../testing/walk.ts';
import type { Person } from '../testing/world.ts';

const { world, moderator } = await openModeratedWorld();
const colleague = await world.person('moderator', { name: 'Kim' });

interface Pending {
  customer: Person;
  ticketId: string;
}

const pathOf = ({ ticketId }: Pending) => `/api/tickets/${ticketId}`;
const remove = (of: Pending) => of.customer.call('DELETE', pathOf(of));
const readBy = async (of: Pending) => ok(await of.customer.call<Ticket>('GET', pathOf(of)));

async function expectKept(of: Pending): Promise<void> {
  const { actions } = await readBy(of);
  expect(actions.delete).toEqual({ allowed: false, reason: refusals.still_to_decide[1] });
  const listed = ok(await of.customer.call<{ items: Ticket[] }>('GET', '/api/tickets?view=active'));
  expect(listed.items.find(({ id }) => id === of.ticketId)?.actions.delete).toEqual(actions.delete);
  expect(await remove(of)).toMatchObject({ status: 409, body: { code: 'still_to_decide' } });
  expect(actions.cancel).toMatchObject({ allowed: true });
}

async function wordReport(
  { ticketId }: Pick<Pending, 'ticketId'>,
  status = 'open',
): Promise<FeedbackReport> {
  const path = `/api/moderation/reviews?status=${status}&limit=100`;
  const { items } = ok(await moderator.call<{ items: FeedbackReport[] }>('GET', path));
  const found = items.find(({ ticket }) => ticket.id === ticketId);
  if (!found) throw new Error('nothing is reported');
  return found;
}

const decide = (by: Person, id: string, what: string) =>
  by.call('POST', `/api/moderation/reviews/${id}/${what}`, { reason: REASON });

describe('a pending request is not deleted while moderators have something to decide', () => {
  test('about a message of an earlier conversation; cancelled, it can still be decided', async () => {
    const scene = await walkTo(world, 'planning');
    const { customer, developer, ticketId } = scene;
    const rude = await say(developer, ticketId, 'Pay me outside of this, or else.');
    ok(await developer.call('POST', `${pathOf(scene)}/give-back`, { note: 'I have no time.' }));
    ok(await customer.call('POST', `/api/messages/${rude}/report`));
    expect((await ticketOf(scene)).status).toBe('AWAITING_ASSIGNMENT');
    await expectKept(scene);
    ok(await customer.call('POST', `${pathOf(scene)}/cancel`, { reason: 'No more.' }));
    const [report] = await reportsOf(moderator, scene);
    const dismiss = `/api/moderation/reports/${report?.id}/dismiss`;
    ok(await moderator.call('POST', dismiss, { reason: REASON }));
  });

  test('about words of a quote, or an appeal against their hiding', async () => {
    const customer = await world.person('customer');
    const developer = await world.person('developer');
    const quoteId = await sendQuote(customer, developer);
    const path = `/api/quotes/${quoteId}`;
    const [quote] = ok(await developer.call<{ items: Quote[] }>('GET', '/api/me/quotes')).items;
    const of = { customer, ticketId: quote?.ticket_id ?? '' };
    ok(await customer.call('POST', `${path}/report`, { text: 'He asks for money elsewhere.' }));
    await expectKept(of);
    ok(await decide(moderator, (await wordReport(of)).id, 'hide'));
    expect((await readBy(of)).actions.delete).toMatchObject({ allowed: true });
    ok(await developer.call('POST', `${path}/appeal`, { text: 'That was a joke.' }));
    await expectKept(of);
    ok(await decide(colleague, (await wordReport(of, 'appealed')).id, 'uphold'));
    ok(await remove(of));
  });

  test('about a review', async () => {
    const scene = await walkTo(world, 'results unpaid');
    const { customer, developer } = scene;
    ok(await customer.call('PUT', `${pathOf(scene)}/feedback`, { rating: 1 }));
    ok(await developer.call('PUT', `${pathOf(scene)}/customer-feedback`, { rating: 5 }));
    const { theirs } = ok(await developer.call<Reviews>('GET', `${pathOf(scene)}/reviews`));
    ok(await act(moderator, scene, 'take-in'));
    ok(await act(moderator, scene, 'reopen'));
    ok(await developer.call('POST', `/api/feedback/${theirs?.id}/report`, { text: 'Unfair.' }));
    await expectKept(scene);
    ok(await decide(moderator, (await wordReport(scene)).id, 'dismiss'));
    ok(await remove(scene));
  });

  test('about an appeal', async () => {
    const scene = await walkTo(world, 'planning');
    ok(await act(moderator, scene, 'take-in'));
    ok(await act(moderator, scene, 'reopen'));
    const [decision] = await decisionsOf(scene.customer, scene);
    const path = `/api/decisions/${decision?.id}/appeal`;
    ok(await scene.developer.call('POST', path, { text: 'I was on time.' }));
    await expectKept(scene);
  });
});

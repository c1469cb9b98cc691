import { expect, test } from 'vitest';
import type { HistoryItem } from '#domain/history.ts';
import { historyWords } from '#domain/history-words.ts';
import type { Milestone } from '#domain/milestone.ts';
import type { Ticket } from '#domain/ticket.ts';
import { agreeOnPlan, deliver, grab, ok, pay, postRequest } from '../testing/deeds.ts';
import { act, openModeratedWorld, REASON } from '../testing/moderation.ts';
import type { Answer, Person } from '../testing/world.ts';

const { world, moderator } = await openModeratedWorld();
const { db } = world.context;

interface Job {
  customer: Person;
  developer: Person;
  ticketId: string;
  first: string;
  second: string;
}

/** A request of two milestones, of which the first is approved and the second not paid. */
async function firstApproved(): Promise<Job> {
  const customer = await world.person('customer');
  const developer = await world.person('developer');
  const { id: ticketId } = await postRequest(customer);
  await grab(developer, ticketId);
  const plan = [{ title: 'First' }, { title: 'Second' }];
  const made = await agreeOnPlan({ customer, developer }, ticketId, plan);
  const [first = '', second = ''] = made.map(({ id }) => id);
  await pay(world, customer, first);
  await deliver(developer, first);
  ok(await customer.call('POST', `/api/milestones/${first}/accept`, {}));
  return { customer, developer, ticketId, first, second };
}

const submit = (developer: Person, id: string) =>
  developer.call('POST', `/api/milestones/${id}/submit`, { message: 'Done' }).then(ok);

/** A moderator closes it for the unblocker, having divided what is held for the second milestone. */
async function close(job: Job, split?: { released_cents: number; refunded_cents: number }) {
  ok(await act(moderator, job, 'take-in'));
  if (split) ok(await act(moderator, job, 'split', { milestone_id: job.second, ...split }));
  ok(await act(moderator, job, 'close-for-developer'));
}

const brokeAgain = ({ customer }: Job, id: string) =>
  customer.call<{ code?: string }>('POST', `/api/milestones/${id}/broke-again`, {
    check_ids: [],
    text: 'The login loops again.',
  });

const planOf = async ({ customer, ticketId }: Job) =>
  ok(await customer.call<{ items: Milestone[] }>('GET', `/api/tickets/${ticketId}/milestones`))
    .items;

const seenBy = async (person: Person, { ticketId }: Job) =>
  ok(await person.call<Ticket>('GET', `/api/tickets/${ticketId}`));

/** What broke is repaired and approved. */
async function repair(job: Job): Promise<void> {
  ok(await brokeAgain(job, job.first));
  const found = (await planOf(job)).find(({ repairs }) => repairs === job.first);
  const id = found?.id ?? '';
  expect(await seenBy(job.developer, job)).toMatchObject({
    status: 'DEVELOPER_WORKING',
    only_repairs_left: true,
    turn: { sentence: 'Your turn: deliver Repair: First', milestone_id: id },
  });
  await submit(job.developer, id);
  ok(await job.customer.call('POST', `/api/milestones/${id}/accept`, {}));
}

const FINISHED = { status: 'CUSTOMER_APPROVED', ending: 'accepted' };

const codeOf = ({ status, body }: Answer<{ code?: string }>) => [status, body.code];

test('is finished again by the repair, where the closing had called off an unpaid milestone', async () => {
  const job = await firstApproved();
  await close(job);
  expect(await planOf(job)).toMatchObject([
    { status: 'ACCEPTED' },
    { status: 'IN_PROGRESS', billing_status: 'void' },
  ]);
  await repair(job);
  expect(await seenBy(job.customer, job)).toMatchObject(FINISHED);
  expect(await planOf(job)).toMatchObject([{ id: job.first }, { repairs: job.first }]);
});

test('is finished again by the repair, where the closing had refunded work that was not delivered', async () => {
  const job = await firstApproved();
  await pay(world, job.customer, job.second);
  await close(job);
  expect((await planOf(job))[1]).toMatchObject({ billing_status: 'refunded' });
  await repair(job);
  expect(await seenBy(job.customer, job)).toMatchObject(FINISHED);
});

test('is finished again by the repair, where the closing had released a delivery', async () => {
  const job = await firstApproved();
  await pay(world, job.customer, job.second);
  await submit(job.developer, job.second);
  await close(job);
  expect((await planOf(job))[1]).toMatchObject({ status: 'ACCEPTED', billing_status: 'released' });
  // Its customer did not approve it: the guarantee is for what they approved.
  expect(codeOf(await brokeAgain(job, job.second))).toEqual([409, 'guarantee_over']);
  const { rows } = await sqlHistory(job);
  expect(rows).toEqual([{ action: 'accept', actor: 'clock', milestone_to: 'ACCEPTED' }]);
  const history = `/api/tickets/${job.ticketId}/history`;
  const { items } = ok(await job.customer.call<{ items: HistoryItem[] }>('GET', history));
  const words = items.map((item) => historyWords(item, 'Second'));
  expect(words).toContain('“Second” counts as approved, as the request has ended');
  await repair(job);
  expect(await seenBy(job.customer, job)).toMatchObject(FINISHED);
  expect(await planOf(job)).toMatchObject([
    { id: job.first },
    { id: job.second, status: 'ACCEPTED', billing_status: 'released' },
    { repairs: job.first },
  ]);
});

test('is finished again by the repair, where a delivery was never paid', async () => {
  const job = await firstApproved();
  await submit(job.developer, job.second);
  await close(job);
  expect((await planOf(job))[1]).toMatchObject({ status: 'IN_REVIEW', billing_status: 'void' });
  await repair(job);
  expect(await seenBy(job.customer, job)).toMatchObject(FINISHED);
});

test('is finished again by the repair, where a moderator had divided the money of work before', async () => {
  const job = await firstApproved();
  await pay(world, job.customer, job.second);
  await close(job, { released_cents: 6000, refunded_cents: 4000 });
  await repair(job);
  expect(await seenBy(job.customer, job)).toMatchObject(FINISHED);
  expect((await planOf(job))[1]).toMatchObject({ id: job.second, billing_status: 'released' });
});

test('is finished again by the repair, where the closing had called off a repair of the same work', async () => {
  const job = await firstApproved();
  ok(await brokeAgain(job, job.first));
  expect(codeOf(await brokeAgain(job, job.first))).toEqual([409, 'repair_open']);
  await close(job);
  await repair(job);
  expect(await seenBy(job.customer, job)).toMatchObject(FINISHED);
  expect(await planOf(job)).toMatchObject([{ id: job.first }, { repairs: job.first }]);
});

test('says how it ended also after moderators were asked for help with it', async () => {
  const job = await firstApproved();
  await close(job);
  const account = (verb: 'suspend' | 'restore') =>
    moderator.call('POST', `/api/moderation/accounts/${job.developer.id}/${verb}`, {
      reason: REASON,
    });
  ok(await account('suspend'));
  const asked = { reason: 'quality', text: 'The login loops again.' };
  const help = await job.customer.call<Ticket>(
    'POST',
    `/api/tickets/${job.ticketId}/get-help`,
    asked,
  );
  expect(ok(help)).toMatchObject({ status: 'REQUIRES_MOD_ASSISTANCE', ending: null });
  ok(await account('restore'));
  ok(await act(moderator, job, 'resume'));
  expect(await seenBy(job.customer, job)).toMatchObject({
    status: 'CUSTOMER_APPROVED',
    ending: 'closed_for_developer',
  });
});

test('cannot be turned into a rejected one by its customer, who lets something be repaired and cancels', async () => {
  const job = await firstApproved();
  await close(job);
  ok(await brokeAgain(job, job.first));
  const path = `/api/tickets/${job.ticketId}/cancel`;
  expect(ok(await job.customer.call('POST', path, { reason: REASON }))).toMatchObject({
    status: 'CUSTOMER_APPROVED',
    ending: 'repair_cancelled',
  });
});

/** What the history says of the second milestone, once it was handed in. */
async function sqlHistory({ second }: Job) {
  const rows = await db
    .selectFrom('ticket_history')
    .select(['action', 'actor', 'milestone_to'])
    .where('milestone_id', '=', second)
    .where('milestone_from', '=', 'IN_REVIEW')
    .orderBy('id')
    .execute();
  return { rows };
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Snapshot } from '#domain/code.ts';
import type { Export } from '#domain/export.ts';
import type { Milestone } from '#domain/milestone.ts';
import { bringAndRead } from '../testing/code.ts';
import { agreeOnPlan, grab, ok, pay, postRequest } from '../testing/deeds.ts';
import { upload } from '../testing/files.ts';
import { openModeratedWorld } from '../testing/moderation.ts';
import type { Person, World } from '../testing/world.ts';

let world: World;
let moderator: Person;
let customer: Person;
let developer: Person;
let next: Person;
beforeAll(async () => {
  ({ world, moderator } = await openModeratedWorld());
  customer = await world.person('customer');
  developer = await world.person('developer', { categories: ['web'] });
  next = await world.person('developer', { categories: ['web'] });
});
afterAll(() => world.close());

const PROJECT = { 'package.json': '{}\n', 'a.ts': 'one\n' };

/** A milestone that is worked on. */
async function atWork() {
  const { id: ticketId } = await postRequest(customer);
  await bringAndRead(world, customer, ticketId, PROJECT);
  await grab(developer, ticketId);
  const [milestone] = await agreeOnPlan({ customer, developer }, ticketId);
  const { id: milestone_id = '' } = milestone ?? {};
  ok(await developer.call('POST', `/api/milestones/${milestone_id}/start`));
  return { ticketId, milestone_id };
}

const bringDelivery = (ticketId: string, milestone_id: string) =>
  bringAndRead(world, developer, ticketId, { ...PROJECT, 'a.ts': 'two\n' }, { milestone_id });
const giveBack = async (ticketId: string) =>
  ok(await developer.call('POST', `/api/tickets/${ticketId}/give-back`, { note: 'Half works.' }));
async function takeAgain(ticketId: string, milestoneId: string) {
  await grab(developer, ticketId);
  ok(await developer.call('POST', `/api/tickets/${ticketId}/submit-plan`));
  ok(await customer.call('POST', `/api/tickets/${ticketId}/approve-plan`));
  ok(await developer.call('POST', `/api/milestones/${milestoneId}/start`));
}
const submit = async (milestoneId: string, body: Record<string, unknown> = {}) =>
  ok(
    await developer.call<Milestone>('POST', `/api/milestones/${milestoneId}/submit`, {
      message: 'Done',
      ...body,
    }),
  );
const opens = async (person: Person, id: string) => {
  const { status, body } = await person.call<Snapshot>('GET', `/api/snapshots/${id}`);
  return status === 200 ? body.opens : status;
};

/** Another developer has the request, and reads what was said with the one before. */
async function shareWithNext(ticketId: string) {
  await giveBack(ticketId);
  await grab(next, ticketId);
  const path = `/api/tickets/${ticketId}/pairings`;
  type Pairings = { items: { id: string; ended_at: string | null }[] };
  const { items } = ok(await customer.call<Pairings>('GET', path));
  const body = { pairing_id: items.find(({ ended_at }) => ended_at !== null)?.id };
  ok(await customer.call('POST', `/api/tickets/${ticketId}/share-earlier`, body));
}

describe('a version of a developer who gave the request back', () => {
  it('is said to stay behind once they have it again and the project is another one', async () => {
    const { ticketId, milestone_id } = await atWork();
    const { id } = await bringDelivery(ticketId, milestone_id);
    const staysBehind = async () =>
      ok(await developer.call<Snapshot>('GET', `/api/snapshots/${id}`)).stays_behind;
    expect(await staysBehind()).toBe(false);
    await giveBack(ticketId);
    await takeAgain(ticketId, milestone_id);
    expect(await staysBehind()).toBe(false);
    await bringAndRead(world, customer, ticketId, { ...PROJECT, 'a.ts': 'other\n' });
    expect(await staysBehind()).toBe(true);
    const now = await bringDelivery(ticketId, milestone_id);
    expect(now.stays_behind).toBe(false);
  });

  it('that was never submitted is no part of the conversation that its customer shares', async () => {
    const { ticketId, milestone_id } = await atWork();
    const { id } = await bringDelivery(ticketId, milestone_id);
    await shareWithNext(ticketId);
    expect(await opens(next, id)).toBe(404);
  });

  it('that was submitted is a part of it, and opens neither to the next nor to its customer unpaid', async () => {
    const { ticketId, milestone_id } = await atWork();
    const { id } = await bringDelivery(ticketId, milestone_id);
    const { fileKey } = await upload(world, developer);
    await submit(milestone_id, { file_attachments: [fileKey] });
    await shareWithNext(ticketId);
    const fileOf = async (person: Person) =>
      (await person.call<{ code?: string }>('GET', `/api/files/${fileKey}/link`)).body.code;
    // Who did it has not been paid: a customer cannot give away what is not theirs.
    for (const person of [customer, next]) {
      expect(await opens(person, id)).toBe('names');
      expect(await fileOf(person)).toBe('file_locked_until_paid');
    }
    ok(await next.call('POST', `/api/tickets/${ticketId}/submit-plan`));
    ok(await customer.call('POST', `/api/tickets/${ticketId}/approve-plan`));
    // Nor is it theirs by what the next one is paid for the same milestone.
    await pay(world, customer, milestone_id);
    for (const person of [customer, next]) {
      expect(await opens(person, id)).toBe('names');
      expect(await fileOf(person)).toBe('file_locked_until_paid');
    }
  });

  it('that was submitted and paid opens to the next as to its customer', async () => {
    const { ticketId, milestone_id } = await atWork();
    const { id } = await bringDelivery(ticketId, milestone_id);
    const { fileKey } = await upload(world, developer);
    await submit(milestone_id, { file_attachments: [fileKey] });
    await pay(world, customer, milestone_id);
    ok(await customer.call('POST', `/api/milestones/${milestone_id}/reject`, { feedback: 'No' }));
    await shareWithNext(ticketId);
    for (const person of [customer, next]) {
      expect(await opens(person, id)).toBe('contents');
      expect((await person.call('GET', `/api/files/${fileKey}`)).status).toBe(200);
    }
  });

  it('that was submitted opens to its customer once its developer is paid for it after all', async () => {
    const { ticketId, milestone_id } = await atWork();
    const { id } = await bringDelivery(ticketId, milestone_id);
    await submit(milestone_id);
    await giveBack(ticketId);
    await takeAgain(ticketId, milestone_id);
    expect(await opens(customer, id)).toBe('names');
    await pay(world, customer, milestone_id);
    expect(await opens(customer, id)).toBe('contents');
  });

  it('goes along once they have taken the request again, as their screen says', async () => {
    const { ticketId, milestone_id } = await atWork();
    const { id } = await bringDelivery(ticketId, milestone_id);
    await giveBack(ticketId);
    await takeAgain(ticketId, milestone_id);
    const { deliveries } = await submit(milestone_id, { must_keep: 'Keep two.' });
    const version = ok(await developer.call<Snapshot>('GET', `/api/snapshots/${id}`));
    expect(version.delivery_id).toBe(deliveries.at(-1)?.id);
    expect(await opens(customer, id)).toBe('names');
  });

  it('stays behind where the customer has brought a newer project meanwhile', async () => {
    const { ticketId, milestone_id } = await atWork();
    const { id } = await bringDelivery(ticketId, milestone_id);
    await giveBack(ticketId);
    await bringAndRead(world, customer, ticketId, { ...PROJECT, 'a.ts': 'three\n' });
    await takeAgain(ticketId, milestone_id);
    await submit(milestone_id);
    const version = ok(await developer.call<Snapshot>('GET', `/api/snapshots/${id}`));
    expect(version.delivery_id).toBeNull();
  });

  it('that a closing has paid is the project of the next developer, too', async () => {
    const gone = await world.person('developer', { categories: ['web'] });
    const { id: ticketId } = await postRequest(customer);
    await grab(gone, ticketId);
    const milestones = await agreeOnPlan({ customer, developer: gone }, ticketId, [{}, {}]);
    const [first = '', second = ''] = milestones.map(({ id }) => id);
    const deliverPaid = async (milestone_id: string, content: Record<string, string>) => {
      await pay(world, customer, milestone_id);
      const { id } = await bringAndRead(world, gone, ticketId, content, { milestone_id });
      const { fileKey } = await upload(world, gone);
      const body = { message: 'Done', file_attachments: [fileKey] };
      ok(await gone.call('POST', `/api/milestones/${milestone_id}/submit`, body));
      return { id, fileKey };
    };
    ok(await gone.call('POST', `/api/milestones/${first}/start`));
    await deliverPaid(first, PROJECT);
    ok(await customer.call('POST', `/api/milestones/${first}/accept`, {}));
    const head = await deliverPaid(second, { ...PROJECT, 'a.ts': 'two\n' });
    const reason = { reason: 'It does what was promised.' };
    const decide = async (path: string) =>
      ok(await moderator.call('POST', `/api/moderation/${path}`, reason));
    await decide(`tickets/${ticketId}/take-in`);
    await decide(`tickets/${ticketId}/close-for-developer`);
    await decide(`accounts/${gone.id}/suspend`);
    const help = { reason: 'quality', text: 'It broke.' };
    ok(await customer.call('POST', `/api/tickets/${ticketId}/get-help`, help));
    await decide(`tickets/${ticketId}/reopen`);
    expect(await opens(next, head.id)).toBe('names');
    await grab(next, ticketId);
    expect(await opens(next, head.id)).toBe('contents');
    expect((await next.call('GET', `/api/files/${head.fileKey}`)).status).toBe(200);
    const plan = `/api/tickets/${ticketId}/milestones`;
    const { items } = ok(await next.call<{ items: Milestone[] }>('GET', plan));
    expect(items.map(({ deliveries }) => deliveries.length)).toEqual([1, 1]);
    const { tickets_as_developer } = ok(await next.call<Export>('GET', '/api/me/export'));
    const mine = tickets_as_developer.find(({ id }) => id === ticketId);
    expect(mine?.milestones.map(({ deliveries }) => deliveries.length)).toEqual([1, 1]);
  });
});

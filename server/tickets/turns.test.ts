import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Milestone } from '#domain/milestone.ts';
import type { NotificationPage } from '#domain/notification.ts';
import { noticeRules } from '#domain/notification-rules.ts';
import type { Ticket } from '#domain/ticket.ts';
import { agreeOnPlan, deliver, grab, ok, pay, postRequest } from '../testing/deeds.ts';
import { passMinutes } from '../testing/discussions.ts';
import { say } from '../testing/walk.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';
import { takeDueSteps } from './due-steps.ts';

let world: World;
let maya: Person;
let dan: Person;
beforeAll(async () => {
  world = await openWorld();
  maya = await world.person('customer', { name: 'Maya' });
  dan = await world.person('developer', { name: 'Dan' });
});
afterAll(() => world.close());

/** A request with an approved plan of two parts, of which nothing is paid. */
async function approved() {
  const { id } = await postRequest(maya);
  await grab(dan, id);
  const [first, second] = await agreeOnPlan({ customer: maya, developer: dan }, id, [
    { title: 'First part' },
    { title: 'Second part', hours: 3 },
  ]);
  return { id, first: first?.id ?? '', second: second?.id ?? '' };
}

const turnOf = async (person: Person, id: string) =>
  ok(await person.call<Ticket>('GET', `/api/tickets/${id}`)).turn;
const bothRead = async (id: string) => [
  (await turnOf(maya, id)).sentence,
  (await turnOf(dan, id)).sentence,
];
const milestone = async (id: string, milestoneId: string) =>
  ok(await dan.call<{ items: Milestone[] }>('GET', `/api/tickets/${id}/milestones`)).items.find(
    (each) => each.id === milestoneId,
  );
async function told(person: Person, ticketId: string): Promise<string[]> {
  const list = ok(await person.call<NotificationPage>('GET', '/api/notifications?limit=100'));
  return list.items
    .filter(({ ticket_id }) => ticket_id === ticketId)
    .map((one) => {
      const says = one.kind in noticeRules && noticeRules[one.kind as 'payment_held'].says;
      return typeof says === 'function' ? says(one) : String(says);
    });
}
async function mailsTo(person: Person, kind: string): Promise<string[]> {
  const all = await world.mails();
  return all
    .filter((mail) => mail.kind === kind && mail.recipient === person.email)
    .map(({ body_text }) => body_text);
}

describe('while the next milestone is not paid', () => {
  it('the customer has the turn on every list, and passes it on by paying', async () => {
    const { id, first } = await approved();
    expect(await bothRead(id)).toEqual([
      'Your turn: pay First part ($100.00) so that Dan can start',
      'Waiting for Maya to fund First part',
    ]);
    for (const [person, views] of [
      [maya, ['active', 'discussions']],
      [dan, ['assigned', 'discussions']],
    ] as const) {
      for (const view of views) {
        const path = `/api/tickets?view=${view}`;
        const { items } = ok(await person.call<{ items: Ticket[] }>('GET', path));
        expect(items.find((each) => each.id === id)?.turn).toEqual(await turnOf(person, id));
      }
    }
    await pay(world, maya, first);
    expect(await bothRead(id)).toEqual([
      'Waiting for Dan to start First part',
      'Your turn: start First part',
    ]);
    const { since, action, milestone_id } = await turnOf(dan, id);
    expect({ action, milestone_id }).toEqual({ action: 'start', milestone_id: first });
    expect(since).toBe((await milestone(id, first))?.held_at);
  });

  it('the unblocker may start at their own risk, and the words say so', async () => {
    const { id, first } = await approved();
    ok(await dan.call('POST', `/api/milestones/${first}/start`));
    expect(await bothRead(id)).toEqual([
      'Your turn: pay First part ($100.00) so that Dan can go on',
      'Waiting for Maya to fund First part',
    ]);
    await pay(world, maya, first);
    expect((await told(dan, id))[0]).toBe('$90.00 is held for First part');
    expect((await turnOf(dan, id)).sentence).toBe('Your turn: deliver First part');
  });

  it('a mail reminds of it after one day and after three, with the price', async () => {
    const { id } = await approved();
    const reminded = async () =>
      (await mailsTo(maya, 'reminder')).filter((mail) => mail.includes(id));
    for (const [hours, mails] of [
      [23, 0],
      [25, 1],
      [71, 1],
      [73, 2],
    ] as const) {
      await takeDueSteps(world.context, new Date(Date.now() + hours * 3_600_000));
      expect(await reminded(), `after ${hours} hours`).toHaveLength(mails);
    }
    const words = (await reminded()).at(-1);
    expect(words).toContain('"First part" waits for your payment. Its price is $100.00');
    expect(words).toContain('Your turn: pay First part ($100.00) so that Dan can start');
  });

  it('mails name the turn and the people', async () => {
    const { id } = await approved();
    await say(dan, id, 'I am ready when you are.');
    await passMinutes(world, 2);
    expect((await mailsTo(maya, 'new_message')).at(-1)).toContain(
      'Work In Progress. Your turn: pay First part ($100.00) so that Dan can start.',
    );
  });
});

describe('the unblocker is told', () => {
  it('of money when it is held and when it is theirs, in cents of the record, and by mail', async () => {
    const { id, first, second } = await approved();
    await pay(world, maya, first);
    expect((await told(dan, id))[0]).toBe('$90.00 is held: you can start First part');
    expect((await mailsTo(dan, 'payment_held')).at(-1)).toContain(
      '$90.00 is held: you can start First part.',
    );
    await deliver(dan, first);
    ok(await maya.call('POST', `/api/milestones/${first}/accept`));
    expect((await told(dan, id))[0]).toBe('$90.00 is yours: First part was approved');
    const accepted = (await mailsTo(dan, 'milestone_accepted')).at(-1);
    expect(accepted).toContain('$90.00 is yours: First part was approved.');
    expect(accepted).toContain('Waiting for Maya to fund Second part.');

    // The next one has started by itself, and begins with its payment.
    expect(await milestone(id, second)).toMatchObject({ status: 'IN_PROGRESS', started_at: null });
    expect((await turnOf(maya, id)).sentence).toBe(
      'Your turn: pay Second part ($150.00) so that Dan can start',
    );
    await pay(world, maya, second);
    expect((await told(dan, id))[0]).toBe('$135.00 is held: you can start Second part');
    const begun = await milestone(id, second);
    expect(begun).toMatchObject({ started_at: begun?.held_at, due_at: expect.any(String) });
    expect((await turnOf(dan, id)).sentence).toBe('Your turn: deliver Second part');
  });

  it('by one mail of an approval, by a second one where words came along, and by none they do not want', async () => {
    const aboutApproval = async () => ({
      money: (await mailsTo(dan, 'milestone_accepted')).length,
      words: (await mailsTo(dan, 'new_message')).filter((mail) => mail.includes('✓ Milestone'))
        .length,
    });
    const { first, second } = await approved();
    await pay(world, maya, first);
    await deliver(dan, first);
    const before = await aboutApproval();
    ok(await maya.call('POST', `/api/milestones/${first}/accept`));
    await passMinutes(world, 2);
    expect(await aboutApproval()).toEqual({ money: before.money + 1, words: before.words });

    ok(await dan.call('PATCH', '/api/me', { notifications: { money: false } }));
    await pay(world, maya, second);
    ok(await dan.call('POST', `/api/milestones/${second}/submit`, { message: 'Done.' }));
    ok(await maya.call('POST', `/api/milestones/${second}/accept`, { feedback: 'Thank you.' }));
    await passMinutes(world, 2);
    expect(await aboutApproval()).toEqual({ money: before.money + 1, words: before.words + 1 });
    ok(await dan.call('PATCH', '/api/me', { notifications: { money: true } }));
  });
});

describe('a moderator', () => {
  it('reads the turn in roles, and what they divide is told in cents of what was released', async () => {
    const moderator = await world.person('moderator');
    const { id, first } = await approved();
    const path = `/api/moderation/tickets/${id}`;
    const read = async () => ok(await moderator.call<Ticket>('GET', path)).turn.sentence;
    expect(await read()).toBe('Waiting for the customer to fund the milestone');
    await pay(world, maya, first);
    const rude = await say(dan, id, 'Pay me outside of this.');
    ok(await maya.call('POST', `/api/messages/${rude}/report`));
    expect(await read()).toBe('Your turn: look into it and decide');
    const split = { milestone_id: first, released_cents: 5000, refunded_cents: 5000 };
    ok(await moderator.call('POST', `${path}/split`, { ...split, reason: 'Half of it.' }));
    ok(await moderator.call('POST', `${path}/resume`, { reason: 'Go on.' }));
    expect(await bothRead(id)).toEqual([
      'Waiting for Dan to start First part',
      'Your turn: start First part',
    ]);
    await deliver(dan, first);
    expect(await bothRead(id)).toEqual([
      "Your turn: Dan's delivery waits for your review",
      'Waiting for Maya to review your work',
    ]);
    ok(await maya.call('POST', `/api/milestones/${first}/accept`));
    expect((await told(dan, id))[0]).toBe('$45.00 is yours: First part was approved');
  });
});

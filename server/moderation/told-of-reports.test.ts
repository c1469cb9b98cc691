import { describe, expect, test } from 'vitest';
import { eventWords } from '#domain/acts.ts';
import type { HistoryItem } from '#domain/history.ts';
import type { Notification } from '#domain/notification.ts';
import { noticeRules } from '#domain/notification-rules.ts';
import { ok } from '../testing/deeds.ts';
import {
  act,
  mailsTo,
  openModeratedWorld,
  REASON,
  reported,
  reportsOf,
} from '../testing/moderation.ts';
import { type Scene, say, walkTo } from '../testing/walk.ts';
import type { Person } from '../testing/world.ts';

const { world, moderator } = await openModeratedWorld();

/** A person's list of notifications about a request, in words. */
async function told(person: Person, { ticketId }: Scene): Promise<string[]> {
  const path = '/api/notifications?limit=100';
  const { items } = ok(await person.call<{ items: Notification[] }>('GET', path));
  return items
    .filter((each) => each.ticket_id === ticketId)
    .flatMap((each) => {
      const says = noticeRules[each.kind as keyof typeof noticeRules]?.says;
      return typeof says === 'function' ? says(each) : (says ?? []);
    });
}

async function historyOf(person: Person, { ticketId }: Scene): Promise<string[]> {
  const path = `/api/tickets/${ticketId}/history?limit=100`;
  const { items } = ok(await person.call<{ items: HistoryItem[] }>('GET', path));
  return items.map(({ event }) => eventWords[event] ?? '');
}

describe('a report', () => {
  test('is told to both sides, with the money that stays held for each', async () => {
    const scene = await reported(world, 'results paid');
    for (const [person, cents] of [
      [scene.customer, '$75.00'],
      [scene.developer, '$90.00'],
    ] as const) {
      expect(await told(person, scene)).toContain(
        `A message was reported, and a moderator looks into it. Your money stays held: ${cents}`,
      );
      const [mail, ...more] = await mailsTo(world, person, 'report_taken');
      expect(more).toEqual([]);
      expect(mail?.body_text).toContain(`Your money stays held: ${cents}.`);
      expect(await historyOf(person, scene)).toContain(
        'A message was reported; a moderator looks into it',
      );
    }
  });

  test('says so once, however many wait, and says when nothing is held', async () => {
    const scene = await reported(world, 'working');
    const again = await say(scene.developer, scene.ticketId, 'Or else!');
    ok(await scene.customer.call('POST', `/api/messages/${again}/report`));
    const mails = await mailsTo(world, scene.developer, 'report_taken');
    expect(mails).toHaveLength(1);
    expect(mails[0]?.body_text).toContain('No money is held for it.');
  });

  test('comes back to whoever made it as an answer, and to the other side as a decision', async () => {
    const scene = await reported(world, 'results paid');
    const [report] = await reportsOf(moderator, scene);
    const path = `/api/moderation/reports/${report?.id}/dismiss`;
    ok(await moderator.call('POST', path, { reason: REASON }));
    const [mine] = await mailsTo(world, scene.customer, 'moderator_decision');
    const [theirs] = await mailsTo(world, scene.developer, 'moderator_decision');
    for (const mail of [mine, theirs]) {
      expect(mail?.body_text).toContain('found nothing to object to');
      expect(mail?.body_text).toContain(REASON);
    }
    expect(mine?.body_text).toContain('Your report was looked into.');
    expect(theirs?.body_text).not.toContain('Your report');
  });

  test('is answered by the end of the request, with what each side gets', async () => {
    const scene = await reported(world, 'results paid');
    const parts = { released_cents: 4000, refunded_cents: 6000 };
    ok(await act(moderator, scene, 'split', parts));
    ok(await act(moderator, scene, 'close-for-customer'));
    const [split, closed] = await mailsTo(world, scene.customer, 'moderator_decision');
    expect(split?.body_text).toContain(
      'You get $60.00 back. $15.00 of what you paid is released to the unblocker.',
    );
    expect(closed?.body_text).toContain('Your report was looked into.');
    expect(closed?.body_text).toContain('No money was held');
    const [earned] = await mailsTo(world, scene.developer, 'moderator_decision');
    expect(earned?.body_text).toContain('You get $36.00. $60.00 goes back to the customer.');
    expect(await told(scene.customer, scene)).toContain(
      'A moderator has decided about this request: $15.00 released, $60.00 refunded',
    );
  });
});

test('that an account was suspended is nothing that the other side reads', async () => {
  const scene = await walkTo(world, 'results paid');
  const path = `/api/moderation/accounts/${scene.developer.id}/suspend`;
  ok(await moderator.call('POST', path, { reason: 'He asks for money outside of this.' }));
  expect(await told(scene.customer, scene)).toContain(
    'A moderator has stepped in. Your money stays held: $75.00',
  );
  const [mail] = await mailsTo(world, scene.customer, 'request_stopped');
  expect(mail?.body_text).toContain('Your money stays held: $75.00.');
  const all = [
    ...(await told(scene.customer, scene)),
    ...(await historyOf(scene.customer, scene)),
    ...(await world.mails())
      .filter(({ recipient }) => recipient === scene.customer.email)
      .map(({ subject, body_text }) => `${subject} ${body_text}`),
  ];
  expect(all.join('\n')).not.toMatch(/suspended/i);
  // The one who is out has a mail about that, and none about a moderator who looks into it.
  expect(await mailsTo(world, scene.developer, 'request_stopped')).toEqual([]);
});

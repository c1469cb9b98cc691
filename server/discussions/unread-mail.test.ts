import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Message } from '#domain/message.ts';
import { change } from '../lifecycle/change.ts';
import { grab, ok } from '../testing/deeds.ts';
import { passMinutes } from '../testing/discussions.ts';
import { type Scene, say, walkTo } from '../testing/walk.ts';
import { openWorld, type World } from '../testing/world.ts';
import { mailUnread } from './unread-mail.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** A thread in which all that was said so far is read by both sides. */
async function quietThread(): Promise<Scene> {
  const scene = await walkTo(world, 'planning');
  for (const side of ['customer', 'developer'] as const) await read(scene, side);
  return scene;
}

async function read({ ticketId, ...sides }: Scene, side: 'customer' | 'developer') {
  ok(await sides[side].call('POST', `/api/tickets/${ticketId}/read`));
}

async function mailsTo({ email }: { email: string }) {
  const mails = await world.mails();
  return mails.filter(({ kind, recipient }) => kind === 'new_message' && recipient === email);
}

async function sentMarks({ customer, ticketId }: Scene): Promise<Record<string, boolean>> {
  const path = `/api/tickets/${ticketId}/messages?limit=100`;
  const { items } = ok(await customer.call<{ items: Message[] }>('GET', path));
  return Object.fromEntries(items.map(({ text, notification_sent }) => [text, notification_sent]));
}

describe('a message that stays unread', () => {
  test('is mailed after two minutes and not before, with what was written', async () => {
    const scene = await quietThread();
    await say(scene.developer, scene.ticketId, 'Which <b>browser</b>?\nChrome?');
    await passMinutes(world, 1);
    expect(await mailsTo(scene.customer)).toEqual([]);
    await passMinutes(world, 2);
    const [mail, ...others] = await mailsTo(scene.customer);
    expect(others).toEqual([]);
    expect(mail?.subject).toMatch(/^New message for request #[0-9A-F]{6}$/);
    expect(mail?.body_text).toContain('Developer wrote a message about "Login loops after deploy"');
    expect(mail?.body_text).toContain('> Which <b>browser</b>?\n> Chrome?');
    expect(mail?.body_text).toContain(`/discussions/${scene.ticketId}`);
    expect(mail?.body_html).not.toContain('<b>browser');
    expect(await sentMarks(scene)).toMatchObject({ 'Which <b>browser</b>?\nChrome?': true });
  });

  test('is not mailed once it was read', async () => {
    const scene = await quietThread();
    await say(scene.customer, scene.ticketId, 'Any news?');
    await read(scene, 'developer');
    await passMinutes(world, 10);
    expect(await mailsTo(scene.developer)).toEqual([]);
    expect(await sentMarks(scene)).toMatchObject({ 'Any news?': false });
  });

  test('is folded into one mail with all others of its thread', async () => {
    const scene = await quietThread();
    for (let count = 1; count <= 7; count++) {
      await say(scene.developer, scene.ticketId, `Word ${count}`);
    }
    await passMinutes(world, 2);
    const [mail, ...others] = await mailsTo(scene.customer);
    expect(others).toEqual([]);
    expect(mail?.body_text).toContain('Developer wrote 7 messages about');
    expect(mail?.body_text).toContain('> Word 5\n> \n> And 2 more.');
    expect(new Set(Object.values(await sentMarks(scene)))).toEqual(new Set([true, false]));
    await passMinutes(world, 10);
    expect(await mailsTo(scene.customer)).toHaveLength(1);
  });

  test('that comes after a mail gets a mail of its own', async () => {
    const scene = await quietThread();
    await say(scene.developer, scene.ticketId, 'The first');
    await passMinutes(world, 2);
    await say(scene.developer, scene.ticketId, 'The second');
    await passMinutes(world, 4);
    const mails = await mailsTo(scene.customer);
    expect(mails.map(({ body_text }) => /The \w+/.exec(body_text)?.[0])).toEqual([
      'The first',
      'The second',
    ]);
  });

  test('waits its own two minutes when those before it were read', async () => {
    const scene = await quietThread();
    await say(scene.developer, scene.ticketId, 'Early');
    await read(scene, 'customer');
    // The job of the first one is still waiting, and comes before the second has waited enough.
    await sql`update graphile_worker._private_jobs set run_at = run_at - interval '1 minute'`.execute(
      world.context.db,
    );
    await say(scene.developer, scene.ticketId, 'Late');
    await passMinutes(world, 1);
    expect(await mailsTo(scene.customer)).toEqual([]);
    await passMinutes(world, 2);
    expect(await mailsTo(scene.customer)).toHaveLength(1);
  });

  test('is mailed once, however many servers do its job at once', async () => {
    const scene = await quietThread();
    await say(scene.customer, scene.ticketId, 'Only once');
    const about = { ticket_id: scene.ticketId, person_id: scene.developer.id };
    const later = new Date(Date.now() + 120_000);
    await Promise.all(
      [1, 2, 3, 4].map(() => change(world.context, (each) => mailUnread(each, about, later))),
    );
    expect(await mailsTo(scene.developer)).toHaveLength(1);
  });

  test('posted by a step of the plan is mailed like any other', async () => {
    const scene = await walkTo(world, 'plan in review');
    await read(scene, 'developer');
    const path = `/api/tickets/${scene.ticketId}/request-changes`;
    ok(await scene.customer.call('POST', path, { feedback: 'Shorter, please' }));
    await passMinutes(world, 2);
    const [mail] = await mailsTo(scene.developer);
    expect(mail?.body_text).toContain('✗ Plan needs revisions');
  });

  test('is not mailed to a developer who has given the request back', async () => {
    const scene = await walkTo(world, 'reserved');
    await say(scene.customer, scene.ticketId, 'Are you there?');
    ok(await scene.developer.call('POST', `/api/tickets/${scene.ticketId}/abandon`));
    await passMinutes(world, 2);
    expect(await mailsTo(scene.developer)).toEqual([]);
  });

  test('is mailed to whoever takes the request, whatever lay unread there before', async () => {
    const { customer, developer, ticketId } = await walkTo(world, 'open');
    await grab(developer, ticketId);
    await say(customer, ticketId, 'Welcome!');
    await passMinutes(world, 2);
    expect(await mailsTo(developer)).toHaveLength(1);

    const left = await walkTo(world, 'reserved');
    await say(left.customer, left.ticketId, 'Are you there?');
    ok(await left.developer.call('POST', `/api/tickets/${left.ticketId}/abandon`));
    await passMinutes(world, 2);
    const next = await world.person('developer', { categories: ['web'] });
    await grab(next, left.ticketId);
    await say(left.customer, left.ticketId, 'And you?');
    await passMinutes(world, 2);
    expect(await mailsTo(next)).toHaveLength(1);
  });

  test('names each who wrote, where one unblocker has come after another', async () => {
    const { customer, ticketId } = await walkTo(world, 'open');
    for (const name of ['Dan', 'Eve', 'Fay']) {
      const developer = await world.person('developer', { name, categories: ['web'] });
      await grab(developer, ticketId);
      for (const word of ['It is', 'Again', 'Still'])
        await say(developer, ticketId, `${word} ${name}.`);
      const given = { note: 'Somebody else knows this better.' };
      ok(await developer.call('POST', `/api/tickets/${ticketId}/give-back`, given));
    }
    await passMinutes(world, 2);
    const [mail] = await mailsTo(customer);
    expect(mail?.body_text).toContain('Dan, Eve and Fay wrote 9 messages about');
  });

  test('of a request that is gone, or of a customer alone, is mailed to nobody', async () => {
    const { customer, ticketId } = await walkTo(world, 'open');
    await say(customer, ticketId, 'Talking to myself');
    await passMinutes(world, 2);
    const gone = { ticket_id: crypto.randomUUID(), person_id: customer.id };
    await change(world.context, (each) => mailUnread(each, gone));
    expect(await mailsTo(customer)).toEqual([]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ticket } from '#domain/ticket.ts';
import { performDue } from '../lifecycle/deadlines.ts';
import { perform } from '../lifecycle/perform.ts';
import { ok, postRequest } from '../testing/deeds.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';
import { takeDueSteps } from './due-steps.ts';

const HOUR_MS = 3_600_000;

let world: World;
let customer: Person;
beforeAll(async () => {
  world = await openWorld();
  customer = await world.person('customer');
});
afterAll(() => world.close());

describe('what the clock does', () => {
  it('is written with the step that starts it, for an exact time', async () => {
    const { ticket } = await reserved();
    const [deadline, ...more] = await deadlinesOf(ticket.id);
    expect(more).toEqual([]);
    expect(deadline).toMatchObject({ action: 'lapse', milestone_id: null, done_at: null });
    expect(deadline?.due_at).toEqual(new Date(ticket.reserved_until ?? 0));
    const { status_since } = await rowOf(ticket.id);
    expect(Number(deadline?.due_at) - Number(status_since)).toBe(24 * HOUR_MS);
  });

  it('happens at its time and not before, once', async () => {
    const { ticket } = await reserved();
    const due = new Date(ticket.reserved_until ?? 0);
    await takeDueSteps(world.context, new Date(Number(due) - 1));
    expect(await lapsesOf(ticket.id)).toBe(0);
    for (let run = 0; run < 2; run++) await takeDueSteps(world.context, due);
    expect(await lapsesOf(ticket.id)).toBe(1);
    expect(await deadlinesOf(ticket.id)).toMatchObject([{ action: 'lapse', done_at: due }]);
    expect(await rowOf(ticket.id)).toMatchObject({ developer_id: null, reserved_until: null });
  });

  it.each(['grab', 'abandon'])('is taken away by %s, which comes before it', async (step) => {
    const { ticket, developer } = await reserved();
    ok(await developer.call('POST', `/api/tickets/${ticket.id}/${step}`));
    const actions = (await deadlinesOf(ticket.id)).map(({ action }) => action);
    // What waits for a plan takes its place.
    expect(actions.toSorted()).toEqual(step === 'grab' ? ['remind', 'return-unplanned'] : []);
  });

  it('starts anew for whoever reserves next', async () => {
    const { ticket, developer } = await reserved();
    const before = await deadlinesOf(ticket.id);
    ok(await developer.call('POST', `/api/tickets/${ticket.id}/abandon`));
    await reserve(ticket);
    const after = await deadlinesOf(ticket.id);
    expect(after).toHaveLength(1);
    expect(after[0]?.id).not.toBe(before[0]?.id);
  });

  it('keeps its time through steps that leave its state as it is', async () => {
    const { ticket } = await reserved();
    const before = await deadlinesOf(ticket.id);
    ok(await customer.call('PATCH', `/api/tickets/${ticket.id}`, { budget: '$50' }));
    expect(await deadlinesOf(ticket.id)).toEqual(before);
  });

  it('waits while a moderator has the request, and starts anew when it goes on', async () => {
    const { ticket, developer } = await reserved();
    const message = { text: 'Hello' };
    const sent = ok(
      await customer.call<{ id: string }>('POST', `/api/tickets/${ticket.id}/messages`, message),
    );
    ok(await developer.call('POST', `/api/messages/${sent.id}/report`));
    expect(await deadlinesOf(ticket.id)).toEqual([]);
    const moderator = await world.person('moderator');
    const reason = { reason: 'Nothing to object to' };
    ok(await moderator.call('POST', `/api/moderation/tickets/${ticket.id}/resume`, reason));
    const { reserved_until } = await rowOf(ticket.id);
    expect(await deadlinesOf(ticket.id)).toMatchObject([{ due_at: reserved_until }]);
  });

  it('happens once when many servers look at the same moment', async () => {
    const scenes = await Promise.all([reserved(), reserved(), reserved()]);
    await Promise.all([1, 2, 3, 4].map(() => takeDueSteps(world.context, inADay())));
    for (const { ticket } of scenes) expect(await lapsesOf(ticket.id)).toBe(1);
  });

  it('waits for the next run where somebody has locked the request, and holds up no other', async () => {
    const [held, free] = [await reserved(), await reserved()];
    await world.context.db.transaction().execute(async (tx) => {
      await tx
        .selectFrom('tickets')
        .select('id')
        .where('id', '=', held.ticket.id)
        .forUpdate()
        .execute();
      await takeDueSteps(world.context, inADay());
      expect([await lapsesOf(held.ticket.id), await lapsesOf(free.ticket.id)]).toEqual([0, 1]);
    });
    await takeDueSteps(world.context, inADay());
    expect(await lapsesOf(held.ticket.id)).toBe(1);
  });

  it('is the step of its own deadline, also where those of others are due', async () => {
    const planned = await reserved();
    ok(await planned.developer.call('POST', `/api/tickets/${planned.ticket.id}/grab`));
    const reservation = await reserved();
    const inAWeek = new Date(Date.now() + 7 * 24 * HOUR_MS);
    const taken: string[] = [];
    await performDue(
      world.context,
      async (_change, { ticket }, { action }) => {
        taken.push(`${action} ${ticket.id}`);
      },
      inAWeek,
    );
    expect(taken.filter((one) => one.startsWith('lapse '))).toEqual([
      `lapse ${reservation.ticket.id}`,
    ]);
    expect(taken.filter((one) => one.endsWith(planned.ticket.id)).toSorted()).toEqual(
      ['remind', 'return-unplanned'].map((action) => `${action} ${planned.ticket.id}`),
    );
  });

  it('is set right where its time is not what the request says, and not taken before', async () => {
    const { ticket, developer } = await reserved();
    ok(await developer.call('POST', `/api/tickets/${ticket.id}/grab`));
    const due = async () => {
      const all = await deadlinesOf(ticket.id);
      return all.find(({ action }) => action === 'return-unplanned')?.due_at;
    };
    const right = await due();
    await world.context.db
      .updateTable('deadlines')
      .set({ due_at: new Date(Date.now() - HOUR_MS) })
      .where('ticket_id', '=', ticket.id)
      .execute();
    await takeDueSteps(world.context, new Date());
    expect(await due()).toEqual(right);
    expect(await rowOf(ticket.id)).toMatchObject({ developer_id: developer.id });
  });

  it('is not taken any more where it no longer fits', async () => {
    const { ticket } = await reserved();
    await world.context.db
      .insertInto('deadlines')
      .values({ ticket_id: ticket.id, action: 'accept', due_at: new Date() })
      .execute();
    const taken: string[] = [];
    await performDue(
      world.context,
      async (_change, { ticket: { id } }, { action }) => {
        if (id === ticket.id) taken.push(action);
      },
      new Date(),
    );
    expect(taken).toEqual([]);
    expect((await deadlinesOf(ticket.id)).map(({ action }) => action)).toEqual(['lapse']);
  });

  it('waits for the next run where its own has no time left', async () => {
    const scenes = [await reserved(), await reserved(), await reserved()];
    const lapses = () => Promise.all(scenes.map(({ ticket }) => lapsesOf(ticket.id)));
    await takeDueSteps(world.context, inADay(), 0);
    expect(await lapses()).toContain(0);
    await takeDueSteps(world.context, inADay());
    expect(await lapses()).toEqual([1, 1, 1]);
  });

  it('is as if it had never begun where it breaks off, and the others happen all the same', async () => {
    const [broken, fine] = [await reserved(), await reserved()];
    const run = performDue(
      world.context,
      async (change, locked, due) => {
        await perform(change, locked, { ...due, actor: 'clock' });
        if (locked.ticket.id === broken.ticket.id) throw new Error('killed after the step');
      },
      inADay(),
    );
    await expect(run).rejects.toThrow('Some deadlines could not be kept');
    expect(await lapsesOf(broken.ticket.id)).toBe(0);
    expect(await deadlinesOf(broken.ticket.id)).toMatchObject([{ done_at: null }]);
    expect(await lapsesOf(fine.ticket.id)).toBe(1);
    await takeDueSteps(world.context, inADay());
    expect(await lapsesOf(broken.ticket.id)).toBe(1);
  });

  it('goes with its request', async () => {
    const { ticket, developer } = await reserved();
    ok(await developer.call('POST', `/api/tickets/${ticket.id}/abandon`));
    ok(await customer.call('DELETE', `/api/tickets/${ticket.id}`));
    expect(await deadlinesOf(ticket.id)).toEqual([]);
  });
});

const inADay = () => new Date(Date.now() + 24 * HOUR_MS + 1000);

async function reserved(): Promise<{ ticket: Ticket; developer: Person }> {
  return reserve(await postRequest(customer));
}

/** By somebody who has reserved nothing yet: nobody may have many. */
async function reserve({ id }: Ticket): Promise<{ ticket: Ticket; developer: Person }> {
  const developer = await world.person('developer');
  const ticket = ok(await developer.call<Ticket>('POST', `/api/tickets/${id}/reserve`));
  return { ticket, developer };
}

function deadlinesOf(ticketId: string) {
  const { db } = world.context;
  return db.selectFrom('deadlines').selectAll().where('ticket_id', '=', ticketId).execute();
}

function rowOf(id: string) {
  return world.context.db
    .selectFrom('tickets')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

async function lapsesOf(ticketId: string): Promise<number> {
  const lapses = await world.context.db
    .selectFrom('ticket_history')
    .select('id')
    .where('ticket_id', '=', ticketId)
    .where('action', '=', 'lapse')
    .execute();
  return lapses.length;
}

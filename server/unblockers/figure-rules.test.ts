import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Figure, type FigureRuleName, figureRules, figuresNote } from '#domain/figures.ts';
import { agreeOnPlan, deliver, grab, ok, pay, postRequest } from '../testing/deeds.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';
import { differences } from './check-figures.ts';

let world: World;
let moderator: Person;
beforeAll(async () => {
  world = await openWorld();
  moderator = await world.person('moderator');
});
afterAll(() => world.close());

interface Scene {
  customer: Person;
  developer: Person;
  ticketId: string;
  milestoneId: string;
}

/** A request with one paid milestone. */
async function scene(): Promise<Scene> {
  const [customer, developer] = [await world.person('customer'), await world.person('developer')];
  const { id: ticketId } = await postRequest(customer);
  await grab(developer, ticketId);
  const [milestone] = await agreeOnPlan({ customer, developer }, ticketId);
  const milestoneId = milestone?.id ?? '';
  await pay(world, customer, milestoneId);
  return { customer, developer, ticketId, milestoneId };
}

const COLUMNS = {
  finished: 'finished',
  dated: 'on_time',
  on_time: 'on_time',
  answered: 'first_pass',
  first_pass: 'first_pass',
  approved: 'stayed_fixed',
  repairs: 'stayed_fixed',
  answers: 'answer',
} as const satisfies Record<string, Figure>;

/** The sums of an unblocker by column, with the stars of their profile. */
async function sumsOf({ developer }: Scene): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`
    select u.finished, u.dated, u.on_time, u.answered, u.first_pass, u.approved, u.repairs, u.answers,
      (select count(*)::int from user_feedback f where f.developer_id = ${developer.id}
        and f.feedback_left_by = 'customer' and f.hidden_at is null) as stars
    from (select 1) one left join unblockers u on u.developer_id = ${developer.id}`.execute(
    world.context.db,
  );
  return rows[0] ?? {};
}

/** The figures that an act changes. */
async function changedBy(of: Scene, act: () => Promise<unknown>): Promise<Figure[]> {
  const before = await sumsOf(of);
  await act();
  const after = await sumsOf(of);
  const figures = { ...COLUMNS, stars: 'rating' as const };
  const changed = Object.entries(figures).filter(
    ([column]) => (before[column] ?? 0) !== (after[column] ?? 0),
  );
  return [...new Set(changed.map(([, figure]) => figure))];
}

const handIn = ({ developer, milestoneId }: Scene) => deliver(developer, milestoneId);
const accept = ({ customer, milestoneId }: Scene) =>
  customer.call('POST', `/api/milestones/${milestoneId}/accept`, {}).then(ok);
const decide = ({ ticketId }: Scene, act: string, more: object = {}) =>
  moderator
    .call('POST', `/api/moderation/tickets/${ticketId}/${act}`, { reason: 'Looked into.', ...more })
    .then(ok);
const askForHelp = ({ customer, ticketId }: Scene) =>
  customer
    .call('POST', `/api/tickets/${ticketId}/get-help`, { reason: 'quality', text: 'Not good.' })
    .then(ok);

/** What comes before, and what the row is about. */
const acts: Record<
  FigureRuleName,
  { first?: (of: Scene) => Promise<unknown>; act: (of: Scene) => Promise<unknown> }
> = {
  late: {
    first: async (of) => {
      ok(await of.developer.call('POST', `/api/milestones/${of.milestoneId}/start`));
      const back = sql`interval '30 days'`;
      await sql`update milestones set started_at = started_at - ${back}, created_at = created_at - ${back}
        where id = ${of.milestoneId}`.execute(world.context.db);
      await sql`update billing_records set paid_at = paid_at - ${back}
        where milestone_id = ${of.milestoneId}`.execute(world.context.db);
    },
    act: ({ developer, milestoneId }) =>
      developer
        .call('POST', `/api/milestones/${milestoneId}/submit`, { message: 'Late.' })
        .then(ok),
  },
  sent_back: {
    first: handIn,
    act: ({ customer, milestoneId }) =>
      customer.call('POST', `/api/milestones/${milestoneId}/reject`, { feedback: 'No.' }).then(ok),
  },
  broke_again: {
    first: async (of) => {
      await handIn(of);
      await accept(of);
    },
    act: ({ customer, milestoneId }) =>
      customer
        .call('POST', `/api/milestones/${milestoneId}/broke-again`, {
          text: 'Broken.',
          check_ids: [],
        })
        .then(ok),
  },
  reported: {
    act: async ({ customer, developer, ticketId }) => {
      const path = `/api/tickets/${ticketId}/messages`;
      const { id } = ok(await developer.call<{ id: string }>('POST', path, { text: 'Fool.' }));
      ok(await customer.call('POST', `/api/messages/${id}/report`));
      const hide = `/api/moderation/messages/${id}/hide`;
      ok(await moderator.call('POST', hide, { reason: 'Rude.' }));
    },
  },
  with_moderator: { first: handIn, act: askForHelp },
  closed_for_customer: {
    first: async (of) => {
      await handIn(of);
      await askForHelp(of);
    },
    act: (of) => decide(of, 'close-for-customer'),
  },
  closed_for_developer: {
    first: async (of) => {
      await handIn(of);
      await askForHelp(of);
    },
    act: (of) => decide(of, 'close-for-developer'),
  },
  handed_over: {
    first: handIn,
    act: ({ developer, ticketId }) =>
      developer
        .call('POST', `/api/tickets/${ticketId}/give-back`, { note: 'Half of it.' })
        .then(ok),
  },
  reopened: {
    first: async (of) => {
      await handIn(of);
      const path = `/api/milestones/${of.milestoneId}/reject`;
      ok(await of.customer.call('POST', path, { feedback: 'No.' }));
    },
    act: async (of) => {
      await askForHelp(of);
      await decide(of, 'reopen');
    },
  },
  refunded_held: {
    first: handIn,
    act: async (of) => {
      await askForHelp(of);
      await decide(of, 'split', { released_cents: 100, refunded_cents: 9900 });
    },
  },
  refunded_released: {
    first: async (of) => {
      await handIn(of);
      await accept(of);
    },
    act: (of) => decide(of, 'money-back', { borne_by: 'developer' }),
  },
  review_hidden: {
    first: async (of) => {
      const { customer, developer, ticketId } = of;
      await handIn(of);
      await accept(of);
      const path = `/api/tickets/${ticketId}`;
      ok(await customer.call('PUT', `${path}/feedback`, { rating: 1, feedback: 'Fool.' }));
      ok(await developer.call('PUT', `${path}/customer-feedback`, { rating: 1 }));
    },
    act: async ({ developer, ticketId }) => {
      const read = await developer.call<{ theirs: { id: string } }>(
        'GET',
        `/api/tickets/${ticketId}/reviews`,
      );
      const { id } = ok(read).theirs;
      ok(await developer.call('POST', `/api/feedback/${id}/report`, { text: 'Rude.' }));
      const hide = `/api/moderation/reviews/${id}/hide`;
      ok(await moderator.call('POST', hide, { reason: 'Rude.' }));
    },
  },
};

describe('what an unblocker is told about their figures', () => {
  test.each(Object.entries(acts))('is true: %s', async (name, { first, act }) => {
    const of = await scene();
    await first?.(of);
    const { figures } = figureRules[name as FigureRuleName];
    expect((await changedBy(of, () => act(of))).toSorted()).toEqual(figures.toSorted());
  });

  test.each(['close-for-customer', 'money-back', 'reopen', 'close-for-developer'])(
    'is true of a request that had been finished, and broke: %s',
    async (act) => {
      const of = await scene();
      await handIn(of);
      await accept(of);
      await acts.broke_again.act(of);
      await askForHelp(of);
      const { finished } = await sumsOf(of);
      await decide(of, act, act === 'money-back' ? { borne_by: 'developer' } : {});
      const counts = act === 'close-for-developer' ? 1 : 0;
      expect([finished, (await sumsOf(of)).finished]).toEqual([1, counts]);
      expect(await differences(world.context.db)).toEqual({ outcomes: [], sums: [] });
    },
  );

  test('is told to them in the mail about it, and not to the customer', async () => {
    const of = await scene();
    await handIn(of);
    const { id } = ok(
      await of.developer.call<{ id: string }>('POST', `/api/tickets/${of.ticketId}/messages`, {
        text: 'Pay me outside.',
      }),
    );
    ok(await of.customer.call('POST', `/api/messages/${id}/report`));
    await decide(of, 'close-for-customer');
    const since = new Date(0);
    const wordsTo = async ({ email }: Person, kind: string) =>
      (await world.mails({ to: email, since }))
        .filter((mail) => mail.kind === kind)
        .map(({ body_text }) => body_text.replaceAll(/\s+/g, ' '))
        .join(' ');
    const noteOf = (name: FigureRuleName) => figuresNote(name).replaceAll(/\s+/g, ' ');
    expect(await wordsTo(of.developer, 'report_taken')).toContain(noteOf('reported'));
    expect(await wordsTo(of.customer, 'report_taken')).not.toContain(noteOf('reported'));
    expect(await wordsTo(of.developer, 'moderator_decision')).toContain(
      noteOf('closed_for_customer'),
    );
    expect(await wordsTo(of.customer, 'moderator_decision')).not.toContain('figures');
  });
});

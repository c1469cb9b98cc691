import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TrackRecord } from '#domain/track-record.ts';
import { postRequest } from '../testing/deeds.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';
import { trackRecord } from './track-record.ts';

let world: World;
let customer: Person;
let developers: Person[];
beforeAll(async () => {
  world = await openWorld();
  customer = await world.person('customer');
  developers = [await world.person('developer'), await world.person('developer')];
});
afterAll(() => world.close());

const BEGIN = Date.UTC(2026, 0, 1);
const HOUR_MS = 3_600_000;
const at = (hour: number) => new Date(BEGIN + hour * HOUR_MS);
/** What is counted: the hours from 100 to 300. */
const period = { from: at(100), until: at(300) };
const isIn = (hour: number | null) => hour !== null && hour >= 100 && hour < 300;

const hour = fc.nat(400);
const aJob = fc.record({
  developer: fc.nat(1),
  began: hour,
  grab: hour,
  plans: fc.array(fc.nat(100), { maxLength: 2 }),
  /** Hours after the one before, and how each was answered. */
  rounds: fc.array(
    fc.record({
      after: fc.integer({ min: 1, max: 60 }),
      due: fc.option(fc.integer({ min: -20, max: 20 })),
      answered: fc.option(fc.integer({ min: 0, max: 40 })),
      decision: fc.constantFrom('accepted', 'rejected', 'withdrawn'),
    }),
    { maxLength: 3 },
  ),
  repair: fc.option(hour),
  messages: fc.array(fc.record({ mine: fc.boolean(), after: fc.integer({ min: 0, max: 9 }) }), {
    maxLength: 8,
  }),
});
type Job = typeof aJob extends fc.Arbitrary<infer Value> ? Value : never;

interface Round {
  submitted: number;
  due: number | null;
  decided: number | null;
  decision: string | null;
}

function roundsOf({ began, rounds }: Job): Round[] {
  let last = began;
  return rounds.map(({ after, due, answered, decision }) => {
    const submitted = last + after;
    last = submitted + (answered ?? 0);
    return {
      submitted,
      due: due === null ? null : submitted + due,
      decided: answered === null ? null : last,
      decision: answered === null ? null : decision,
    };
  });
}

/** The plans of a job, in order. */
const plansOf = ({ grab, plans }: Job) => plans.map((after) => grab + after).sort((a, b) => a - b);

/** The messages of a conversation with their hours. */
function messagesOf({ began, messages }: Job): { mine: boolean; hour: number }[] {
  let last = began;
  return messages.map(({ mine, after }) => {
    last += after;
    return { mine, hour: last };
  });
}

/** The same figures, counted as somebody would by hand. */
function naive(jobs: readonly Job[]): TrackRecord {
  const firsts = jobs.flatMap((job) => roundsOf(job).slice(0, 1));
  const dated = firsts.filter(({ submitted, due }) => isIn(submitted) && due !== null);
  const answered = firsts.filter(
    ({ decided, decision }) => isIn(decided) && ['accepted', 'rejected'].includes(decision ?? ''),
  );
  const approved = jobs
    .flatMap(roundsOf)
    .filter(({ decided, decision }) => isIn(decided) && decision === 'accepted');
  const plans = jobs.flatMap((job) => {
    const [first] = plansOf(job);
    return first !== undefined && isIn(first) ? [first - job.grab] : [];
  });
  const answers = jobs
    .filter(({ began }) => isIn(began))
    .flatMap((job) => answersOf(messagesOf(job)));
  return {
    on_time: {
      count: dated.filter(({ submitted, due }) => submitted <= (due ?? 0)).length,
      of: dated.length,
    },
    first_pass: {
      count: answered.filter(({ decision }) => decision === 'accepted').length,
      of: answered.length,
    },
    broke_again: { count: jobs.filter(({ repair }) => isIn(repair)).length, of: approved.length },
    plan: middle(plans),
    answer: middle(answers),
  };
}

/** Hours from the first message that the customer waits with to the next of the developer. */
function answersOf(messages: readonly { mine: boolean; hour: number }[]): number[] {
  let since: number | null = null;
  const found: number[] = [];
  for (const { mine, hour } of messages) {
    if (!mine) since ??= hour;
    else if (since !== null) {
      found.push(hour - since);
      since = null;
    }
  }
  return found;
}

function middle(hours: readonly number[]): TrackRecord['plan'] {
  const sorted = hours.map((each) => each * 60).sort((a, b) => a - b);
  const atShare = (share: number) => {
    if (sorted.length === 0) return null;
    const place = share * (sorted.length - 1);
    const [low = 0, high = 0] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
    return Math.round((low + (high - low) * (place - Math.floor(place))) * 10) / 10;
  };
  return { count: sorted.length, median_minutes: atShare(0.5), p90_minutes: atShare(0.9) };
}

/** Writes a job down as its steps would have. */
async function record(job: Job): Promise<void> {
  const { db } = world.context;
  const { id: ticketId } = await postRequest(customer);
  const developer = developers[job.developer]?.id ?? '';
  const [pairing, milestone] = [randomUUID(), randomUUID()];
  await sql`insert into pairings (id, ticket_id, developer_id, began_at)
    values (${pairing}, ${ticketId}, ${developer}, ${at(job.began)})`.execute(db);
  await sql`insert into milestones (id, ticket_id, position, title, description, estimated_minutes, hourly_rate_cents, cost_cents)
    values (${milestone}, ${ticketId}, 1, 'Part', 'Part', 60, 5000, 5000)`.execute(db);
  for (const [index, round] of roundsOf(job).entries())
    await sql`insert into deliveries (milestone_id, pairing_id, round, message, submitted_at, due_at, decision, decided_at)
      values (${milestone}, ${pairing}, ${index + 1}, 'Done', ${at(round.submitted)},
        ${round.due === null ? null : at(round.due)}, ${round.decision},
        ${round.decided === null ? null : at(round.decided)})`.execute(db);
  const step = (action: string, when: number) =>
    sql`insert into ticket_history (ticket_id, action, event, actor_id, actor, to_status, developer_id, created_at)
      values (${ticketId}, ${action}, 'x', ${developer}, 'developer', 'DEVELOPER_PLANNING', ${developer}, ${at(when)})`.execute(
      db,
    );
  await step('grab', job.grab);
  for (const plan of plansOf(job)) await step('submit-plan', plan);
  if (job.repair !== null) await step('broke-again', job.repair);
  for (const { mine, hour: when } of messagesOf(job))
    await sql`insert into messages (ticket_id, pairing_id, author_id, text, created_at)
      values (${ticketId}, ${pairing}, ${mine ? developer : customer.id}, 'Hello', ${at(when)})`.execute(
      db,
    );
}

describe('the track record', () => {
  test('of one unblocker, and of all, is what somebody would count by hand', async () => {
    const { db } = world.context;
    await fc.assert(
      fc.asyncProperty(fc.array(aJob, { minLength: 1, maxLength: 4 }), async (jobs) => {
        await sql`delete from tickets`.execute(db);
        for (const job of jobs) await record(job);
        expect(await trackRecord(db, period)).toEqual(naive(jobs));
        for (const [index, { id: developerId }] of developers.entries()) {
          const theirs = jobs.filter(({ developer }) => developer === index);
          expect(await trackRecord(db, { ...period, developerId })).toEqual(naive(theirs));
        }
      }),
      { numRuns: 25 },
    );
  });
});

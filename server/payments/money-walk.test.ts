import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { ENTRY_KINDS } from '#domain/ledger.ts';
import type { Moment } from '../testing/payments/crash.ts';
import { DEEDS, type Step } from '../testing/payments/money-deeds.ts';
import { MoneyWalk } from '../testing/payments/money-walk.ts';
import { useMoneyWorld } from '../testing/payments/use-money-world.ts';
import { LONG } from '../testing/soak.ts';
import { withNewcomers } from '../testing/world.ts';

const LIMITS = LONG
  ? { runs: 60, seconds: 3600, steps: 60, crashes: 4 }
  : { runs: 3, seconds: 8, steps: 20, crashes: 2 };

const money = useMoneyWorld({ bystanders: false });

beforeAll(() => withNewcomers(money.world));

const aStep: fc.Arbitrary<Step> = fc.record({
  does: fc.constantFrom(...DEEDS),
  which: fc.nat(1000),
  other: fc.nat(1000),
});
const rounds = fc.array(fc.array(aStep, { minLength: 1, maxLength: 3 }), {
  minLength: LIMITS.steps,
  maxLength: LIMITS.steps * 2,
});
const moments = fc.array(
  fc.record({
    at: fc.constantFrom('before a call', 'after its effect', 'some time'),
    count: fc.nat(6),
  }),
  { minLength: LIMITS.crashes, maxLength: LIMITS.crashes },
);

describe('money that anything may happen to', () => {
  it(
    'is never lost, made or paid twice, whoever is killed when',
    async () => {
      const walked = { steps: 0, walks: 0 };
      const deadline = Date.now() + LIMITS.seconds * 1000;
      const walkOnce = async (rounds: Step[][], moments: Moment[]) => {
        // A walk that has begun goes to its end: only there can be seen what became of it.
        if (Date.now() > deadline) return;
        walked.steps += await walkThrough(rounds, moments);
        walked.walks += 1;
        if (LONG) console.log(`${walked.walks} walks, ${walked.steps} steps`);
      };
      await fc.assert(fc.asyncProperty(rounds, moments, walkOnce), {
        numRuns: LIMITS.runs,
        endOnFailure: true,
      });
      expect(walked.walks).toBeGreaterThan(0);
      if (!LONG) return;
      expect(await kindsBooked()).toEqual(ENTRY_KINDS.toSorted());
      expect(await looksTaken()).toEqual([
        'clear-payment after',
        'clear-payment before',
        'refuse-payment after',
        'refuse-payment before',
      ]);
    },
    (LIMITS.seconds + 240) * 1000,
  );
});

/** Walks, with servers killed on the way, and looks at what is left. @returns the steps taken */
async function walkThrough(rounds: Step[][], moments: Moment[]): Promise<number> {
  const walk = new MoneyWalk(money);
  await walk.begin();
  const every = Math.ceil(rounds.length / (moments.length + 1));
  for (const [index, round] of rounds.entries()) {
    await Promise.all(round.map((step) => walk.take(step)));
    const moment = index % every === every - 1 ? moments[Math.floor(index / every)] : undefined;
    if (moment) await walk.crash(moment);
    expect(await walk.heldWithoutTurn()).toEqual([]);
  }
  await walk.end();
  expect([...(await walk.wrongs()), ...(await walk.heldWithoutTurn())]).toEqual([]);
  return rounds.flat().length;
}

async function kindsBooked(): Promise<string[]> {
  const { db } = money.world.context;
  const rows = await db.selectFrom('ledger_entries').select('kind').distinct().execute();
  return rows.map(({ kind }) => kind).sort();
}

/** Decisions about first hours, before and after their work was approved. */
async function looksTaken(): Promise<string[]> {
  const { db } = money.world.context;
  const rows = await db
    .selectFrom('ticket_history')
    .select(['action', 'milestone_from'])
    .distinct()
    .where('action', 'in', ['clear-payment', 'refuse-payment'])
    .execute();
  const looks = rows.map(
    ({ action, milestone_from }) =>
      `${action} ${milestone_from === 'ACCEPTED' ? 'after' : 'before'}`,
  );
  return [...new Set(looks)].sort();
}

import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { quickest, timeOf } from '../testing/patience.ts';
import { inPace, restAfter } from './pace.ts';

const fine = { took: 6, quickest: 5, quiet: 60_000 };

describe('work that many deadlines make', () => {
  it('uses all of the time while nobody asks for anything', () => {
    expect(restAfter(fine)).toBe(0);
  });

  it('leaves three quarters of the time to requests, until none has come for half a second', () => {
    expect(restAfter({ ...fine, quiet: 3 })).toBe(18);
    expect(restAfter({ ...fine, quiet: 505 })).toBe(18);
    expect(restAfter({ ...fine, quiet: 507 })).toBe(0);
  });

  it('does the same where it takes over four times as long as usual, as the machine is busy', () => {
    expect(restAfter({ ...fine, took: 21 })).toBe(63);
    expect(restAfter({ ...fine, took: 20 })).toBe(0);
  });

  it('does not take what another server had done for the usual time', async () => {
    // A rest would be three times as long as the piece before it.
    const limit = 5 * 50 * 3;
    const took = await quickest(limit, () =>
      timeOf(async () => {
        const paced = inPace({ askedAt: Number.NEGATIVE_INFINITY });
        for (let piece = 0; piece < 5; piece++) {
          await paced(async () => false);
          await paced(() => sleep(50, true));
        }
      }),
    );
    expect(took).toBeLessThan(limit);
  });
});

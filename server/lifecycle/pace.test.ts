import { describe, expect, it } from 'vitest';
import { restAfter } from './pace.ts';

const fine = { took: 6, quickest: 5, quiet: 60_000 };

describe('work that many deadlines make', () => {
  it('uses all of the time while nobody asks for anything', () => {
    expect(restAfter(fine)).toBe(0);
  });

  it('leaves two thirds of the time to requests, until none has come for half a second', () => {
    expect(restAfter({ ...fine, quiet: 3 })).toBe(12);
    expect(restAfter({ ...fine, quiet: 505 })).toBe(12);
    expect(restAfter({ ...fine, quiet: 507 })).toBe(0);
  });

  it('does the same where it takes over twice as long as usual, as another server is asked', () => {
    expect(restAfter({ ...fine, took: 11 })).toBe(22);
    expect(restAfter({ ...fine, took: 10 })).toBe(0);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checksInWords,
  failedChecks,
  hasFailed,
  meets,
  probeWords,
  quotedChecks,
  writtenChecks,
} from './check.ts';
import {
  CHECK_STATES,
  checksInputSchema,
  editedChecksSchema,
  evidenceInputSchema,
  marksSchema,
  type Probe,
} from './check-schemas.ts';
import { historyWords } from './history-words.ts';
import { MAX_CHECKS } from './limits.ts';
import { conditions, type Facts } from './rule-facts.ts';

const id = '0f0a3d5e-6b1f-4a6e-9d59-6c1f4f7a1b11';

function problems(schema: typeof checksInputSchema | typeof marksSchema, input: unknown): string[] {
  return (
    schema
      .safeParse(input)
      .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []
  );
}

describe('the checks of a milestone', () => {
  it('are one to seven', () => {
    const checks = (count: number) => Array.from({ length: count }, () => ({ text: 'It builds' }));
    expect(problems(editedChecksSchema, [])).toEqual([': A milestone has at least one check']);
    expect(problems(checksInputSchema, checks(8))).toEqual([': A milestone has at most 7 checks']);
    for (const count of [1, MAX_CHECKS])
      expect(problems(checksInputSchema, checks(count))).toEqual([]);
  });

  it('have 1 to 300 characters', () => {
    const one = (text: string) => problems(checksInputSchema, [{ text }]);
    expect(one('x'.repeat(300))).toEqual([]);
    expect(one('x'.repeat(301))).toEqual(['0.text: Please use at most 300 characters']);
    expect(one(' \u200b ')).toEqual(['0.text: Please say what has to work']);
  });

  it.each(['ftp://example.com', 'javascript:alert(1)', 'example.com', 'https://', '/here'])(
    'are at no other address than a whole one of the web: %s',
    (url) => {
      expect(problems(checksInputSchema, [{ text: 'x', url }])).toEqual([
        '0.url: Please give a whole address that begins with https:// or http://',
      ]);
    },
  );

  it('take no name and password into an address, and expect nothing without one', () => {
    expect(problems(checksInputSchema, [{ text: 'x', url: 'https://a:b@example.com' }])).toEqual([
      '0.url: Please leave the name and the password out of the address',
    ]);
    for (const expected of [{ expect_status: 200 }, { expect_text: 'Hello' }])
      expect(problems(checksInputSchema, [{ text: 'x', ...expected }])).toEqual([
        '0.url: Please give the address too',
      ]);
  });

  it('expect 200 of an address where nothing else is said', () => {
    const [hand, address] = checksInputSchema.parse([
      { text: ' By hand ', url: '', expect_status: null },
      { text: 'By address', url: 'https://example.com' },
    ]);
    expect(hand).toEqual({ text: 'By hand', url: null, expect_status: null, expect_text: null });
    expect(address).toMatchObject({ expect_status: 200, expect_text: null });
  });

  it('are named once each, in a plan, with evidence and with a mark', () => {
    expect(
      problems(checksInputSchema, [
        { id, text: 'a' },
        { id, text: 'b' },
      ]),
    ).toEqual(['1.id: This check is named twice']);
    expect(
      problems(marksSchema, [
        { check_id: id, passed: true },
        { check_id: id, passed: false },
      ]),
    ).toEqual(['1.check_id: This check is named twice']);
    expect(evidenceInputSchema.safeParse([{ check_id: id }, { check_id: id }]).success).toBe(false);
  });

  it('are those of a form that somebody has written', () => {
    const checks = [{ text: ' ' }, { text: 'a' }, { text: '', url: 'https://example.com' }];
    expect(writtenChecks(checks)).toEqual(checks.slice(1));
  });
});

const check = fc.record({
  id: fc.uuid(),
  text: fc.string(),
  state: fc.constantFrom(...CHECK_STATES),
});

describe('how far the checks are met', () => {
  const check = (state: 'open' | 'passed' | 'failed', text = 'It works') => ({ state, text });
  it('is said in short, and nothing of the one that nobody wrote', () => {
    const words = (...checks: ReturnType<typeof check>[]) => checksInWords('Sign-in', checks);
    expect(words()).toBeNull();
    expect(words(check('open', 'Sign-in works as described'))).toBeNull();
    expect(words(check('open'))).toBe('Done when: It works');
    expect(words(check('passed'))).toBe('Its check works');
    expect(words(check('failed'))).toBe('Its check does not work');
    expect(words(check('open'), check('open'))).toBe('Done when 2 checks work');
    expect(words(check('open'), check('failed'))).toBe('1 of 2 checks does not work');
    expect(words(check('passed'), check('open'))).toBe('1 of 2 checks works, 1 not marked');
    expect(words(check('passed'), check('failed'), check('failed'))).toBe(
      '1 of 3 checks works, 2 do not',
    );
  });
});

describe('what did not work', () => {
  it('is what the customer says, and of the rest what the state is', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(check, { maxLength: 7, selector: (each) => each.id }),
        fc.array(fc.option(fc.boolean(), { nil: undefined }), { minLength: 7, maxLength: 7 }),
        (checks, said) => {
          const marks = checks.flatMap((each, place) => {
            const passed = said[place];
            return passed === undefined ? [] : [{ check_id: each.id, passed, note: null }];
          });
          const wanted = checks.filter(({ state }, place) =>
            said[place] === undefined ? state === 'failed' : said[place] === false,
          );
          expect(failedChecks(checks, marks).map(({ text }) => text)).toEqual(
            wanted.map(({ text }) => text),
          );
        },
      ),
    );
  });

  it('is in one round what the customer says, and else what the look found', () => {
    const looked = (passes: boolean) => ({ passes }) as Probe;
    expect(hasFailed({ passed: true, probe: looked(false) })).toBe(false);
    expect(hasFailed({ passed: false, probe: looked(true) })).toBe(true);
    expect(hasFailed({ passed: null, probe: looked(false) })).toBe(true);
    expect(hasFailed({ passed: null, probe: null })).toBe(false);
  });

  it('stands in the history of an answer', () => {
    const line = (event: string, failed_checks: string[] | null) =>
      historyWords(
        { event, actor: 'customer', actor_name: 'Maya', money: null, failed_checks },
        'Login',
      );
    expect(line('milestone_rejected', ['It builds', 'It runs'])).toBe(
      'Maya requested changes to “Login”: “It builds” and “It runs” do not work',
    );
    expect(line('milestone_accepted', ['It builds'])).toBe(
      'Maya approved “Login”, although “It builds” does not work',
    );
    expect(line('milestone_accepted', null)).toBe('Maya approved “Login”');
  });

  it('is quoted', () => {
    expect(quotedChecks([])).toBe('');
    expect(quotedChecks(['a', 'b', 'c'])).toBe('“a”, “b” and “c”');
  });
});

describe('an address', () => {
  it('passes with the status and the words that are expected, and never without', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 599 }),
        fc.option(fc.integer({ min: 100, max: 599 })),
        fc.option(fc.string()),
        fc.boolean(),
        (status, expect_status, expect_text, found) => {
          const passes = meets({ expect_status, expect_text }, { status, found });
          expect(passes).toBe(
            status === (expect_status ?? 200) && (expect_text === null ? true : found),
          );
        },
      ),
    );
    expect(meets({ expect_status: 200, expect_text: null }, { status: null, found: null })).toBe(
      false,
    );
  });

  it('is told about in one line', () => {
    const probe = {
      at: new Date(),
      passes: false,
      status: 500,
      milliseconds: 12,
      found: false,
      excerpt: null,
      error: null,
    };
    expect(probeWords(probe, { expect_status: 200, expect_text: 'Welcome' })).toBe(
      'Answered 500 instead of 200 in 12 ms; “Welcome” was not found',
    );
    expect(probeWords({ ...probe, status: 200 }, { expect_status: 200, expect_text: null })).toBe(
      'Answered 200 in 12 ms',
    );
    const error = 'Nothing answers there';
    expect(
      probeWords({ ...probe, status: null, error }, { expect_status: 200, expect_text: null }),
    ).toBe(error);
  });
});

describe('rules', () => {
  const holds = (
    name: 'no_check_failed' | 'addresses_pass' | 'failed_twice' | 'has_address',
    checks: NonNullable<NonNullable<Facts['milestone']>['checks']>,
  ) => {
    const milestone = { id: 'm', status: 'IN_REVIEW', billing: 'held', checks } as const;
    const facts: Facts = {
      status: 'CUSTOMER_REVIEWING_RESULTS',
      status_before_help: null,
      has_developer: true,
      milestones: [milestone],
      milestone,
    };
    return conditions[name].holds(facts);
  };
  const one = { state: 'open', by_address: false, failures: 0 } as const;

  it('know whether a check failed, an address passes and the same check failed twice', () => {
    expect(holds('no_check_failed', [one])).toBe(true);
    expect(holds('no_check_failed', [one, { ...one, state: 'failed' }])).toBe(false);
    expect(holds('has_address', [one])).toBe(false);
    const address = { ...one, by_address: true };
    expect(holds('has_address', [one, address])).toBe(true);
    expect(holds('addresses_pass', [one])).toBe(true);
    expect(holds('addresses_pass', [address])).toBe(false);
    expect(holds('addresses_pass', [{ ...address, state: 'passed' }, one])).toBe(true);
    expect(
      holds('failed_twice', [
        { ...one, failures: 1 },
        { ...one, failures: 1 },
      ]),
    ).toBe(false);
    expect(holds('failed_twice', [{ ...one, failures: 2 }])).toBe(true);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acts } from './acts.ts';
import { brokenWords, type GuaranteeName, guarantees, repairMinutes } from './guarantee.ts';
import { lifecycle } from './lifecycle.ts';
import * as limits from './limits.ts';
import { type Notice, noticeRules } from './notification-rules.ts';
import { refusals } from './refusals.ts';

const rows = Object.values(guarantees);

describe('the guarantee', () => {
  it('names acts of the rulebook for each promise', () => {
    expect(rows.flatMap((row) => row.acts).filter((act) => !(act in acts))).toEqual([]);
    for (const { acts: names } of rows) {
      expect(names.length).toBeGreaterThan(0);
      for (const name of names)
        expect(
          lifecycle.some(({ action }) => action === name),
          name,
        ).toBe(true);
    }
  });

  it('says every number as the rules hold it', () => {
    const known = Object.values(limits)
      .flat()
      .filter((each) => typeof each === 'number');
    const held = new Set([...known, 24 * limits.MISSED_AFTER_DAYS].map(String));
    for (const { promise, broken, follows } of rows) {
      const said = [promise, broken, follows].join(' ').match(/\d+/g) ?? [];
      for (const number of said) expect(held, number).toContain(number);
    }
  });

  it('counts what is missed in hours wherever it says so, as the clock does', () => {
    const { nobody_late, not_failed_twice, not_missed, repair_not_missed } = refusals;
    const said = [
      ...['deadline', 'repair_missed'].map((name) => guarantees[name as GuaranteeName].broken),
      ...[nobody_late, not_failed_twice, not_missed, repair_not_missed].map(([, words]) => words),
    ];
    for (const words of said) expect(words).toContain(`${24 * limits.MISSED_AFTER_DAYS} hours`);
  });

  it('is what dialogs and mails say', () => {
    const dialog = (act: keyof typeof acts) => acts[act].ask?.text ?? '';
    const mail = (notice: Notice) => noticeRules[notice].letter?.paragraphs.join(' ') ?? '';
    const said: [GuaranteeName, string][] = [
      ['deadline', mail('deadline_missed')],
      ['repair', dialog('broke-again')],
      ['repair', mail('broke_again')],
      ['repair_missed', dialog('refund-released')],
      ['repair_missed', mail('broke_again')],
    ];
    for (const [name, text] of said) {
      const { broken, follows } = guarantees[name];
      const words = [broken ?? follows, brokenWords(name), follows];
      expect(
        words.some((each) => text.includes(each)),
        `${name}: ${text}`,
      ).toBe(true);
    }
  });

  it('gives a repair half of the time of the first work, and a minute at least', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), (minutes) => {
        const repair = repairMinutes(minutes);
        expect(repair).toBeGreaterThanOrEqual(1);
        expect(2 * repair - minutes).toBeGreaterThanOrEqual(0);
        expect(2 * repair - minutes).toBeLessThanOrEqual(1);
      }),
    );
  });
});

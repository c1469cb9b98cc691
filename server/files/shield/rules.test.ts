import { describe, expect, it } from 'vitest';
import { SECRETS } from '../../testing/shield/corpus.ts';
import { HELD_OUT_LOOK_ALIKES, HELD_OUT_SECRETS } from '../../testing/shield/held-out.ts';
import { LOOK_ALIKES } from '../../testing/shield/look-alikes.ts';
import { measure } from '../../testing/shield/measure.ts';
import { MORE_LOOK_ALIKES, MORE_SECRETS } from '../../testing/shield/more.ts';
import { RULES } from './rules.ts';
import { look } from './scan-text.ts';

/** The least that is found, and the most that is warned of wrongly. */
const FOUND = 0.95;
const WRONG = 0.02;

const kindsIn = (text: string) => look(text, 100).map(({ rule }) => rule.kind);

describe('the table of rules', () => {
  it.each(RULES.map((rule) => [rule.kind, rule] as const))(
    '%s: finds its example alone',
    (_, rule) => {
      expect(kindsIn(`\n${rule.example}\n`)).not.toEqual([]);
      expect(look(`\n${rule.example}\n`, 100).map(({ rule: { family } }) => family)).toContain(
        rule.family,
      );
      expect(kindsIn(`\n${rule.lookAlike}\n`)).toEqual([]);
    },
  );

  it('repeats nothing without an upper limit, so that no text takes long', () => {
    const endless = RULES.filter(({ pattern }) => {
      const source = typeof pattern === 'function' ? '' : pattern.source;
      return /[*+]|\{\d+,\}/.test(source.replace(/\\.|\[(?:\\.|[^\]])*\]/g, ''));
    });
    expect(endless.map(({ kind }) => kind)).toEqual([]);
    const loose = RULES.filter(({ pattern }) => typeof pattern !== 'function' && !pattern.sticky);
    expect(loose.map(({ kind }) => kind)).toEqual([]);
  });

  it('has words of small letters, and families that can stand in a placeholder', () => {
    for (const { words, family, kind } of RULES) {
      expect(words, kind).toEqual(words.map((word) => word.toLowerCase()));
      expect(family, kind).toMatch(/^[a-z_]+\d?[a-z]*$/);
    }
  });
});

describe('secrets and what looks like them', () => {
  it('are enough of both', () => {
    expect(SECRETS.length + HELD_OUT_SECRETS.length).toBeGreaterThanOrEqual(120);
    expect(LOOK_ALIKES.length + HELD_OUT_LOOK_ALIKES.length).toBeGreaterThanOrEqual(120);
  });

  it.each([
    ['that the rules were mended with', SECRETS, LOOK_ALIKES],
    ['in more surroundings', MORE_SECRETS, MORE_LOOK_ALIKES],
    ['that were held out', HELD_OUT_SECRETS, HELD_OUT_LOOK_ALIKES],
  ] as const)('%s are told apart', (_, secrets, lookAlikes) => {
    const { missed, wrong, words } = measure(secrets, lookAlikes);
    const told = `${words}; missed: ${missed.join(', ')}; wrongly: ${wrong.join(' | ').slice(0, 2000)}`;
    expect(1 - missed.length / secrets.length, told).toBeGreaterThanOrEqual(FOUND);
    expect(wrong.length / lookAlikes.length, told).toBeLessThanOrEqual(WRONG);
  });
});

import { describe, expect, it } from 'vitest';
import { eventWords } from '#domain/acts.ts';
import { historyWords } from '#domain/history-words.ts';
import { lifecycle } from '#domain/lifecycle.ts';
import { historyLines } from './history-lines.ts';

const ana = { actor: 'customer', actor_name: 'Ana', money: null } as const;

describe('the history in words', () => {
  it.each([...new Set(lifecycle.map(({ event }) => event))])('knows %s', (event) => {
    expect(eventWords[event], event).not.toBeUndefined();
  });

  it('says who did what to which milestone', () => {
    expect(historyWords({ ...ana, event: 'milestone_accepted' }, 'Fix the login')).toBe(
      'Ana approved “Fix the login”',
    );
  });

  it('says what became of the money by it', () => {
    const money = { held_cents: 0, released_cents: 4000, refunded_cents: 6000, waiting: null };
    const split = {
      ...ana,
      actor: 'moderator',
      actor_name: null,
      event: 'milestone_split',
    } as const;
    expect(historyWords({ ...split, money }, 'Fix it')).toBe(
      'A moderator divided the money held for “Fix it”: $40.00 released, $60.00 refunded',
    );
    const held = { ...money, held_cents: 7500, released_cents: 0, refunded_cents: 0 };
    const paid = { ...ana, actor: 'provider', event: 'payment_held', money: held } as const;
    expect(historyWords(paid, 'Fix it')).toBe('The payment for “Fix it” arrived: held $75.00');
  });

  it('manages without a name and without the milestone, which may be deleted', () => {
    const nameless = { ...ana, actor: 'developer', actor_name: null } as const;
    expect(historyWords({ ...nameless, event: 'milestone_deleted' }, null)).toBe(
      'The unblocker deleted a milestone',
    );
  });

  it('leaves messages to the discussion', () => {
    expect(historyWords({ ...ana, event: 'message_sent' }, null)).toBeNull();
  });

  it('counts what was done several times in a row', () => {
    const items = ['message_sent', 'milestone_added', 'milestone_added', 'plan_submitted'].map(
      (event, id) => ({ ...ana, event, id, milestone_id: null, created_at: `2026-01-0${id + 1}` }),
    );
    expect(historyLines(items, new Map())).toMatchObject([
      { words: 'Ana added a milestone to the plan', times: 2, created_at: '2026-01-02' },
      { words: 'Ana submitted the plan', times: 1 },
    ]);
  });
});

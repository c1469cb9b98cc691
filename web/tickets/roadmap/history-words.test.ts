import { describe, expect, it } from 'vitest';
import { lifecycle } from '#domain/lifecycle.ts';
import { historyLines } from './history-lines.ts';
import { historyWords } from './history-words.ts';

const ana = { actor: 'customer', actor_name: 'Ana' } as const;

describe('the history in words', () => {
  it.each([...new Set(lifecycle.map(({ event }) => event))])('knows %s', (event) => {
    // What is not known is told by its code after a colon.
    expect(historyWords({ ...ana, event }, 'Fix it') ?? '').not.toContain(':');
  });

  it('says who did what to which milestone', () => {
    expect(historyWords({ ...ana, event: 'milestone_accepted' }, 'Fix the login')).toBe(
      'Ana approved “Fix the login”',
    );
  });

  it('manages without a name and without the milestone, which may be deleted', () => {
    const nameless = { actor: 'developer', actor_name: null, event: 'milestone_deleted' } as const;
    expect(historyWords(nameless, null)).toBe('The unblocker deleted a milestone');
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

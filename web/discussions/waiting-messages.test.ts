import { describe, expect, it } from 'vitest';
import { waitingIn } from './waiting-messages.ts';

const ticket = {
  customer_id: 'maya',
  developer_id: 'ana',
  question: { asked_by: 'developer', asked_at: '2026-11-20T08:00:00.000Z' },
} as const;
const said = (id: string, author_id: string, changes: object = {}) => ({
  id,
  author_id,
  is_system: false,
  needs_answer: false,
  ...changes,
});
const asked = said('asked', 'ana', { needs_answer: true });

describe('a message that needs an answer', () => {
  it('waits until the other side has written', () => {
    expect([...waitingIn([asked, said('more', 'ana')], ticket)]).toEqual(['asked']);
    expect([...waitingIn([asked, said('answer', 'maya')], ticket)]).toEqual([]);
    expect([...waitingIn([asked], { ...ticket, question: null })]).toEqual([]);
  });

  it('waits on where the other side proposes something, which answers nothing', () => {
    const proposed = said('proposed', 'maya', { is_system: true });
    expect([...waitingIn([asked, proposed], ticket)]).toEqual(['asked']);
  });
});

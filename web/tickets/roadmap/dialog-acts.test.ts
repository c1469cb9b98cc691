import { describe, expect, it } from 'vitest';
import { whyGone } from './dialog-acts.ts';

const yes = { allowed: true, reason: null };
const no = (reason: string) => ({ allowed: false, reason });

describe('an open dialog', () => {
  it('says why its act is gone, in the words of the server', () => {
    const planning = { actions: { 'add-milestone': yes } };
    const submitted = { actions: { 'add-milestone': no('Only while planning.') } };
    expect(whyGone({ kind: 'add' }, planning, [])).toBeNull();
    expect(whyGone({ kind: 'add' }, submitted, [])).toBe('Only while planning.');
    expect(whyGone({ kind: 'add' }, { actions: {} }, [])).toMatch(/not possible/);
  });

  it('goes with its milestone, also when it only reads', () => {
    const dialog = { kind: 'view', milestoneId: 'm' } as const;
    expect(whyGone(dialog, { actions: {} }, [{ id: 'm', actions: {} }])).toBeNull();
    expect(whyGone(dialog, { actions: {} }, [])).toBe('This milestone is no longer in the plan.');
  });

  it('approves what has to be paid first, as long as it is in review', () => {
    const dialog = { kind: 'accept', milestoneId: 'm' } as const;
    const unpaid = { accept: no('Pay first.'), reject: yes };
    const over = { accept: no('Not in review.'), reject: no('Not in review.') };
    expect(whyGone(dialog, { actions: {} }, [{ id: 'm', actions: unpaid }])).toBeNull();
    expect(whyGone(dialog, { actions: {} }, [{ id: 'm', actions: over }])).toBe('Not in review.');
  });
});

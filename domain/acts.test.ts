import { describe, expect, it } from 'vitest';
import { type Action, actPath, acts, actsAt, eventWords, plainActs } from './acts.ts';
import { lifecycle } from './lifecycle.ts';

const all = Object.entries(acts) as [Action, (typeof acts)[Action]][];
const PLACES = [
  ...(['request', 'plan', 'milestone', 'exit', 'proposal', 'way-out', 'moderation'] as const),
];

describe('the acts', () => {
  it('are those of the lifecycle', () => {
    const actions = new Set(lifecycle.map(({ action }) => action));
    expect(all.map(([action]) => action).sort()).toEqual([...actions].sort());
  });

  it('have a line of the history for every event of their rows', () => {
    for (const { action, event } of lifecycle) {
      expect(Object.keys(acts[action].history), action).toContain(event);
      expect(eventWords[event]).not.toBeUndefined();
    }
  });

  it('say one thing of one event', () => {
    const lines = all.flatMap(([, { history }]) => Object.entries(history));
    for (const [event, words] of lines) expect(eventWords[event], event).toBe(words);
  });

  it('have words on every button that is drawn by itself, and a call that it makes', () => {
    const drawn = PLACES.flatMap((place) => actsAt(place));
    expect(drawn.length).toBeGreaterThan(10);
    for (const action of drawn) {
      expect(acts[action].label, action).toBeTruthy();
      expect(acts[action].summary, action).toBeTruthy();
    }
  });

  it('say what failed wherever the plain button of a side can fail', () => {
    for (const action of plainActs('sides')) expect(acts[action].failed, action).toBeTruthy();
  });

  it('belong to moderators exactly where they are decisions', () => {
    for (const { action, by } of lifecycle) {
      if (acts[action].decision) expect(by, action).toEqual(['moderator']);
      else if (acts[action].plain) expect(by, action).not.toContain('moderator');
    }
  });

  it.each([
    ['grab', '/tickets/:id/grab'],
    ['delete', '/tickets/:id'],
    ['accept', '/milestones/:id/accept'],
    ['delete-milestone', '/milestones/:id'],
    ['reopen', '/moderation/tickets/:id/reopen'],
    ['split', '/moderation/tickets/:id/split'],
  ] as const)('are called by name: %s', (action, path) => {
    expect(actPath(action, ':id')).toBe(path);
  });
});

import { expect, onTestFinished, test, vi } from 'vitest';
import { testLog } from '../testing/log.ts';
import { PATIENCE, quickest, timeOf } from '../testing/patience.ts';
import { reachableDatabase } from '../testing/reachable-database.ts';
import type { LiveEvent } from './live-event.ts';
import { LiveHub } from './live-hub.ts';

const ANSWER_MS = 1000;
const EVENT: LiveEvent = { type: 'ticket', ticket_id: 'one', to: [] };

/** The live events of one server process, and what it has heard. */
async function openHub(url: string, options: { answerMs?: number } = {}) {
  const hub = new LiveHub({ url, log: testLog, ...options });
  const heard: LiveEvent[] = [];
  const gap = vi.fn();
  hub.events.on('event', (event) => heard.push(event)).on('gap', gap);
  await hub.start();
  onTestFinished(() => hub.stop());
  return { hub, heard, gap };
}

test.each([
  ['there is something to send', [EVENT]],
  ['nothing happens', []],
])('servers hear of each other again after a connection hangs while %s', async (_, events) => {
  const database = await reachableDatabase();
  const mine = await openHub(database.url, { answerMs: ANSWER_MS });
  database.freezeOpen();
  const theirs = await openHub(database.url);
  mine.hub.publish(events);
  await vi.waitFor(() => expect(mine.gap).toHaveBeenCalled(), PATIENCE);
  await vi.waitFor(() => expect(theirs.heard).toEqual(events), PATIENCE);
  await vi.waitFor(() => {
    theirs.hub.publish([{ ...EVENT, ticket_id: 'two' }]);
    expect(mine.heard.at(-1)?.ticket_id).toBe('two');
  }, PATIENCE);
});

test('a connection that hangs before it listens is given up', async () => {
  const database = await reachableDatabase({ deafTo: 'listen live' });
  await expect(openHub(database.url, { answerMs: ANSWER_MS })).rejects.toThrow('timeout');
  expect(database.deafness()).toBe(1);
});

test('a lost connection is not opened again after the stop, which waits for no answer', async () => {
  const stop = async () => {
    const database = await reachableDatabase();
    const { hub, gap } = await openHub(database.url, { answerMs: 60_000 });
    database.freezeOpen();
    hub.publish([EVENT]);
    const took = await timeOf(() => hub.stop());
    expect(gap).not.toHaveBeenCalled();
    return took;
  };
  expect(await quickest(4000, stop)).toBeLessThan(4000);
});

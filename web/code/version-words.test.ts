import { expect, test } from 'vitest';
import type { Snapshot } from '#domain/code.ts';
import { isClosed, isHandedBack, packetOf, placeIn } from './version-words.ts';

const versions = [{ id: 'one' }] as Snapshot[];
const at = { file: 'a.ts', view: null, lines: { from: 3, to: 4 } };

test('a place is one of the version that it names, or of the one that is opened without a name', () => {
  for (const version of ['one', null])
    expect(placeIn(versions, { ...at, version })).toEqual({ ...at, version });
});

test('lines of a version that the reader does not know of are no lines of another one', () => {
  const place = { ...at, version: 'two' };
  expect(placeIn(versions, place)).toEqual({ ...place, file: null, lines: null });
});

test('a version is said to be closed only once the versions are read to the end', () => {
  expect(isClosed(versions, 'two', { isReading: true })).toBe(false);
  expect(isClosed(versions, 'two', { isReading: false })).toBe(true);
  for (const asked of ['one', null])
    expect(isClosed(versions, asked, { isReading: false })).toBe(false);
});

test('a version without facts of its own has those of what it was made from, and of no other one', () => {
  const facts = (name: string) => ({ packet: { technologies: [{ name }] } });
  const all = [
    { id: 'newer', parent_id: null, ...facts('newer') },
    { id: 'second', parent_id: 'first', packet: null },
    { id: 'first', parent_id: 'brought', packet: null },
    { id: 'brought', parent_id: null, ...facts('brought') },
    { id: 'alone', parent_id: null, packet: null },
  ] as unknown as Snapshot[];
  const of = (id: string) => all.find((one) => one.id === id) as Snapshot;
  expect(packetOf(of('second'), all)).toBe(of('brought').packet);
  expect(packetOf(of('newer'), all)).toBe(of('newer').packet);
  expect(packetOf(of('alone'), all)).toBeNull();
});

test('a project is handed back from its first approved delivery on, whatever its customer brings later', () => {
  const brought = { id: 'brought', kind: 'project', parent_id: null, is_head: false };
  const done = { id: 'done', kind: 'delivery', parent_id: 'brought', is_head: true };
  const newer = { id: 'newer', kind: 'project', parent_id: 'done', is_head: true };
  const handedBack = (...all: object[]) => isHandedBack(all as Snapshot[]);
  expect(handedBack(brought, done)).toBe(true);
  expect(handedBack(brought, { ...done, is_head: false }, newer)).toBe(true);
  // What waits for its approval is no part of the project yet.
  expect(handedBack({ ...brought, is_head: true }, { ...done, is_head: false })).toBe(false);
});

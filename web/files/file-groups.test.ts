import { expect, test } from 'vitest';
import type { FileRecord } from '#domain/file.ts';
import { fileGroups } from './file-groups.ts';

const file = (key: string, place: Partial<FileRecord>) => ({ key, ...place }) as FileRecord;
const of = (milestone_title: string, round: number, attached_id: string): Partial<FileRecord> => ({
  attached_to: 'delivery',
  attached_id,
  milestone_title,
  round,
});

test('files stand by milestone and round, those of the request before and of messages after them', () => {
  const groups = fileGroups([
    file('m1', { attached_to: 'message', attached_id: 'x', milestone_title: null, round: null }),
    file('r', { attached_to: 'request', attached_id: 't', milestone_title: null, round: null }),
    file('p', {
      attached_to: 'milestone',
      attached_id: 'a',
      milestone_title: 'First',
      round: null,
    }),
    file('s', of('Second', 1, 'd3')),
    file('f1', of('First', 1, 'd1')),
    file('f2', of('First', 2, 'd2')),
    file('f1b', of('First', 1, 'd1')),
    file('m2', { attached_to: 'message', attached_id: 'y', milestone_title: null, round: null }),
  ]);
  expect(
    groups.map(({ title, deliveryId, files }) => [title, deliveryId, files.map(({ key }) => key)]),
  ).toEqual([
    ['Request', null, ['r']],
    ['First', null, ['p']],
    ['First · Delivery 1', 'd1', ['f1', 'f1b']],
    ['First · Delivery 2', 'd2', ['f2']],
    ['Second · Delivery 1', 'd3', ['s']],
    ['Messages', null, ['m1', 'm2']],
  ]);
});

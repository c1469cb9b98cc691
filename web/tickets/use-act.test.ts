import { expect, test } from 'vitest';
import type { Milestone } from '#domain/milestone.ts';
import type { Ticket } from '#domain/ticket.ts';
import { draftOf } from './use-act.ts';

const ticket = (counterpart: string | null) =>
  ({ id: '7', counterpart: counterpart && { id: counterpart } }) as unknown as Ticket;
const milestone = (deliveries: number) =>
  ({ id: 'm', ticket_id: '7', deliveries: Array(deliveries).fill({}) }) as unknown as Milestone;

test('words that were begun come back for the same person and delivery alone', () => {
  expect(draftOf('ask-to-cancel', ticket('dan'))).toBe(draftOf('ask-to-cancel', ticket('dan')));
  const names = [
    draftOf('ask-to-cancel', ticket('dan')),
    draftOf('ask-to-cancel', ticket('eve')),
    draftOf('ask-to-cancel', ticket(null)),
    draftOf('get-help', ticket('dan')),
    draftOf('reject', milestone(1)),
    draftOf('reject', milestone(2)),
  ];
  expect(new Set(names).size).toBe(names.length);
});

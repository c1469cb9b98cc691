import { expect, test } from 'vitest';
import { webhookBodySchema } from './webhook-event.ts';
import { exampleOf } from './webhook-example.ts';
import { linesOf, typeOf, typesOf, WEBHOOK_TYPES } from './webhook-type.ts';

test('each line of the history is told by one type at most', () => {
  const lines = linesOf(WEBHOOK_TYPES);
  expect(lines.toSorted()).toEqual([...new Set(lines)].toSorted());
  for (const type of WEBHOOK_TYPES) {
    expect(typesOf(linesOf([type]))).toEqual([type]);
    expect(linesOf([type]).map(typeOf)).toEqual(linesOf([type]).map(() => type));
  }
});

test.each(WEBHOOK_TYPES)('an example of %s is as its schema says', (type) => {
  const example = exampleOf(type);
  expect(webhookBodySchema.parse(example)).toEqual(example);
  expect(example.type).toBe(type);
});

test('an example says what the lifecycle does', () => {
  expect(exampleOf('plan.submitted').data).toMatchObject({
    by: 'developer',
    status: 'CUSTOMER_REVIEWING_PLAN',
    turn: { whose: 'mine', action: 'approve-plan' },
  });
  expect(exampleOf('milestone.approved').data.milestone_id).not.toBeNull();
});

import { expect, it } from 'vitest';
import { RATE_MISSING, TIME_MISSING } from '#domain/milestone.ts';
import { milestoneFormSchema } from './milestone-fields.ts';

const filled = {
  title: ' Fix it ',
  description: 'All of it',
  hours: 1,
  minutes: 0,
  hourly_rate: 50,
};

function problems(fields: object): string[] {
  return milestoneFormSchema.safeParse(fields).error?.issues.map(({ message }) => message) ?? [];
}

it('takes a milestone that is filled in', () => {
  expect(problems(filled)).toEqual([]);
  expect(problems({ ...filled, hours: undefined, minutes: 30 })).toEqual([]);
});

it('shows every problem of a milestone at once', () => {
  expect(
    new Set(problems({ title: '', description: '', hours: 0, minutes: 0, hourly_rate: 0 })),
  ).toEqual(new Set(['Title is required', 'Description is required', TIME_MISSING, RATE_MISSING]));
});

import { expect, it } from 'vitest';
import { emptyRequest, fillsEmpty } from './request-form.ts';

const said = {
  stack: 'React, Supabase',
  categories: ['web' as const],
  ai_tool: 'LOVABLE' as const,
};

it('a project fills the fields that a form has left as they come', () => {
  expect(fillsEmpty(emptyRequest, said)).toEqual(said);
  expect(fillsEmpty({ ...emptyRequest, categories: ['other'] }, said)).toEqual(said);
});

it('it leaves alone what somebody wrote or chose', () => {
  const form = { stack: 'Vue', categories: ['backend' as const], ai_tool: 'CURSOR' as const };
  expect(fillsEmpty(form, said)).toBeNull();
  expect(fillsEmpty({ ...form, stack: ' ' }, said)).toEqual({
    stack: 'React, Supabase',
    categories: [],
    ai_tool: null,
  });
});

it('a project that says nothing fills nothing', () => {
  expect(fillsEmpty(emptyRequest, { stack: null, categories: [], ai_tool: null })).toBeNull();
});

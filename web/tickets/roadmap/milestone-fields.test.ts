import { describe, expect, it } from 'vitest';
import { type MilestoneFields, milestoneResolver } from './milestone-fields.ts';
import { emptyFields } from './milestone-form-dialogs.tsx';

const filled: MilestoneFields = { ...emptyFields, title: ' Login ', description: 'It works.' };
const options = { fields: {}, shouldUseNativeValidation: false };

async function checksSent(start: MilestoneFields, fields: MilestoneFields) {
  const { values } = await milestoneResolver(start)(fields, undefined, options);
  return values.checks;
}

describe('the checks of a milestone that are left empty', () => {
  it('are not sent of a new one', async () => {
    expect(await checksSent(emptyFields, { ...filled, checks: [{ text: ' ' }] })).toBeUndefined();
  });

  it('replace those that were removed from an existing one by the default', async () => {
    const before = [{ id: crypto.randomUUID(), text: 'It opens' }];
    expect(
      await checksSent({ ...filled, checks: before }, { ...filled, checks: [{ text: '' }] }),
    ).toEqual([{ text: 'Login works as described' }]);
  });
});

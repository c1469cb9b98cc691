import { z } from 'zod';
import { type Action, acts } from './acts.ts';
import { optionalText, requiredText } from './text.ts';

/** The body of an act that takes only words. */
export function actInput(action: Action) {
  const words = acts[action].ask?.words;
  if (!words) throw new Error(`the act ${action} asks for no words`);
  const { field, missing, max } = words;
  return z.object({
    [field]: missing === undefined ? optionalText(max).optional() : requiredText(max, missing),
  });
}

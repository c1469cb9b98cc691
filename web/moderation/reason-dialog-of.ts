import { type Action, actPath, acts } from '#domain/acts.ts';
import type { ActAddress } from './use-moderation-act.ts';

/** What the dialog of a moderator's act says and calls, by its row in domain/acts.ts. */
export function reasonDialogOf(action: Action, id: string) {
  const { ask, label = '', done = '' } = acts[action];
  return {
    title: ask?.title ?? label,
    description: ask?.text,
    act: ask?.act ?? label,
    danger: ask?.danger ?? false,
    address: `/api${actPath(action, '{id}')}` as ActAddress,
    id,
    done,
  };
}

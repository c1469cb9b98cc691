import { type Action, actPath, acts } from '#domain/acts.ts';
import type { ActAddress } from './use-moderation-act.ts';

/** The texts and call of a moderator's dialog, from its row in domain/acts.ts. */
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

import { type Action, actPath, acts } from '#domain/acts.ts';

/** What the dialog of a moderator's act says and calls, by its row in domain/acts.ts. */
export function reasonDialogOf(action: Action, id: string) {
  const { ask, label = '', done = '' } = acts[action];
  return {
    title: ask?.title ?? label,
    description: ask?.text,
    act: ask?.act ?? label,
    danger: ask?.danger ?? false,
    address: `/api${actPath(action, encodeURIComponent(id))}`,
    done,
  };
}

import type { Actions } from '#domain/actions.ts';
import type { Action } from '#domain/lifecycle.ts';

/** Whether the server allows the viewer this action, by the record. */
export function allows(record: { actions: Actions }, action: Action): boolean {
  return record.actions[action]?.allowed === true;
}

import type { Actions } from '#domain/actions.ts';
import type { Action } from '#domain/lifecycle.ts';

/** Whether the server lets the viewer do this to the record, by the record's own word. */
export function allows(record: { actions: Actions }, action: Action): boolean {
  return record.actions[action]?.allowed === true;
}

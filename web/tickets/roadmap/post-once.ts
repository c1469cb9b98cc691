import {
  type Address,
  type Answer,
  type AnyOptions,
  call,
  idempotencyKey,
  type Options,
} from '../../api/client.ts';
import { userStorage } from '../../api/user-storage.ts';

/** Acts whose outcome is not known yet, such as one that was sent just before the connection broke. */
const unsettled = new Map<string, string>();
userStorage.onEmptied(() => unsettled.clear());

/**
 * Sends an act with an Idempotency-Key that stays the same until it has succeeded, so that trying
 * again, even from a form that was closed and opened again, never does it twice.
 */
export async function postOnce<At extends Address<'POST'>>(
  address: At,
  options: Options<'POST', At>,
): Promise<Answer<'POST', At>> {
  const sent: AnyOptions = options;
  const act = JSON.stringify([address, sent]);
  const key = unsettled.get(act) ?? idempotencyKey();
  unsettled.set(act, key);
  const result = await call<Answer<'POST', At>>('POST', address, { ...sent, idempotencyKey: key });
  unsettled.delete(act);
  return result;
}

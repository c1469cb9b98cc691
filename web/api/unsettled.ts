import { idempotencyKey } from './client.ts';
import { userStorage } from './user-storage.ts';

/** The key of an act whose outcome is unknown, such as one sent just before the connection broke. */
interface Unsettled {
  key: string;
  since: number;
}

const PREFIX = 'unsettled.';
/** The same words are seldom meant as another act so soon, such as the reason of a second suspension. */
const WORDS_LIVE_MS = 10 * 60_000;
/**
 * Only what the browser does not store: what it stores may have been settled in another tab, and is gone
 * then.
 */
const here = new Map<string, Unsettled>();
const stored = (name: string) => userStorage.readValue<Unsettled>(name);
userStorage.onEmptied(() => here.clear());

/**
 * The Idempotency-Key for an act: the same as long as its outcome is unknown, for a while. It is kept
 * where drafts are, as what was typed is sent again from a page that was loaded anew too; of the act
 * itself only a hash.
 */
export async function keyOfAct(
  act: unknown,
  lives = WORDS_LIVE_MS,
): Promise<{ key: string; settle: () => void }> {
  const name = PREFIX + (await hashOf(JSON.stringify(act)));
  const now = Date.now();
  forgetOlderThan(now - WORDS_LIVE_MS);
  const before = stored(name) ?? here.get(name);
  const own = before && before.since > now - lives ? before : { key: idempotencyKey(), since: now };
  keep(name, own);
  return {
    key: own.key,
    settle() {
      here.delete(name);
      userStorage.remove(name);
    },
  };
}

function keep(name: string, own: Unsettled): void {
  userStorage.writeValue(name, own);
  if (stored(name)?.key === own.key) {
    here.delete(name);
    return;
  }
  here.set(name, own);
  userStorage.remove(name);
}

function forgetOlderThan(time: number): void {
  for (const name of userStorage.keys(PREFIX))
    if ((stored(name)?.since ?? 0) <= time) userStorage.remove(name);
}

async function hashOf(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

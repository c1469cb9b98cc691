/**
 * Proof of work, which a person's computer does once in a fraction of a second and a flood must repeat
 * each time: find a nonce for which PBKDF2-HMAC-SHA-256 begins with a number of zero bits.
 */
interface Asked {
  challenge: string;
  iterations: number;
  zero_bits: number;
}

/** About 0.1 s on a desktop and 0.5 s on a phone: 64 tries on average, of 10,000 rounds each. */
export const WORK = { algorithm: 'PBKDF2-SHA256', iterations: 10_000, zero_bits: 6 } as const;

/** Parallel tries: the fast cores of a usual phone. */
const AT_ONCE = 4;

/**
 * Does the work for an address in lower case: returns the `captcha_token`. Needs Web Crypto, which
 * browsers have on https and localhost; it does not block the page.
 */
export async function doWork(asked: Asked, email: string): Promise<string> {
  for (let first = 0; ; first += AT_ONCE) {
    const nonces = Array.from({ length: AT_ONCE }, (_, i) => String(first + i));
    const fitting = await Promise.all(nonces.map((nonce) => fits(asked, email, nonce)));
    const found = nonces[fitting.indexOf(true)];
    if (found !== undefined) return `${asked.challenge}.${found}`;
  }
}

/** Whether a nonce solves a challenge for an address. */
export async function fits(asked: Asked, email: string, nonce: string): Promise<boolean> {
  const text = new TextEncoder();
  const key = await crypto.subtle.importKey('raw', text.encode(nonce), 'PBKDF2', false, [
    'deriveBits',
  ]);
  const salt = text.encode(`${asked.challenge}:${email}`);
  const { iterations, zero_bits } = asked;
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations };
  const first = new DataView(await crypto.subtle.deriveBits(how, key, 32)).getUint32(0);
  return Math.clz32(first) >= zero_bits;
}

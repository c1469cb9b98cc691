import { createHmac } from 'node:crypto';
import type { Config } from '../config/config.ts';

/**
 * By what a person is known again who has had the first-hour price, without keeping it: nobody can
 * try addresses or cards against the hash without the server's key.
 */
export function personHash(
  { firstHourKey }: Pick<Config, 'firstHourKey'>,
  kind: 'address' | 'card' | 'network',
  value: string,
): Buffer {
  return createHmac('sha256', firstHourKey).update(`${kind}\0${value}`).digest();
}

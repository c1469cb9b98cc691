import { createHmac } from 'node:crypto';
import type { Config } from '../config/config.ts';

/**
 * Recognises a person who has had the first-hour price without storing who it was: without the
 * server's key nobody can try addresses or cards against the hash.
 */
export function personHash(
  { firstHourKey }: Pick<Config, 'firstHourKey'>,
  kind: 'address' | 'card' | 'network',
  value: string,
): Buffer {
  return createHmac('sha256', firstHourKey).update(`${kind}\0${value}`).digest();
}

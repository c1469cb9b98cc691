import { randomInt } from 'node:crypto';
import { isFree } from '../config/ports.ts';

/** Above those that a server takes for its own parts, below those of connections (see http/ports.ts). */
const [LOWEST, EACH, WORKERS] = [26_000, 1000, 6];

/**
 * Workers that start servers at the same time look for ports in different places: three of the unit
 * tests, counted from 1, and three of the browser journeys, counted from 0.
 */
const { VITEST_POOL_ID, TEST_PARALLEL_INDEX = 0 } = process.env;
const worker = Number(VITEST_POOL_ID ?? 4 + Number(TEST_PARALLEL_INDEX)) % WORKERS;
let next = randomInt(EACH);

/**
 * A port for a server that a test starts next. Nobody else is given it before it is held: no other
 * worker, and this one only after all its others.
 */
export async function portForTest(): Promise<number> {
  for (;;) {
    const port = LOWEST + worker * EACH + (next++ % EACH);
    if (await isFree('127.0.0.1', port)) return port;
  }
}

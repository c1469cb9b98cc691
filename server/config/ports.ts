import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below what Linux, macOS and Windows give to connections, which would take one that is not held yet.
 * Tests have those above for the servers that they start (see testing/ports.ts).
 */
const [LOWEST, HIGHEST] = [20_000, 25_999];

/** A free port of this machine, for a program that is started next. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST + 1);
    if (await isFree('127.0.0.1', port)) return port;
  }
}

/** Whether one could listen there now. */
export function isFree(host: string, port: number): Promise<boolean> {
  const probe = createServer();
  return new Promise((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    );
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
}

import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the ephemeral ports of Linux, macOS and Windows, which could be taken by connections. Tests use
 * those above for their servers (see testing/ports.ts).
 */
const [LOWEST, HIGHEST] = [20_000, 25_999];

/** A free port, for a program that is started next. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST + 1);
    if (await isFree('127.0.0.1', port)) return port;
  }
}

/** Whether a server could listen there now. */
export function isFree(host: string, port: number): Promise<boolean> {
  const probe = createServer();
  return new Promise((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    );
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
}

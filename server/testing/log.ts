import { pino } from 'pino';
import { vi } from 'vitest';
import { logOptions } from '../operation/request-log.ts';

/** Quiet unless something is looked for: `LOG=debug npm run test:unit`. */
export const testLog = pino({ level: process.env.LOG ?? 'silent', ...logOptions });

/** Keeps what is logged from now on, each line as JSON, for the rest of a test; and the log itself. */
export function keepLog(lines: string[] = []) {
  const log = pino({ level: 'info', ...logOptions }, { write: (line) => lines.push(line) });
  const ofRequests = log.child.bind(log);
  vi.spyOn(testLog, 'child').mockImplementation(ofRequests as typeof testLog.child);
  return { lines, log };
}

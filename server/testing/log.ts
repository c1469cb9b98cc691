import { pino } from 'pino';
import { logOptions } from '../operation/request-log.ts';

/** Quiet unless something is looked for: `LOG=debug npm run test:unit`. */
export const testLog = pino({ level: process.env.LOG ?? 'silent', ...logOptions });

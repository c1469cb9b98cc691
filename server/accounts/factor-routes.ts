import type { FastifyInstance } from 'fastify';
import {
  backupCodeStatus,
  forgetBackupCodes,
  makeBackupCodes,
  renewBackupCodes,
  verifyBackupCode,
} from './factors/backup-code-calls.ts';
import { challengeFactor } from './factors/challenge.ts';
import { enrollFactor } from './factors/enroll.ts';
import { unenrollFactor } from './factors/unenroll.ts';
import { verifyFactor } from './factors/verify.ts';

/** Two-step sign-in for `@supabase/auth-js`: docs/decisions/0021-two-step-sign-in.md. */
export function factorRoutes(app: FastifyInstance): void {
  app.post('/factors', enrollFactor);
  app.post('/factors/:id/challenge', challengeFactor);
  app.post('/factors/:id/verify', verifyFactor);
  app.delete('/factors/:id', unenrollFactor);
  app.get('/factors/recovery-codes', backupCodeStatus);
  app.post('/factors/recovery-codes', makeBackupCodes);
  app.post('/factors/recovery-codes/regenerate', renewBackupCodes);
  app.post('/factors/recovery-codes/verify', verifyBackupCode);
  app.delete('/factors/recovery-codes', forgetBackupCodes);
}

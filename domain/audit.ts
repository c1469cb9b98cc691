import { z } from 'zod';
import { instant } from './text.ts';

/** What moderators do, in the past tense: each is one kind of entry in the audit log. */
export const AUDIT_ACTIONS = [
  'waitlist_approved',
  'waitlist_declined',
  'invitation_sent',
  'mail_resent',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export const AUDIT_TARGETS = ['waitlist_entry', 'invitation', 'mail'] as const;
export type AuditTarget = (typeof AUDIT_TARGETS)[number];

const values = z.record(z.string(), z.unknown());

/** One act of a moderator. */
export const auditEntrySchema = z
  .object({
    id: z.uuid(),
    actor: z.object({ id: z.uuid(), full_name: z.string() }),
    action: z.enum(AUDIT_ACTIONS),
    target: z.object({
      type: z.enum(AUDIT_TARGETS),
      id: z.uuid(),
      label: z.string().nullable().describe('What it is called now; null once it is deleted'),
    }),
    reason: z.string().nullable(),
    before: values.nullable(),
    after: values.nullable(),
    at: instant,
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof auditEntrySchema>;

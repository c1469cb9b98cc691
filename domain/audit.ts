import { z } from 'zod';
import { DECISION_KINDS } from './decision.ts';
import { instant } from './text.ts';

/**
 * Entries of the audit log, in the past tense: all that moderators do and look at, and what brings them
 * a request.
 */
export const AUDIT_ACTIONS = [
  'waitlist_approved',
  'waitlist_declined',
  'invitation_sent',
  'message_reported',
  'request_viewed',
  'thread_read',
  'plans_read',
  'files_read',
  'file_opened',
  'code_opened',
  'evidence_taken',
  ...DECISION_KINDS,
  'case_taken',
  'case_handed_over',
  'case_let_go',
  'sides_asked',
  'reply_saved',
  'reply_deleted',
  'review_hidden',
  'review_report_dismissed',
  'review_reply_hidden',
  'review_reply_report_dismissed',
  'quote_words_hidden',
  'quote_report_dismissed',
  'appeal_made',
  'appeal_granted',
  'appeal_denied',
  'account_viewed',
  'account_suspended',
  'account_restored',
  'request_stopped',
  'mail_resent',
  'finding_done',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

const AUDIT_TARGETS = [
  'waitlist_entry',
  'invitation',
  'request',
  'milestone',
  'message',
  'report',
  'appeal',
  'review',
  'reply',
  'quote',
  'dispute',
  'account',
  'mail',
  'finding',
  'saved_reply',
] as const;
export type AuditTarget = (typeof AUDIT_TARGETS)[number];

const values = z.record(z.string(), z.unknown());

/** One act. */
export const auditEntrySchema = z
  .object({
    id: z.uuid(),
    actor: z.object({ id: z.uuid(), full_name: z.string() }),
    action: z.enum(AUDIT_ACTIONS),
    target: z.object({
      type: z.enum(AUDIT_TARGETS),
      id: z.uuid(),
      label: z.string().nullable().describe('Its current name; null once it is deleted'),
    }),
    ticket_id: z.uuid().nullable().describe('The request that it belongs to'),
    reason: z.string().nullable(),
    before: values.nullable(),
    after: values.nullable(),
    at: instant,
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof auditEntrySchema>;

// ISO 8601 has a year 0000, PostgreSQL has not.
const day = z.iso.date().refine((date) => !date.startsWith('0000'));

export const auditFilterSchema = z.object({
  action: z.enum(AUDIT_ACTIONS).optional(),
  actor_id: z.guid().optional(),
  target_id: z.guid().optional().describe('The target'),
  ticket_id: z.guid().optional().describe('All entries of a request'),
  from: day.optional().describe('The first day, UTC'),
  to: day.optional().describe('The last day, UTC'),
});
export type AuditFilter = z.output<typeof auditFilterSchema>;

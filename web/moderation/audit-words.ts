import type { AuditAction } from '#domain/audit.ts';

/** What a moderator did, in words. */
export const auditWords: Record<AuditAction, string> = {
  waitlist_approved: 'Approved an application',
  waitlist_declined: 'Declined an application',
  invitation_sent: 'Sent an invitation',
};

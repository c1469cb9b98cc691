import type { AuditAction, AuditEntry } from '#domain/audit.ts';
import { INVITED_ROLES } from '#domain/invitation.ts';
import { roleWords } from '../account/role-words.ts';

/** What a moderator did, in words. */
export const auditWords: Record<AuditAction, string> = {
  waitlist_approved: 'Approved an application',
  waitlist_declined: 'Declined an application',
  invitation_sent: 'Sent an invitation',
  mail_resent: 'Sent a mail again',
};

/** What else there is to know of it, beside its reason. */
export function auditDetail({ after }: AuditEntry): string | null {
  const role = INVITED_ROLES.find((known) => known === after?.role);
  return role ? `as ${roleWords[role]}` : null;
}

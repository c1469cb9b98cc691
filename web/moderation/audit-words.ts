import type { AuditAction, AuditEntry } from '#domain/audit.ts';
import { type DecisionKind, decisionWords } from '#domain/decision.ts';
import { formatCents } from '#domain/money.ts';
import { TICKET_STATUSES, ticketStatuses } from '#domain/ticket-status.ts';
import { invitedRoles, roleWords } from '../accounts/role-words.ts';

const otherWords: Record<Exclude<AuditAction, DecisionKind>, string> = {
  waitlist_approved: 'Approved an application',
  waitlist_declined: 'Declined an application',
  invitation_sent: 'Sent an invitation',
  mail_resent: 'Sent a mail again',
  finding_done: 'Marked a finding as done',
  message_reported: 'Reported a message',
  request_viewed: 'Looked at a request',
  thread_read: 'Read a discussion',
  plans_read: 'Read the plans, and what was said of them',
  files_read: 'Looked at the files',
  file_opened: 'Opened a file',
  code_opened: 'Opened code of a project',
  evidence_taken: 'Took an evidence file',
  case_taken: 'Took a case',
  case_handed_over: 'Handed a case over',
  case_let_go: 'Let a case go',
  sides_asked: 'Asked a side of a case, or both',
  reply_saved: 'Saved a reply',
  reply_deleted: 'Deleted a saved reply',
  review_hidden: 'Hid a review',
  review_report_dismissed: 'Left a reported review',
  review_reply_hidden: 'Hid the reply to a review',
  review_reply_report_dismissed: 'Left the reported reply to a review',
  quote_words_hidden: 'Hid words about a quote',
  quote_report_dismissed: 'Left reported words about a quote',
  appeal_made: 'Appealed',
  appeal_granted: 'Granted an appeal',
  appeal_denied: 'Denied an appeal',
  account_viewed: 'Looked at an account',
  account_suspended: 'Suspended an account',
  account_restored: 'Restored an account',
  request_stopped: 'Stopped a request',
};

/** What a moderator did. */
export function auditWords(action: AuditAction): string {
  return isDecision(action) ? decisionWords[action].log : otherWords[action];
}

function isDecision(action: AuditAction): action is DecisionKind {
  return action in decisionWords;
}

/** Details beside the reason. */
export function auditDetail({ before, after }: AuditEntry): string | null {
  const role = invitedRoles.find((known) => known === after?.role);
  const details = [
    role && `as ${roleWords[role]}`,
    statusChange(before, after),
    cents('released', after?.milestone_released_cents),
    cents('refunded', after?.milestone_refunded_cents ?? after?.given_back_cents),
    typeof after?.borne_by === 'string' && `borne by the ${borne(after.borne_by)}`,
    typeof after?.path === 'string' && after.path,
    typeof after?.search === 'string' && `searched for “${after.search}”`,
    typeof after?.version === 'number' && `version ${after.version}`,
  ];
  return details.filter(Boolean).join(', ') || null;
}

type Values = AuditEntry['before'];

function statusChange(before: Values, after: Values): string | null {
  const [from, to] = [before, after].map((values) =>
    TICKET_STATUSES.find((known) => known === values?.status),
  );
  return from && to && from !== to
    ? `${ticketStatuses[from].label} → ${ticketStatuses[to].label}`
    : null;
}

function cents(what: string, amount: unknown): string | null {
  return typeof amount === 'number' && amount > 0 ? `${formatCents(amount)} ${what}` : null;
}

const borne = (by: string) => (by === 'developer' ? 'unblocker' : by);

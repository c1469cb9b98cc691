import type { TicketListView } from '#domain/ticket.ts';

/** Keys of the query cache; the live stream invalidates by their beginnings. */
export const keys = {
  me: () => ['me'] as const,
  profile: (id: string) => ['profile', id] as const,
  /** All lists of requests. */
  tickets: () => ['tickets'] as const,
  ticketList: (view: TicketListView) => ['tickets', view] as const,
  /** One request; all that is read of it has a key that begins with this one. */
  ticket: (ticketId: string) => ['ticket', ticketId] as const,
  files: (ticketId: string) => ['ticket', ticketId, 'files'] as const,
  /** What was found in one file, whose content never changes. */
  inFile: (fileKey: string, ...what: (string | null)[]) => ['file', fileKey, ...what] as const,
  milestones: (ticketId: string) => ['ticket', ticketId, 'milestones'] as const,
  versions: (ticketId: string) => ['ticket', ticketId, 'versions'] as const,
  changes: (ticketId: string) => ['ticket', ticketId, 'changes'] as const,
  messages: (ticketId: string) => ['ticket', ticketId, 'messages'] as const,
  pairings: (ticketId: string) => ['ticket', ticketId, 'pairings'] as const,
  /** Who is writing in a thread; only ever heard of, never asked for. */
  typing: (ticketId: string) => ['typing', ticketId] as const,
  unread: () => ['unread'] as const,
  /** My notifications. */
  notifications: () => ['notifications'] as const,
  messageSearch: (words: string) => ['message-search', words] as const,
  history: (ticketId: string) => ['ticket', ticketId, 'history'] as const,
  feedback: (ticketId: string) => ['ticket', ticketId, 'feedback'] as const,
  billing: (billingRecordId: string) => ['billing', billingRecordId] as const,
  receipt: (billingRecordId: string) => ['receipt', billingRecordId] as const,
  ticketMoney: (ticketId: string) => ['ticket', ticketId, 'money'] as const,
  /** A developer's own. */
  earnings: () => ['earnings'] as const,
  /** Where I am signed in. */
  sessions: () => ['sessions'] as const,
  /** How I sign in: authenticator apps and backup codes. */
  factors: () => ['factors'] as const,
  invitation: (token: string) => ['invitation', token] as const,
  /** What moderators decided about a request. */
  decisions: (ticketId: string) => ['ticket', ticketId, 'decisions'] as const,
  decision: (id: string) => ['decision', id] as const,
  /** All that moderators see. */
  moderation: () => ['moderation'] as const,
  waitlist: (status: string) => ['moderation', 'waitlist', status] as const,
  failedMails: () => ['moderation', 'mails'] as const,
  /** Not under moderation: no single act changes them in a way that one sees. */
  statistics: (days: string) => ['statistics', days] as const,
  audit: (filter: object) => ['moderation', 'audit', filter] as const,
  moderationCounts: () => ['moderation', 'counts'] as const,
  ledgerState: () => ['moderation', 'ledger'] as const,
  reports: (status: string) => ['moderation', 'reports', status] as const,
  appeals: (status: string) => ['moderation', 'appeals', status] as const,
  disputes: (waiting: boolean) => ['moderation', 'disputes', waiting] as const,
  paymentReviews: () => ['moderation', 'payments'] as const,
  moderatedTickets: (filter: object) => ['moderation', 'tickets', filter] as const,
  decisionPreviews: (ticketId: string) => ['moderation', 'preview', ticketId] as const,
  decisionPreview: (ticketId: string, decision: object) =>
    ['moderation', 'preview', ticketId, decision] as const,
  savedReplies: () => ['moderation', 'replies'] as const,
  /** What changes about a case while it is open. Not under moderation: a dialog over a list stays. */
  case: (ticketId: string) => ['case', ticketId] as const,
  accounts: (filter: object) => ['moderation', 'accounts', filter] as const,
  /**
   * Not under moderation: each look is written to the audit log, so only an explicit look fetches them.
   */
  looks: () => ['look'] as const,
  moderatedRequest: (id: string) => ['look', 'request', id] as const,
  moderatedThread: (id: string) => ['look', 'thread', id] as const,
  /** A report in its thread. */
  reportRead: (id: string) => ['look', 'report', id] as const,
  accountHistory: (id: string) => ['look', 'account', id] as const,
};

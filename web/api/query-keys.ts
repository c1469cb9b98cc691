import type { TicketListView } from '#domain/ticket.ts';

/** Keys of the query cache; the live stream invalidates by prefix. */
export const keys = {
  me: () => ['me'] as const,
  profile: (id: string) => ['profile', id] as const,
  /** All lists of requests. */
  tickets: () => ['tickets'] as const,
  ticketList: (view: TicketListView) => ['tickets', view] as const,
  /** One request; everything read about it has this prefix. */
  ticket: (ticketId: string) => ['ticket', ticketId] as const,
  files: (ticketId: string) => ['ticket', ticketId, 'files'] as const,
  /** The versions of a request's project. */
  code: (ticketId: string) => ['ticket', ticketId, 'code'] as const,
  /** Messages about lines of the project. */
  saidOfCode: (ticketId: string) => ['ticket', ticketId, 'said-of-code'] as const,
  attempts: (ticketId: string) => ['ticket', ticketId, 'attempts'] as const,
  /** What is in one version, whose files never change; what may be read of it does. */
  inSnapshot: (id: string, ...what: (string | null)[]) => ['snapshot', id, ...what] as const,
  /** Facts about a file, whose content never changes. */
  inFile: (fileKey: string, ...what: (string | null)[]) => ['file', fileKey, ...what] as const,
  milestones: (ticketId: string) => ['ticket', ticketId, 'milestones'] as const,
  versions: (ticketId: string) => ['ticket', ticketId, 'versions'] as const,
  changes: (ticketId: string) => ['ticket', ticketId, 'changes'] as const,
  quotes: (ticketId: string) => ['ticket', ticketId, 'quotes'] as const,
  /** Unblockers who may be invited to a request. */
  helpers: (ticketId: string) => ['ticket', ticketId, 'helpers'] as const,
  /** One's own quotes; steps on requests change them, as the lists. */
  ownQuotes: () => ['tickets', 'quotes'] as const,
  waiting: (ticketId: string) => ['ticket', ticketId, 'waiting'] as const,
  messages: (ticketId: string) => ['ticket', ticketId, 'messages'] as const,
  pairings: (ticketId: string) => ['ticket', ticketId, 'pairings'] as const,
  /** Who is typing in a thread; set by events, never fetched. */
  typing: (ticketId: string) => ['typing', ticketId] as const,
  unread: () => ['unread'] as const,
  notifications: () => ['notifications'] as const,
  messageSearch: (words: string) => ['message-search', words] as const,
  history: (ticketId: string) => ['ticket', ticketId, 'history'] as const,
  reviews: (ticketId: string) => ['ticket', ticketId, 'reviews'] as const,
  /** What one shows of oneself in the directory. */
  publicProfile: () => ['public-profile'] as const,
  /** When one takes requests, and which new ones one hears of. */
  availability: () => ['availability'] as const,
  alerts: () => ['alerts'] as const,
  billing: (billingRecordId: string) => ['billing', billingRecordId] as const,
  receipt: (billingRecordId: string) => ['receipt', billingRecordId] as const,
  ticketMoney: (ticketId: string) => ['ticket', ticketId, 'money'] as const,
  earnings: () => ['earnings'] as const,
  payoutCountry: () => ['payout-country'] as const,
  /** Change with the earnings. */
  statements: () => ['earnings', 'statements'] as const,
  statement: (period: string) => ['earnings', 'statements', period] as const,
  sessions: () => ['sessions'] as const,
  /** Access tokens of programs. */
  tokens: () => ['tokens'] as const,
  programUses: () => ['program-uses'] as const,
  /** All webhooks; the log of one has this prefix. */
  webhooks: () => ['webhooks'] as const,
  webhookLog: (id: string) => ['webhooks', id] as const,
  /** Programs that were let in by OAuth, and one that asks to be. */
  programs: () => ['programs'] as const,
  askingProgram: (id: string) => ['asking-program', id] as const,
  askingByCode: (code: string) => ['asking-program', 'code', code] as const,
  /** A request that a program has prepared. */
  draft: (id: string) => ['draft', id] as const,
  passkeys: () => ['passkeys'] as const,
  /** Accounts elsewhere that sign one in. */
  identities: () => ['identities'] as const,
  /** Authenticator apps and backup codes. */
  factors: () => ['factors'] as const,
  /** One's own application, by its link. */
  application: (token: string) => ['application', token] as const,
  /** Applications that wait for a review; one of them has this prefix. */
  entryReviews: () => ['entry-reviews'] as const,
  entryReview: (id: string) => ['entry-reviews', id] as const,
  invitation: (token: string) => ['invitation', token] as const,
  /** Decisions of moderators about a request. */
  decisions: (ticketId: string) => ['ticket', ticketId, 'decisions'] as const,
  decision: (id: string) => ['decision', id] as const,
  /** All that moderators see. */
  moderation: () => ['moderation'] as const,
  waitlist: (status: string) => ['moderation', 'waitlist', status] as const,
  moderatedApplication: (id: string) => ['moderation', 'application', id] as const,
  failedMails: () => ['moderation', 'mails'] as const,
  /** Not under moderation: single acts hardly change them. */
  statistics: (days: string) => ['statistics', days] as const,
  audit: (filter: object) => ['moderation', 'audit', filter] as const,
  moderationCounts: () => ['moderation', 'counts'] as const,
  ledgerState: () => ['moderation', 'ledger'] as const,
  reports: (status: string) => ['moderation', 'reports', status] as const,
  reviewReports: (status: string) => ['moderation', 'reviews', status] as const,
  appeals: (status: string) => ['moderation', 'appeals', status] as const,
  disputes: (waiting: boolean) => ['moderation', 'disputes', waiting] as const,
  paymentReviews: () => ['moderation', 'payments'] as const,
  moderatedTickets: (filter: object) => ['moderation', 'tickets', filter] as const,
  decisionPreviews: (ticketId: string) => ['moderation', 'preview', ticketId] as const,
  decisionPreview: (ticketId: string, decision: object) =>
    ['moderation', 'preview', ticketId, decision] as const,
  savedReplies: () => ['moderation', 'replies'] as const,
  /** What can change about an open case. Not under moderation, so that a dialog over a list stays. */
  case: (ticketId: string) => ['case', ticketId] as const,
  accounts: (filter: object) => ['moderation', 'accounts', filter] as const,
  /** Not under moderation: each read is logged, so only an explicit one fetches them. */
  looks: () => ['look'] as const,
  moderatedRequest: (id: string) => ['look', 'request', id] as const,
  moderatedThread: (id: string) => ['look', 'thread', id] as const,
  /** A report with its thread. */
  reportRead: (id: string) => ['look', 'report', id] as const,
  accountHistory: (id: string) => ['look', 'account', id] as const,
};

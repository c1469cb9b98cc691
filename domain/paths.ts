import type { UserType } from '#domain/profile.ts';

/** Who looks at a plan; anyone who is not a developer sees the customer's side. */
export type PlanSide = 'customer' | 'developer';

/** Every link of the app. */
export const paths = {
  home: () => '/',
  learnMore: () => '/learn-more',
  pricing: () => '/pricing',
  diagnosis: () => '/pricing/diagnosis',
  faq: () => '/faq',
  becomeUnblocker: () => '/become-unblocker',
  privacyPolicy: () => '/privacy-policy',
  guarantee: () => '/guarantee',
  terms: () => '/terms-and-conditions',
  verify: () => '/verify',
  resetPassword: () => '/reset-password',
  verificationPending: () => '/verification-pending',
  authCallback: () => '/auth/callback',
  suspended: () => '/suspended',
  dashboard: () => '/dashboard',
  customerDashboard: () => '/dashboard/customer',
  profile: () => '/dashboard/customer/profile',
  developerDashboard: () => '/dashboard/developer',
  developerProfile: () => '/dashboard/developer/profile',
  available: () => '/dashboard/developer/available',
  earnings: () => '/dashboard/developer/earnings',
  /** Back from the payment provider, where somebody has set their payouts up. */
  payoutsSetUp: () => '/dashboard/developer/earnings?payouts=set-up',
  receipt: (billingRecordId: string) =>
    `/dashboard/customer/receipt/${encodeURIComponent(billingRecordId)}`,
  plan: (side: PlanSide, ticketId: string) =>
    `/dashboard/${side}/plan/${encodeURIComponent(ticketId)}`,
  /** A roadmap on which a dialog is open, where it still can be. */
  planDialog: (side: PlanSide, ticketId: string, dialog: string, milestoneId = '') =>
    `/dashboard/${side}/plan/${encodeURIComponent(ticketId)}?${new URLSearchParams({ open: dialog, ...(milestoneId && { milestone: milestoneId }) })}`,
  /** What was delivered for a milestone, opened for its customer. */
  review: (ticketId: string, milestoneId: string): string =>
    paths.planDialog('customer', ticketId, 'review', milestoneId),
  discussions: () => '/discussions',
  discussion: (ticketId: string) => `/discussions/${encodeURIComponent(ticketId)}`,
  message: (ticketId: string, messageId: string) =>
    `/discussions/${encodeURIComponent(ticketId)}?message=${encodeURIComponent(messageId)}`,
  paidSuccessful: (billingRecordId: string) =>
    `/paidSuccessful/${encodeURIComponent(billingRecordId)}`,
  help: () => '/help',
  moderation: () => '/moderation',
  statistics: () => '/moderation/statistics',
  failedMails: () => '/moderation/mails',
  savedReplies: () => '/moderation/replies',
  moderationTab: (tab: string) => `/moderation?tab=${encodeURIComponent(tab)}`,
  moderatedAccount: (accountId: string) => `/moderation/accounts/${encodeURIComponent(accountId)}`,
  moderatorProfile: () => '/moderation/profile',
  requestQueue: (queue: string) => `/moderation?tab=requests&queue=${encodeURIComponent(queue)}`,
  /** All acts about one request. */
  auditOf: (ticketId: string) =>
    `/moderation?tab=audit-log&request=${encodeURIComponent(ticketId)}`,
  moderatedRequest: (ticketId: string) => `/moderation/requests/${encodeURIComponent(ticketId)}`,
  /** Of an invitation. */
  join: (token: string) => `/join/${encodeURIComponent(token)}`,
  decision: (id: string) => `/decisions/${encodeURIComponent(id)}`,
};

/** The side from which this kind of person uses the product. */
export function sideOf(userType: UserType): PlanSide {
  return userType === 'developer' ? 'developer' : 'customer';
}

/** Where a signed-in person starts. */
export function ownDashboard(userType: UserType): string {
  return own[userType].dashboard;
}

/** Where somebody's My Account is. */
export function ownProfile(userType: UserType): string {
  return own[userType].profile;
}

const own: Record<UserType, { dashboard: string; profile: string }> = {
  customer: { dashboard: paths.customerDashboard(), profile: paths.profile() },
  developer: { dashboard: paths.developerDashboard(), profile: paths.developerProfile() },
  moderator: { dashboard: paths.moderation(), profile: paths.moderatorProfile() },
};

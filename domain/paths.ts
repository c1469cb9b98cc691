import type { UserType } from '#domain/profile.ts';

/** Whose view of a plan; everybody but developers sees the customer's. */
export type PlanSide = 'customer' | 'developer';

/** The tabs of a roadmap, as addresses name them; 'plan' is what opens by itself. */
export const PLAN_TABS = ['plan', 'code', 'discussion', 'evidence'] as const;
export type PlanTab = (typeof PLAN_TABS)[number];

/** What is open of a project. A type, so that it can be spread into an address. */
export type CodePlace = {
  /** The id of a version; the newest where it is left out. */
  version?: string;
  /** The path of a file in it. */
  file?: string;
  /** Its changes or its files; by itself the changes of a delivery, and the files of a project. */
  view?: 'changes' | 'files';
  /** Lines of the file, counted from 1. */
  from?: number;
  to?: number;
};

/** All links of the app. */
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
  developers: () => '/developers',
  unblockers: () => '/unblockers',
  unblocker: (slug: string) => `/unblockers/${encodeURIComponent(slug)}`,
  apiReference: () => '/developers/api',
  resetPassword: () => '/reset-password',
  verificationPending: () => '/verification-pending',
  authCallback: () => '/auth/callback',
  suspended: () => '/suspended',
  dashboard: () => '/dashboard',
  customerDashboard: () => '/dashboard/customer',
  /** The dashboard with a request that a program has prepared. */
  draft: (id: string) => `/dashboard/customer?draft=${encodeURIComponent(id)}`,
  profile: () => '/dashboard/customer/profile',
  developerDashboard: () => '/dashboard/developer',
  developerProfile: () => '/dashboard/developer/profile',
  available: () => '/dashboard/developer/available',
  earnings: () => '/dashboard/developer/earnings',
  wherePaid: () => '/dashboard/developer/earnings#where-paid',
  /** Where the payment provider returns to after the set-up of payouts. */
  payoutsSetUp: () => '/dashboard/developer/earnings?payouts=set-up',
  receipt: (billingRecordId: string) =>
    `/dashboard/customer/receipt/${encodeURIComponent(billingRecordId)}`,
  plan: (side: PlanSide, ticketId: string) =>
    `/dashboard/${side}/plan/${encodeURIComponent(ticketId)}`,
  /** A roadmap with an open dialog, where that still applies. */
  planDialog: (side: PlanSide, ticketId: string, dialog: string, milestoneId = '') =>
    `/dashboard/${side}/plan/${encodeURIComponent(ticketId)}?${new URLSearchParams({ open: dialog, ...(milestoneId && { milestone: milestoneId }) })}`,
  /** A tab of the roadmap, and for 'code' what of the project is open there. */
  planTab: (side: PlanSide, ticketId: string, tab: PlanTab, place: CodePlace = {}) => {
    const { from, to, ...open } = place;
    const lines = from === undefined ? '' : `#L${from}${to && to !== from ? `-L${to}` : ''}`;
    const search = new URLSearchParams({ tab, ...open });
    return `/dashboard/${side}/plan/${encodeURIComponent(ticketId)}?${search}${lines}`;
  },
  /** A milestone's delivery, opened for its customer. */
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
  /** Of an application, by its mail. */
  apply: (token: string) => `/apply/${encodeURIComponent(token)}`,
  /** Applications that wait for a review by an unblocker. */
  applications: () => '/dashboard/developer/applications',
  application: (id: string) => `/dashboard/developer/applications/${encodeURIComponent(id)}`,
  /** Of a program that asks to be let in. */
  connect: (id: string) => `/connect/${encodeURIComponent(id)}`,
  /** The same where a person types the code that a program shows. */
  connectByCode: (code = '') => `/connect${code && `?code=${encodeURIComponent(code)}`}`,
  decision: (id: string) => `/decisions/${encodeURIComponent(id)}`,
};

/** The side for this kind of person. */
export function sideOf(userType: UserType): PlanSide {
  return userType === 'developer' ? 'developer' : 'customer';
}

/** The start page of a signed-in person. */
export function ownDashboard(userType: UserType): string {
  return own[userType].dashboard;
}

/** A person's My Account page. */
export function ownProfile(userType: UserType): string {
  return own[userType].profile;
}

const own: Record<UserType, { dashboard: string; profile: string }> = {
  customer: { dashboard: paths.customerDashboard(), profile: paths.profile() },
  developer: { dashboard: paths.developerDashboard(), profile: paths.developerProfile() },
  moderator: { dashboard: paths.moderation(), profile: paths.moderatorProfile() },
};

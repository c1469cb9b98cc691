import type { RefusalCode } from '#domain/refusals.ts';
import { aMilestone, aRequest } from './deeds.ts';
import type { Scene, Stage } from './walk.ts';

/** Everyone who could call, as they stand to one request. */
export const ROLES = [
  'signed out',
  'customer',
  'other customer',
  'developer',
  'matching developer',
  'mismatched developer',
  'moderator',
] as const;
export type Role = (typeof ROLES)[number];

/** One status per stage of `STAGES`; before it is reserved, the developer is a matching one. */
type Cells = readonly [
  open: number,
  reserved: number,
  planning: number,
  planInReview: number,
  planApproved: number,
  working: number,
  resultsUnpaid: number,
  resultsPaid: number,
  help: number,
  rejected: number,
  approved: number,
];

/** A call about one request. Signed out it is 401, and for all who are not named it is 404. */
export interface RequestRow {
  customer: Cells;
  developer: Cells;
  'matching developer': Cells;
  /** 404 where it is not said. */
  moderator?: Cells;
  body?: unknown;
  /** Where what is sent depends on the request itself. */
  bodyFor?: (scene: Scene) => unknown;
  /** What its path names; the request where it is not said. */
  names?: (scene: Scene, role: Role) => string | null;
  /** Doing it changes nothing that another row looks at. */
  repeatable?: true;
}

/** A call about no request in particular: the same at every stage. */
export interface GeneralRow {
  expected: Record<Role, number>;
  body?: unknown;
  path?: string;
  /** Of a 404 that says more than that nothing is there. */
  code?: RefusalCode;
}

const never = (status: number): Cells => {
  const [open, reserved] = [status, status];
  return [open, reserved, ...nine(status)];
};
const nine = (status: number) =>
  [status, status, status, status, status, status, status, status, status] as const;
/** A matching developer sees a request only while it is open. */
const onlyWhileOpen = (status: number): Cells => [status, 404, ...nine(404)];
/** A moderator looks while one of the sides has asked for help. */
const whileHelpIsAsked = (status: number): Cells => {
  const eightBefore = [404, 404, 404, 404, 404, 404, 404, 404] as const;
  return [...eightBefore, status, 404, 404];
};
/** The developer of a request has become one with the reservation. */
const onceReserved = (before: number, after: number): Cells => [before, after, ...nine(after)];
const milestone = ({ milestoneId }: Scene) => milestoneId;
const file = ({ fileKey }: Scene) => fileKey;
const billingRecord = ({ billingRecordId }: Scene) => billingRecordId;
/** The other side's message; one's own while there is no other side. */
const message = ({ messages }: Scene, role: Role) =>
  role === 'customer' ? (messages.developer ?? messages.customer) : messages.customer;

const NOT_THE_CUSTOMERS = never(403);
const NOT_THE_DEVELOPERS = onceReserved(403, 403);
const FEEDBACK = { feedback: 'Please split the second step.' };

/** Statuses by stage: open, reserved, planning, plan in review, plan approved, working, results unpaid, results paid, help, rejected, approved. */
export const requestTable: Record<string, RequestRow> = {
  'GET /api/tickets/:id': {
    customer: never(200),
    developer: never(200),
    'matching developer': onlyWhileOpen(200),
  },
  'PATCH /api/tickets/:id': {
    body: { budget: '$300' },
    customer: [200, 200, 409, 409, 409, 409, 409, 409, 409, 409, 409],
    developer: NOT_THE_DEVELOPERS,
    'matching developer': onlyWhileOpen(403),
  },
  'DELETE /api/tickets/:id': {
    customer: [204, 204, 409, 409, 409, 409, 409, 409, 409, 409, 409],
    developer: NOT_THE_DEVELOPERS,
    'matching developer': onlyWhileOpen(403),
  },
  'POST /api/tickets/:id/reserve': {
    customer: NOT_THE_CUSTOMERS,
    developer: onceReserved(200, 409),
    'matching developer': [200, 409, ...nine(409)],
  },
  'POST /api/tickets/:id/grab': {
    customer: NOT_THE_CUSTOMERS,
    developer: [200, 200, ...nine(409)],
    'matching developer': [200, 409, ...nine(409)],
  },
  'POST /api/tickets/:id/abandon': {
    customer: NOT_THE_CUSTOMERS,
    developer: [403, 200, ...nine(409)],
    'matching developer': onlyWhileOpen(403),
  },
  'POST /api/tickets/:id/submit-plan': {
    customer: NOT_THE_CUSTOMERS,
    developer: [403, 409, 200, 409, 409, 409, 409, 409, 409, 409, 409],
    'matching developer': onlyWhileOpen(403),
  },
  'POST /api/tickets/:id/request-changes': {
    body: FEEDBACK,
    customer: [409, 409, 409, 200, 409, 409, 409, 409, 409, 409, 409],
    developer: NOT_THE_DEVELOPERS,
    'matching developer': onlyWhileOpen(403),
  },
  'POST /api/tickets/:id/approve-plan': {
    customer: [409, 409, 409, 200, 409, 409, 409, 409, 409, 409, 409],
    developer: NOT_THE_DEVELOPERS,
    'matching developer': onlyWhileOpen(403),
  },
  'GET /api/tickets/:id/history': {
    customer: never(200),
    developer: onceReserved(404, 200),
    'matching developer': never(404),
  },
  'GET /api/tickets/:id/money': {
    customer: never(200),
    developer: onceReserved(404, 200),
    'matching developer': never(404),
  },
  'GET /api/tickets/:id/feedback': {
    customer: never(200),
    developer: onceReserved(404, 200),
    'matching developer': never(404),
  },
  'PUT /api/tickets/:id/feedback': {
    body: { rating: 5, feedback: 'Fast and clear.' },
    customer: [409, 409, 409, 409, 409, 409, 200, 200, 409, 409, 200],
    developer: NOT_THE_DEVELOPERS,
    'matching developer': onlyWhileOpen(403),
  },
  'GET /api/tickets/:id/milestones': {
    customer: never(200),
    developer: never(200),
    'matching developer': onlyWhileOpen(200),
  },
  'POST /api/tickets/:id/milestones': {
    body: aMilestone,
    customer: NOT_THE_CUSTOMERS,
    developer: [403, 409, 201, 409, 409, 409, 409, 409, 409, 409, 409],
    'matching developer': onlyWhileOpen(403),
  },
  'PUT /api/tickets/:id/milestones/order': {
    // For whoever asks without a plan before them.
    body: { ids: ['00000000-0000-4000-8000-000000000000'] },
    bodyFor: ({ milestoneId }) => ({ ids: milestoneId === null ? [] : [milestoneId] }),
    customer: NOT_THE_CUSTOMERS,
    developer: [403, 409, 200, 409, 409, 409, 409, 409, 409, 409, 409],
    'matching developer': onlyWhileOpen(403),
  },
  'PATCH /api/milestones/:id': {
    names: milestone,
    body: { title: 'Find and mend the loop' },
    customer: [404, 404, ...nine(403)],
    developer: [404, 404, 200, 409, 409, 409, 409, 409, 409, 409, 409],
    'matching developer': never(404),
  },
  'DELETE /api/milestones/:id': {
    names: milestone,
    customer: [404, 404, ...nine(403)],
    developer: [404, 404, 204, 409, 409, 409, 409, 409, 409, 409, 409],
    'matching developer': never(404),
  },
  'POST /api/milestones/:id/start': {
    names: milestone,
    customer: [404, 404, ...nine(403)],
    developer: [404, 404, 409, 409, 200, 409, 409, 409, 409, 409, 409],
    'matching developer': never(404),
  },
  'POST /api/milestones/:id/submit': {
    names: milestone,
    body: { message: 'It is done.' },
    customer: [404, 404, ...nine(403)],
    developer: [404, 404, 409, 409, 409, 200, 409, 409, 409, 409, 409],
    'matching developer': never(404),
  },
  'POST /api/milestones/:id/accept': {
    names: milestone,
    body: {},
    customer: [404, 404, 409, 409, 409, 409, 409, 200, 409, 409, 409],
    developer: [404, 404, ...nine(403)],
    'matching developer': never(404),
  },
  'POST /api/milestones/:id/reject': {
    names: milestone,
    body: FEEDBACK,
    customer: [404, 404, 409, 409, 409, 409, 200, 200, 409, 409, 409],
    developer: [404, 404, ...nine(403)],
    'matching developer': never(404),
  },
  'POST /api/milestones/:id/checkout': {
    names: milestone,
    customer: [404, 404, 409, 409, 200, 200, 200, 409, 409, 409, 409],
    developer: [404, 404, ...nine(403)],
    'matching developer': never(404),
  },
  'GET /api/billing-records/:id': {
    names: billingRecord,
    customer: [404, 404, ...nine(200)],
    developer: never(404),
    'matching developer': never(404),
  },
  'POST /api/billing-records/:id/check': {
    names: billingRecord,
    repeatable: true,
    customer: [404, 404, ...nine(200)],
    developer: never(404),
    'matching developer': never(404),
  },
  'GET /api/tickets/:id/messages': {
    customer: never(200),
    developer: onceReserved(404, 200),
    'matching developer': never(404),
  },
  'POST /api/tickets/:id/messages': {
    body: { text: 'Any news?' },
    repeatable: true,
    customer: never(201),
    developer: onceReserved(403, 201),
    'matching developer': onlyWhileOpen(403),
  },
  'POST /api/tickets/:id/read': {
    repeatable: true,
    customer: never(204),
    developer: onceReserved(403, 204),
    'matching developer': onlyWhileOpen(403),
  },
  'POST /api/tickets/:id/typing': {
    repeatable: true,
    customer: never(204),
    developer: onceReserved(404, 204),
    'matching developer': never(404),
  },
  'GET /api/tickets/:id/decisions': {
    customer: never(200),
    developer: onceReserved(404, 200),
    'matching developer': never(404),
  },
  'POST /api/messages/:id/report': {
    names: message,
    customer: [409, 200, ...nine(200)],
    developer: onceReserved(404, 200),
    'matching developer': never(404),
  },
  'PATCH /api/messages/:id': {
    names: ({ messages }) => messages.customer,
    body: { text: 'Can you help me?' },
    repeatable: true,
    customer: never(200),
    developer: onceReserved(404, 403),
    'matching developer': never(404),
  },
  'DELETE /api/messages/:id': {
    names: ({ messages }) => messages.customer,
    customer: never(204),
    developer: onceReserved(404, 403),
    'matching developer': never(404),
  },
  'GET /api/tickets/:id/files': {
    customer: never(200),
    developer: never(200),
    'matching developer': onlyWhileOpen(200),
    moderator: whileHelpIsAsked(200),
  },
  'GET /api/files/:id': {
    names: file,
    customer: never(200),
    developer: never(200),
    'matching developer': onlyWhileOpen(200),
    moderator: whileHelpIsAsked(200),
  },
  'GET /api/files/:id/link': {
    names: file,
    customer: never(200),
    developer: never(200),
    'matching developer': onlyWhileOpen(200),
    moderator: whileHelpIsAsked(200),
  },
  'GET /api/files/:id/text': {
    names: file,
    customer: never(200),
    developer: never(200),
    'matching developer': onlyWhileOpen(200),
    moderator: whileHelpIsAsked(200),
  },
  'GET /api/files/:id/entries': {
    // It is a text file.
    names: file,
    customer: never(415),
    developer: never(415),
    'matching developer': onlyWhileOpen(415),
    moderator: whileHelpIsAsked(415),
  },
  'GET /api/files/:id/changes': {
    // It is a text file.
    names: file,
    customer: never(415),
    developer: never(415),
    'matching developer': onlyWhileOpen(415),
    moderator: whileHelpIsAsked(415),
  },
  'GET /api/files/:id/stack': {
    names: file,
    customer: never(200),
    developer: never(200),
    'matching developer': onlyWhileOpen(200),
    moderator: whileHelpIsAsked(200),
  },
  'GET /api/files/:id/secrets': {
    names: file,
    customer: never(200),
    developer: never(200),
    'matching developer': onlyWhileOpen(200),
    moderator: whileHelpIsAsked(200),
  },
  'GET /api/files/:id/keys': {
    names: file,
    customer: never(200),
    developer: never(404),
    'matching developer': never(404),
  },
  'POST /api/files/:id/keys': {
    // Nothing was found in it.
    names: file,
    body: { secrets: 'share' },
    repeatable: true,
    customer: never(409),
    developer: never(404),
    'matching developer': never(404),
  },
  'GET /api/files/:id/env': {
    // It is not masked.
    names: file,
    customer: never(404),
    developer: never(404),
    'matching developer': never(404),
  },
  'DELETE /api/files/:id': {
    // It is attached, and stays.
    names: file,
    customer: never(404),
    developer: never(404),
    'matching developer': never(404),
  },
  'GET /api/profiles/:id': {
    names: ({ customer }) => customer.id,
    customer: never(200),
    developer: onceReserved(404, 200),
    'matching developer': never(404),
  },
};

const everyone = (signedIn: number, signedOut = 401): Record<Role, number> => ({
  'signed out': signedOut,
  customer: signedIn,
  'other customer': signedIn,
  developer: signedIn,
  'matching developer': signedIn,
  'mismatched developer': signedIn,
  moderator: signedIn,
});

/** To everybody else it is not there, whether they are signed in or not. */
const forModerators = (moderator: number): Record<Role, number> => ({
  ...everyone(404, 404),
  moderator,
});
const NOBODYS = '01890000-0000-7000-8000-000000000000';

/** An act of moderators, on something that is not there. */
const decidedBy = (what: string, act: string, more: object = {}): GeneralRow => ({
  path: `/api/moderation/${what}/${NOBODYS}/${act}`,
  body: { reason: 'It was looked into.', ...more },
  expected: forModerators(404),
});

const forDevelopers = (status: number): Record<Role, number> => ({
  ...everyone(403),
  developer: status,
  'matching developer': status,
  'mismatched developer': status,
});

export const generalTable: Record<string, GeneralRow> = {
  'GET /api/config': { expected: everyone(200, 200) },
  'GET /api/openapi.json': { expected: everyone(200, 200) },
  'GET /api/live': { expected: everyone(200) },
  'GET /api/me': { expected: everyone(200) },
  'GET /api/me/unread': { expected: everyone(200) },
  'GET /api/notifications': { expected: everyone(200) },
  'POST /api/notifications/read': {
    body: { ids: [NOBODYS] },
    expected: everyone(204),
  },
  'GET /api/messages/search': { path: '/api/messages/search?q=help', expected: everyone(200) },
  'POST /api/secrets/scan': { body: { text: 'Hello' }, expected: everyone(200) },
  'PATCH /api/me': { body: { first_name: 'Robin' }, expected: everyone(200) },
  // With a wrong password, so that everybody is still there afterwards.
  'DELETE /api/me': { body: { password: 'not mine' }, expected: everyone(403) },
  'POST /api/me/confirm-password': { body: { password: 'not mine' }, expected: everyone(403) },
  'GET /api/me/export': { expected: everyone(200) },
  'GET /api/me/sessions': { expected: everyone(200) },
  'DELETE /api/me/sessions/:id': { path: `/api/me/sessions/${NOBODYS}`, expected: everyone(404) },
  'GET /api/invitations/:token': { path: '/api/invitations/none', expected: everyone(200, 200) },
  'POST /api/invitations/:token/accept': {
    path: '/api/invitations/none/accept',
    body: { password: 'grüne Wiese 7' },
    expected: everyone(404, 404),
    code: 'invitation_not_valid',
  },
  'GET /api/moderation/waitlist': { expected: forModerators(200) },
  'POST /api/moderation/waitlist/:id/approve': {
    path: `/api/moderation/waitlist/${NOBODYS}/approve`,
    expected: forModerators(404),
  },
  'POST /api/moderation/waitlist/:id/decline': {
    path: `/api/moderation/waitlist/${NOBODYS}/decline`,
    body: { reason: 'Not now' },
    expected: forModerators(404),
  },
  'POST /api/moderation/invitations': {
    body: { email: 'grace@example.com', role: 'developer' },
    expected: forModerators(201),
  },
  'GET /api/moderation/mails': { expected: forModerators(200) },
  'POST /api/moderation/mails/:id/resend': {
    path: `/api/moderation/mails/${NOBODYS}/resend`,
    body: { reason: 'The address works again' },
    expected: forModerators(404),
  },
  'GET /api/moderation/statistics': { expected: forModerators(200) },
  'GET /api/moderation/audit': { expected: forModerators(200) },
  'GET /api/moderation/counts': { expected: forModerators(200) },
  'GET /api/moderation/ledger': { expected: forModerators(200) },
  'GET /api/moderation/reports': { expected: forModerators(200) },
  'POST /api/moderation/reports/:id/dismiss': decidedBy('reports', 'dismiss'),
  'POST /api/moderation/messages/:id/hide': decidedBy('messages', 'hide'),
  'GET /api/moderation/appeals': { expected: forModerators(200) },
  'POST /api/moderation/appeals/:id/grant': decidedBy('appeals', 'grant'),
  'POST /api/moderation/appeals/:id/deny': decidedBy('appeals', 'deny'),
  'GET /api/moderation/disputes': { expected: forModerators(200) },
  'POST /api/moderation/disputes/:id/decide': decidedBy('disputes', 'decide', {
    borne_by: 'platform',
  }),
  'GET /api/moderation/payments': { expected: forModerators(200) },
  'POST /api/moderation/payments/:id/clear': decidedBy('payments', 'clear'),
  'POST /api/moderation/payments/:id/refuse': decidedBy('payments', 'refuse'),
  'GET /api/moderation/tickets': { expected: forModerators(200) },
  'GET /api/moderation/tickets/:id': {
    path: `/api/moderation/tickets/${NOBODYS}`,
    expected: forModerators(404),
  },
  'GET /api/moderation/tickets/:id/messages': {
    path: `/api/moderation/tickets/${NOBODYS}/messages`,
    expected: forModerators(404),
  },
  'POST /api/moderation/tickets/:id/resume': decidedBy('tickets', 'resume'),
  'POST /api/moderation/tickets/:id/close-for-customer': decidedBy('tickets', 'close-for-customer'),
  'POST /api/moderation/tickets/:id/close-for-developer': decidedBy(
    'tickets',
    'close-for-developer',
  ),
  'POST /api/moderation/tickets/:id/reopen': decidedBy('tickets', 'reopen'),
  'POST /api/moderation/tickets/:id/split': decidedBy('tickets', 'split', {
    released_cents: 100,
    refunded_cents: 0,
  }),
  'POST /api/moderation/tickets/:id/refund': decidedBy('tickets', 'refund', {
    milestone_id: NOBODYS,
    refunded_cents: 100,
    borne_by: 'platform',
  }),
  'POST /api/moderation/tickets/:id/money-back': decidedBy('tickets', 'money-back', {
    borne_by: 'platform',
  }),
  'GET /api/moderation/accounts': { expected: forModerators(200) },
  'GET /api/moderation/accounts/:id': {
    path: `/api/moderation/accounts/${NOBODYS}`,
    expected: forModerators(404),
  },
  'POST /api/moderation/accounts/:id/suspend': decidedBy('accounts', 'suspend'),
  'POST /api/moderation/accounts/:id/restore': decidedBy('accounts', 'restore'),
  'GET /api/decisions/:id': { path: `/api/decisions/${NOBODYS}`, expected: everyone(404) },
  'POST /api/decisions/:id/appeal': {
    path: `/api/decisions/${NOBODYS}/appeal`,
    body: { text: 'I do not agree.' },
    expected: everyone(404),
  },
  'GET /api/earnings': { expected: forDevelopers(200) },
  'POST /api/earnings/payouts': { body: { amount_cents: 100 }, expected: forDevelopers(409) },
  'POST /api/earnings/account': { expected: forDevelopers(200) },
  'GET /api/tickets': { path: '/api/tickets?view=active', expected: everyone(200) },
  'POST /api/tickets': {
    body: aRequest,
    expected: { ...everyone(403), customer: 201, 'other customer': 201 },
  },
  'POST /api/waitlist': {
    body: { name: 'Ada', email: 'ada@example.com', specialty: 'python' },
    expected: everyone(201, 201),
  },
};

/** Which list shows a request to whom, from its stage on; every other list hides it. */
export const shownIn: Record<string, Partial<Record<Role, readonly Stage[]>>> = {
  active: {
    customer: [
      ...(['open', 'reserved', 'planning', 'plan in review', 'plan approved', 'working'] as const),
      ...(['results unpaid', 'results paid', 'help', 'rejected'] as const),
    ],
  },
  history: { customer: ['rejected', 'approved'] },
  available: { developer: ['open'], 'matching developer': ['open'] },
  assigned: { developer: afterReservation() },
  discussions: { customer: afterReservation(), developer: afterReservation() },
};

function afterReservation(): Stage[] {
  return [
    ...(['reserved', 'planning', 'plan in review', 'plan approved', 'working'] as const),
    ...(['results unpaid', 'results paid', 'help', 'rejected', 'approved'] as const),
  ];
}

import type { RefusalCode } from '#domain/refusals.ts';
import { anApplication, aReviewOfApplication } from './applications.ts';
import { aMilestone, aRequest } from './deeds.ts';
import { type Scene, STAGES, type Stage } from './walk.ts';

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

/** What somebody is answered: always the same, or by the stage that the request is at. */
export type Expected = number | (Partial<Record<Stage, number>> & { otherwise: number });

/** Of each role; before a request is reserved, its developer is a matching one. */
type Answers = Partial<Record<Exclude<Role, 'signed out'>, Expected>>;

/** A call about one request. Signed out it is 401, and for all who are not named it is 404. */
export interface RequestRow extends Answers {
  body?: unknown;
  /** Where what is sent depends on the request itself. */
  bodyFor?: (scene: Scene) => unknown;
  /** What its path names; the request where it is not said. */
  names?: (scene: Scene, role: Role) => string | null;
  /** What its address has to end with. */
  query?: string;
  /** Doing it changes nothing that another row looks at. */
  repeatable?: true;
}

/** A call about no request in particular: the same at every stage. */
export interface GeneralRow {
  expected: Record<Role, number>;
  body?: unknown;
  /** Where it is not the route's own, with the id of nothing. */
  path?: string;
  /** Of a 404 that says more than that nothing is there. */
  code?: RefusalCode;
}

const ONCE_RESERVED = STAGES.filter((stage) => stage !== 'open');
/** A matching developer sees a request only while it is open. */
const onlyWhileOpen = (status: number): Expected => ({ open: status, otherwise: 404 });
/** A moderator looks while one of the sides has asked for help. */
const whileHelpIsAsked = (status: number): Expected => ({ help: status, otherwise: 404 });
/** The developer of a request has become one with the reservation. */
const onceReserved = (status: number): Expected => ({ open: 404, otherwise: status });
/** Milestones are there from planning on. */
const oncePlanned = (otherwise: number, at: Partial<Record<Stage, number>> = {}): Expected => ({
  open: 404,
  reserved: 404,
  ...at,
  otherwise,
});
const WHILE_WORKED_ON = {
  'plan approved': 200,
  working: 200,
  'results unpaid': 200,
  'results paid': 200,
};
const milestone = ({ milestoneId }: Scene) => milestoneId;
const file = ({ fileKey }: Scene) => fileKey;
const billingRecord = ({ billingRecordId }: Scene) => billingRecordId;
/** The other side's message; one's own while there is no other side. */
const message = ({ messages }: Scene, role: Role) =>
  role === 'customer' ? (messages.developer ?? messages.customer) : messages.customer;

const NOBODYS = '01890000-0000-7000-8000-000000000000';
const SAVED_REPLY = { title: 'Be polite', text: 'Please stay polite.' };
const FEEDBACK = { feedback: 'Please split the second step.' };

/** What can be seen of a file by all who may see its request. */
const fileRow = (status: number): RequestRow => ({
  names: file,
  customer: status,
  developer: status,
  'matching developer': onlyWhileOpen(status),
  moderator: whileHelpIsAsked(status),
});

/** No code was delivered. */
const handBackRow: RequestRow = {
  customer: 409,
  developer: 403,
  'matching developer': onlyWhileOpen(403),
  moderator: whileHelpIsAsked(409),
};

/** An act of the two sides for which something else has to come first. */
const answeredLater = (body?: unknown): RequestRow => ({
  body,
  customer: 409,
  developer: { open: 403, otherwise: 409 },
  'matching developer': onlyWhileOpen(403),
});

export const requestTable: Record<string, RequestRow> = {
  'GET /api/tickets/:id': {
    customer: 200,
    developer: 200,
    'matching developer': onlyWhileOpen(200),
  },
  'PATCH /api/tickets/:id': {
    body: { budget: '$300' },
    customer: { open: 200, reserved: 200, otherwise: 409 },
    developer: 403,
    'matching developer': onlyWhileOpen(403),
  },
  'DELETE /api/tickets/:id': {
    customer: { open: 204, reserved: 204, otherwise: 409 },
    developer: 403,
    'matching developer': onlyWhileOpen(403),
  },
  'POST /api/tickets/:id/reserve': {
    customer: 403,
    developer: { open: 200, otherwise: 409 },
    'matching developer': { open: 200, otherwise: 409 },
  },
  'POST /api/tickets/:id/grab': {
    customer: 403,
    developer: { open: 200, reserved: 200, otherwise: 409 },
    'matching developer': { open: 200, otherwise: 409 },
  },
  // The request of the scene can be grabbed; what takes quotes is in tickets/quotes/quotes.test.ts.
  'GET /api/tickets/:id/quotes': {
    customer: 200,
    developer: 200,
    'matching developer': onlyWhileOpen(200),
  },
  'POST /api/tickets/:id/quotes': {
    body: { message: 'I can do that', milestones: [aMilestone] },
    customer: 403,
    developer: 409,
    'matching developer': 409,
  },
  'POST /api/tickets/:id/extend-quotes': {
    customer: 409,
    developer: 403,
    'matching developer': onlyWhileOpen(403),
  },
  'POST /api/tickets/:id/open-for-grabbing': {
    customer: 409,
    developer: 403,
    'matching developer': onlyWhileOpen(403),
  },
  'GET /api/tickets/:id/helpers': {
    customer: 200,
    developer: onceReserved(403),
  },
  'POST /api/tickets/:id/invite': {
    body: { developer_id: NOBODYS },
    customer: 409,
    developer: 403,
    'matching developer': onlyWhileOpen(403),
  },
  'POST /api/tickets/:id/abandon': {
    customer: 403,
    developer: { open: 403, reserved: 200, otherwise: 409 },
    'matching developer': onlyWhileOpen(403),
  },
  'POST /api/tickets/:id/give-back': {
    body: { note: 'The first half works.' },
    customer: 403,
    developer: {
      open: 403,
      reserved: 409,
      help: 409,
      rejected: 409,
      approved: 409,
      otherwise: 200,
    },
    'matching developer': onlyWhileOpen(403),
  },
  'POST /api/tickets/:id/find-another': {
    customer: 409,
    developer: 403,
    'matching developer': onlyWhileOpen(403),
  },
  'POST /api/tickets/:id/keep-held': {
    customer: 409,
    developer: 403,
    'matching developer': onlyWhileOpen(403),
  },
  'POST /api/tickets/:id/refund-held': {
    customer: 409,
    developer: 403,
    'matching developer': onlyWhileOpen(403),
  },
  'POST /api/tickets/:id/share-earlier': {
    body: { pairing_id: NOBODYS },
    customer: { open: 409, otherwise: 404 },
    developer: 403,
    'matching developer': onlyWhileOpen(403),
  },
  'GET /api/tickets/:id/pairings': {
    customer: 200,
    developer: onceReserved(200),
  },
  'POST /api/tickets/:id/submit-plan': {
    customer: 403,
    developer: { open: 403, planning: 200, otherwise: 409 },
    'matching developer': onlyWhileOpen(403),
  },
  'POST /api/tickets/:id/request-changes': {
    body: FEEDBACK,
    customer: { 'plan in review': 200, otherwise: 409 },
    developer: 403,
    'matching developer': onlyWhileOpen(403),
  },
  'POST /api/tickets/:id/approve-plan': {
    customer: { 'plan in review': 200, otherwise: 409 },
    developer: 403,
    'matching developer': onlyWhileOpen(403),
  },
  'POST /api/tickets/:id/get-help': {
    body: { reason: 'no_answer', text: 'I have waited for three days.' },
    customer: { open: 409, help: 409, rejected: 409, approved: 409, otherwise: 200 },
    developer: { open: 403, help: 409, rejected: 409, approved: 409, otherwise: 200 },
    'matching developer': onlyWhileOpen(403),
  },
  'POST /api/tickets/:id/cancel': {
    body: { reason: 'We found it ourselves.' },
    customer: { 'results paid': 409, help: 409, rejected: 409, approved: 409, otherwise: 200 },
    developer: 403,
    'matching developer': onlyWhileOpen(403),
  },
  'POST /api/tickets/:id/ask-to-cancel': {
    body: { reason: 'It takes too long.' },
    customer: { 'results paid': 200, otherwise: 409 },
    developer: { open: 403, 'results paid': 200, otherwise: 409 },
    'matching developer': onlyWhileOpen(403),
  },
  // Nobody has asked; see server/tickets/ways-out.test.ts.
  'POST /api/tickets/:id/agree-to-cancel': answeredLater(),
  'POST /api/tickets/:id/decline-to-cancel': answeredLater({ text: 'It is nearly done.' }),
  'POST /api/tickets/:id/withdraw-cancel': answeredLater(),
  'POST /api/tickets/:id/changes': {
    body: { reason: 'It is more work.', add: [aMilestone] },
    customer: { ...WHILE_WORKED_ON, otherwise: 409 },
    developer: { open: 403, ...WHILE_WORKED_ON, otherwise: 409 },
    'matching developer': onlyWhileOpen(403),
  },
  'GET /api/tickets/:id/changes': {
    customer: 200,
    developer: onceReserved(200),
    moderator: whileHelpIsAsked(200),
  },
  'GET /api/tickets/:id/plan/versions': {
    customer: 200,
    developer: onceReserved(200),
    moderator: whileHelpIsAsked(200),
  },
  // No change; who answers one is held by server/tickets/plan-changes.test.ts.
  'POST /api/changes/:id/agree': { names: milestone },
  'POST /api/changes/:id/decline': { names: milestone, body: { text: 'It is not.' } },
  'POST /api/changes/:id/withdraw': { names: milestone },
  'GET /api/tickets/:id/waiting': { customer: 200, developer: onceReserved(200) },
  'GET /api/tickets/:id/history': { customer: 200, developer: onceReserved(200) },
  'GET /api/tickets/:id/evidence': {
    customer: 200,
    developer: onceReserved(200),
    moderator: whileHelpIsAsked(200),
  },
  'GET /api/tickets/:id/money': { customer: 200, developer: onceReserved(200) },
  'GET /api/tickets/:id/feedback': { customer: 200, developer: onceReserved(200) },
  'PUT /api/tickets/:id/feedback': {
    body: { rating: 5, feedback: 'Fast and clear.' },
    customer: { 'results unpaid': 200, 'results paid': 200, approved: 200, otherwise: 409 },
    developer: 403,
    'matching developer': onlyWhileOpen(403),
  },
  'PUT /api/tickets/:id/customer-feedback': {
    body: { rating: 5, feedback: 'Answers at once.' },
    customer: 403,
    developer: {
      open: 403,
      'results unpaid': 200,
      'results paid': 200,
      approved: 200,
      otherwise: 409,
    },
    'matching developer': onlyWhileOpen(403),
  },
  'GET /api/tickets/:id/reviews': { customer: 200, developer: onceReserved(200) },
  'GET /api/tickets/:id/milestones': {
    customer: 200,
    developer: 200,
    'matching developer': onlyWhileOpen(200),
  },
  'POST /api/tickets/:id/milestones': {
    body: aMilestone,
    customer: 403,
    developer: { open: 403, planning: 201, otherwise: 409 },
    'matching developer': onlyWhileOpen(403),
  },
  'PUT /api/tickets/:id/milestones/order': {
    // For whoever asks without a plan before them.
    body: { ids: ['00000000-0000-4000-8000-000000000000'] },
    bodyFor: ({ milestoneId }) => ({ ids: milestoneId === null ? [] : [milestoneId] }),
    customer: 403,
    developer: { open: 403, planning: 200, otherwise: 409 },
    'matching developer': onlyWhileOpen(403),
  },
  'PATCH /api/milestones/:id': {
    names: milestone,
    body: { title: 'Find and mend the loop' },
    customer: oncePlanned(403),
    developer: oncePlanned(409, { planning: 200 }),
  },
  'DELETE /api/milestones/:id': {
    names: milestone,
    customer: oncePlanned(403),
    developer: oncePlanned(409, { planning: 204 }),
  },
  'POST /api/milestones/:id/start': {
    names: milestone,
    customer: oncePlanned(403),
    developer: oncePlanned(409, { 'plan approved': 200 }),
  },
  'POST /api/milestones/:id/submit': {
    names: milestone,
    body: { message: 'It is done.' },
    customer: oncePlanned(403),
    developer: oncePlanned(409, { working: 200 }),
  },
  'POST /api/milestones/:id/accept': {
    names: milestone,
    body: {},
    customer: oncePlanned(409, { 'results paid': 200 }),
    developer: oncePlanned(403),
  },
  'POST /api/milestones/:id/more-time': {
    names: milestone,
    customer: oncePlanned(409, { 'results paid': 200 }),
    developer: oncePlanned(403),
  },
  'POST /api/milestones/:id/extend': {
    names: milestone,
    bodyFor: () => ({ due_at: new Date(Date.now() + 86_400_000).toISOString() }),
    customer: oncePlanned(409),
    developer: oncePlanned(403),
  },
  'POST /api/milestones/:id/refund-missed': {
    names: milestone,
    customer: oncePlanned(409),
    developer: oncePlanned(403),
  },
  'POST /api/milestones/:id/reject': {
    names: milestone,
    body: FEEDBACK,
    customer: oncePlanned(409, { 'results unpaid': 200, 'results paid': 200 }),
    developer: oncePlanned(403),
  },
  // None of its checks is by an address; see server/tickets/checks.test.ts.
  'POST /api/milestones/:id/checks/:check/probe': {
    names: milestone,
    customer: oncePlanned(409),
    developer: oncePlanned(409),
    moderator: oncePlanned(409),
  },
  'POST /api/milestones/:id/broke-again': {
    names: milestone,
    body: { text: 'It broke.', check_ids: [] },
    customer: oncePlanned(409, { approved: 200 }),
    developer: oncePlanned(403),
  },
  'POST /api/milestones/:id/refund-released': {
    names: milestone,
    customer: oncePlanned(409),
    developer: oncePlanned(403),
  },
  'POST /api/milestones/:id/checkout': {
    names: milestone,
    customer: oncePlanned(409, { 'plan approved': 200, working: 200, 'results unpaid': 200 }),
    developer: oncePlanned(403),
  },
  'GET /api/billing-records/:id': { names: billingRecord, customer: oncePlanned(200) },
  'POST /api/billing-records/:id/check': {
    names: billingRecord,
    repeatable: true,
    customer: oncePlanned(200),
  },
  'GET /api/tickets/:id/messages': { customer: 200, developer: onceReserved(200) },
  'POST /api/tickets/:id/messages': {
    body: { text: 'Any news?' },
    repeatable: true,
    customer: 201,
    developer: { open: 403, otherwise: 201 },
    'matching developer': onlyWhileOpen(403),
  },
  'POST /api/tickets/:id/read': {
    repeatable: true,
    customer: 204,
    developer: { open: 403, otherwise: 204 },
    'matching developer': onlyWhileOpen(403),
  },
  'POST /api/tickets/:id/typing': { repeatable: true, customer: 204, developer: onceReserved(204) },
  'GET /api/tickets/:id/decisions': { customer: 200, developer: onceReserved(200) },
  'GET /api/messages/:id/traces': {
    names: message,
    customer: 200,
    developer: onceReserved(200),
  },
  'POST /api/messages/:id/report': {
    names: message,
    customer: { open: 403, otherwise: 200 },
    developer: onceReserved(200),
  },
  'PATCH /api/messages/:id': {
    names: ({ messages }) => messages.customer,
    body: { text: 'Can you help me?' },
    repeatable: true,
    customer: 200,
    developer: onceReserved(403),
  },
  'DELETE /api/messages/:id': {
    names: ({ messages }) => messages.customer,
    customer: 204,
    developer: onceReserved(403),
  },
  'GET /api/tickets/:id/files': {
    customer: 200,
    developer: 200,
    'matching developer': onlyWhileOpen(200),
    moderator: whileHelpIsAsked(200),
  },
  'GET /api/tickets/:id/snapshots': {
    customer: 200,
    developer: 200,
    'matching developer': onlyWhileOpen(200),
    moderator: whileHelpIsAsked(200),
  },
  'POST /api/tickets/:id/snapshots': {
    body: { git_url: 'https://git.example.com/shop.git', kind: 'project' },
    repeatable: true,
    customer: 202,
    developer: onceReserved(403),
  },
  // No version; who reads one is held by server/code/delivering.test.ts.
  'GET /api/snapshots/:id': { names: milestone },
  'POST /api/snapshots/:id/secrets': { names: milestone, body: { secrets: 'mask' } },
  'GET /api/snapshots/:id/tree': { names: milestone },
  'GET /api/snapshots/:id/file': { names: milestone, query: '?path=src/app.ts' },
  'GET /api/snapshots/:id/search': { names: milestone, query: '?q=login' },
  'GET /api/snapshots/:id/archive': { names: milestone },
  'GET /api/snapshots/:id/archive/link': { names: milestone },
  'GET /api/tickets/:id/attempts': {
    customer: 200,
    developer: oncePlanned(200),
    moderator: whileHelpIsAsked(200),
  },
  'POST /api/tickets/:id/attempts': {
    body: { text: 'It said that it had mended the loop.' },
    customer: { rejected: 409, approved: 409, otherwise: 201 },
    developer: 403,
    'matching developer': onlyWhileOpen(403),
  },
  // No attempt; who takes one away is held by server/code/attempts/attempts.test.ts.
  'DELETE /api/attempts/:id': { names: milestone },
  'GET /api/files/:id': fileRow(200),
  'GET /api/files/:id/link': fileRow(200),
  // No round of delivery; whose files come is held by server/files/delivery-archive.test.ts.
  'GET /api/deliveries/:id/archive': { names: milestone },
  // No version of a project; who reads what of one is held by the tests in server/code.
  'GET /api/snapshots/:id/changes': { names: milestone },
  'GET /api/snapshots/:id/patch': { names: milestone },
  'GET /api/snapshots/:id/patch/link': { names: milestone },
  'PUT /api/snapshots/:id/viewed': { names: milestone, body: { path: 'a.ts', viewed: true } },
  'GET /api/tickets/:id/hand-back': handBackRow,
  'GET /api/tickets/:id/hand-back/link': handBackRow,
  'GET /api/files/:id/text': fileRow(200),
  // It is a text file, with nothing to list or to compare.
  'GET /api/files/:id/entries': fileRow(415),
  'GET /api/files/:id/changes': fileRow(415),
  'GET /api/files/:id/stack': fileRow(200),
  'GET /api/files/:id/secrets': fileRow(200),
  'GET /api/files/:id/keys': { names: file, customer: 200 },
  'POST /api/files/:id/keys': {
    // Nothing was found in it.
    names: file,
    body: { secrets: 'share' },
    repeatable: true,
    customer: 409,
  },
  // It is not masked.
  'GET /api/files/:id/env': { names: file },
  // It is attached, and stays.
  'DELETE /api/files/:id': { names: file },
  'GET /api/profiles/:id': {
    names: ({ customer }) => customer.id,
    customer: 200,
    developer: onceReserved(200),
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

/** An act of moderators, on something that is not there. */
const decision = (more: object = {}): GeneralRow => ({
  body: { reason: 'It was looked into.', ...more },
  expected: forModerators(404),
});

const forDevelopers = (status: number): Record<Role, number> => ({
  ...everyone(403),
  developer: status,
  'matching developer': status,
  'mismatched developer': status,
});

/** Where a call goes that is about no request in particular. */
export function generalPath(url: string, { path }: GeneralRow): string {
  return path ?? url.replace(':id', NOBODYS);
}

/** What a role is answered to a call about a request at that stage. */
export function expectedOf(row: RequestRow, role: Role, stage: Stage): number {
  if (role === 'signed out') return 401;
  const expected = row[role] ?? 404;
  return typeof expected === 'number' ? expected : (expected[stage] ?? expected.otherwise);
}

export const generalTable: Record<string, GeneralRow> = {
  'GET /api/config': { expected: everyone(200, 200) },
  'GET /api/confirmations/:id': { expected: everyone(200, 200) },
  'GET /api/openapi.json': { expected: everyone(200, 200) },
  'GET /api/evidence/keys': { expected: everyone(200, 200) },
  'POST /api/evidence/verify': { body: {}, expected: everyone(200, 200) },
  'GET /api/live': { expected: everyone(200) },
  'GET /api/me': { expected: everyone(200) },
  'GET /api/me/unread': { expected: everyone(200) },
  'GET /api/me/quotes': { expected: everyone(200) },
  'PATCH /api/quotes/:id': { body: { message: 'More' }, expected: everyone(404) },
  'DELETE /api/quotes/:id': { expected: everyone(404) },
  'POST /api/quotes/:id/choose': { expected: everyone(404) },
  'POST /api/quotes/:id/messages': { body: { text: 'When?' }, expected: everyone(404) },
  'POST /api/quotes/:id/appeal': { body: { text: 'It was true.' }, expected: everyone(404) },
  'POST /api/feedback/:id/appeal': { body: { text: 'It was true.' }, expected: everyone(404) },
  'POST /api/quotes/:id/report': { body: { text: 'Not true.' }, expected: everyone(404) },
  'GET /api/notifications': { expected: everyone(200) },
  'POST /api/notifications/read': { body: { ids: [NOBODYS] }, expected: everyone(204) },
  'GET /api/messages/search': { path: '/api/messages/search?q=help', expected: everyone(200) },
  'POST /api/secrets/scan': { body: { text: 'Hello' }, expected: everyone(200) },
  'PATCH /api/me': { body: { first_name: 'Robin' }, expected: everyone(200) },
  // With a wrong password, so that everybody is still there afterwards.
  'DELETE /api/me': { body: { password: 'not mine' }, expected: everyone(403) },
  'POST /api/me/confirm-password': { body: { password: 'not mine' }, expected: everyone(403) },
  'POST /api/me/confirm-passkey': {
    body: { challenge_id: NOBODYS, credential: {} },
    expected: everyone(403),
  },
  'GET /api/me/export': { expected: everyone(200) },
  'GET /api/me/sessions': { expected: everyone(200) },
  'DELETE /api/me/sessions/:id': { expected: everyone(404) },
  'GET /api/unblockers': { expected: everyone(200, 200) },
  'GET /api/unblockers/:slug': { expected: everyone(404, 404) },
  'GET /api/me/public-profile': { expected: forDevelopers(200) },
  'PUT /api/me/public-profile': {
    // An address that is not given out, so that nobody takes it from the others.
    body: {
      is_public: false,
      slug: 'admin',
      headline: 'Mends it',
      categories: [],
      ai_tools: [],
      languages: [],
      time_zone: 'UTC',
    },
    expected: everyone(400),
  },
  'GET /api/me/availability': { expected: forDevelopers(200) },
  'PUT /api/me/availability': { body: { max_running: 10 }, expected: forDevelopers(200) },
  'GET /api/me/alerts': { expected: forDevelopers(200) },
  'POST /api/me/alerts': { body: { categories: ['web'] }, expected: forDevelopers(201) },
  'DELETE /api/me/alerts': { expected: forDevelopers(204) },
  'DELETE /api/me/alerts/:id': { expected: everyone(404) },
  'POST /api/feedback/:id/reply': { body: { text: 'Thank you.' }, expected: everyone(404) },
  'POST /api/feedback/:id/report': { body: { text: 'Not true.' }, expected: everyone(404) },
  'GET /api/me/tokens': { expected: everyone(200) },
  'POST /api/me/tokens': {
    body: { name: 'My editor', scopes: ['read'] },
    expected: { ...everyone(201), moderator: 403 },
  },
  'DELETE /api/me/tokens/:id': { expected: everyone(404) },
  'GET /api/me/programs/uses': { expected: everyone(200) },
  'GET /api/me/webhooks': { expected: everyone(200) },
  'POST /api/me/webhooks': {
    body: { url: 'https://example.com/hook', events: ['plan.submitted'] },
    expected: { ...everyone(201), moderator: 403 },
  },
  'PATCH /api/me/webhooks/:id': { body: { is_on: false }, expected: everyone(404) },
  'DELETE /api/me/webhooks/:id': { expected: everyone(404) },
  'POST /api/me/webhooks/:id/secret': { expected: everyone(404) },
  'POST /api/me/webhooks/:id/test': { expected: everyone(404) },
  'GET /api/me/webhooks/:id/deliveries': { expected: everyone(404) },
  'POST /api/me/webhooks/:id/deliveries/:delivery/again': {
    path: `/api/me/webhooks/${NOBODYS}/deliveries/${NOBODYS}/again`,
    expected: everyone(404),
  },
  'POST /api/drafts': {
    body: aRequest,
    expected: { ...everyone(403), customer: 201, 'other customer': 201 },
  },
  'GET /api/drafts/:id': { expected: everyone(404) },
  'DELETE /api/drafts/:id': { expected: everyone(404) },
  'GET /api/me/programs': { expected: everyone(200) },
  'DELETE /api/me/programs/:id': { expected: everyone(404) },
  // Without the cookie of the browser that a program sent here; see server/accounts/oauth/oauth.test.ts.
  'GET /api/me/programs/asking/:id': { expected: everyone(404), code: 'asking_over' },
  'POST /api/me/programs/asking/:id': {
    body: { allow: true },
    expected: everyone(404),
    code: 'asking_over',
  },
  'GET /api/me/programs/code/:code': {
    path: '/api/me/programs/code/NONE',
    expected: everyone(404),
    code: 'no_such_code',
  },
  'POST /api/me/programs/code/:code': {
    path: '/api/me/programs/code/NONE',
    body: { allow: true },
    expected: everyone(404),
    code: 'no_such_code',
  },
  'GET /api/invitations/:token': { path: '/api/invitations/none', expected: everyone(200, 200) },
  'POST /api/invitations/:token/accept': {
    path: '/api/invitations/none/accept',
    body: { password: 'grüne Wiese 7' },
    expected: everyone(404, 404),
    code: 'invitation_not_valid',
  },
  'GET /api/entry-project': { expected: everyone(200, 200) },
  'GET /api/applications/:token': {
    path: '/api/applications/none',
    expected: everyone(200, 200),
  },
  'GET /api/applications/:token/project': {
    path: '/api/applications/none/project',
    expected: everyone(404, 404),
    code: 'application_not_valid',
  },
  'PUT /api/applications/:token': {
    path: '/api/applications/none',
    body: {
      examples: [],
      categories: [],
      ai_tools: [],
      time_zone: null,
      hours: '',
      proofs: [],
    },
    expected: everyone(404, 404),
    code: 'application_not_valid',
  },
  'POST /api/applications/:token/submit': {
    path: '/api/applications/none/submit',
    body: anApplication,
    expected: everyone(404, 404),
    code: 'application_not_valid',
  },
  'POST /api/applications/:token/version': {
    path: '/api/applications/none/version',
    expected: everyone(404, 404),
    code: 'application_not_valid',
  },
  // They have not done enough work here yet.
  'GET /api/entry-reviews': { expected: everyone(403) },
  'GET /api/entry-reviews/:id': { expected: everyone(403) },
  'GET /api/entry-reviews/:id/archive': { expected: everyone(403) },
  'POST /api/entry-reviews/:id': { body: aReviewOfApplication, expected: everyone(403) },
  'GET /api/moderation/waitlist': { expected: forModerators(200) },
  'GET /api/moderation/waitlist/:id/application': { expected: forModerators(404) },
  'GET /api/moderation/waitlist/:id/application/archive': { expected: forModerators(404) },
  'POST /api/moderation/waitlist/:id/approve': { expected: forModerators(404) },
  'POST /api/moderation/waitlist/:id/decline': {
    body: { reason: 'Not now' },
    expected: forModerators(404),
  },
  'POST /api/moderation/invitations': {
    body: { email: 'grace@example.com', role: 'developer' },
    expected: forModerators(201),
  },
  'GET /api/moderation/mails': { expected: forModerators(200) },
  'POST /api/moderation/mails/:id/resend': {
    body: { reason: 'The address works again' },
    expected: forModerators(404),
  },
  'GET /api/moderation/statistics': { expected: forModerators(200) },
  'GET /api/moderation/audit': { expected: forModerators(200) },
  'GET /api/moderation/counts': { expected: forModerators(200) },
  'GET /api/moderation/ledger': { expected: forModerators(200) },
  'POST /api/moderation/findings/:id/done': {
    path: `/api/moderation/findings/${NOBODYS}/done`,
    body: { reason: 'It was paid back at the provider' },
    expected: forModerators(404),
  },
  'GET /api/moderation/reports': { expected: forModerators(200) },
  'GET /api/moderation/reports/:id': { expected: forModerators(404) },
  'POST /api/moderation/reports/:id/dismiss': decision(),
  'POST /api/moderation/messages/:id/hide': decision(),
  'GET /api/moderation/reviews': { expected: forModerators(200) },
  'POST /api/moderation/reviews/:id/hide': decision(),
  'POST /api/moderation/reviews/:id/dismiss': decision(),
  'POST /api/moderation/reviews/:id/uphold': decision(),
  'POST /api/moderation/reviews/:id/overturn': decision(),
  'GET /api/moderation/appeals': { expected: forModerators(200) },
  'POST /api/moderation/appeals/:id/grant': decision(),
  'POST /api/moderation/appeals/:id/deny': decision(),
  'GET /api/moderation/disputes': { expected: forModerators(200) },
  'POST /api/moderation/disputes/:id/decide': decision({ borne_by: 'platform' }),
  'GET /api/moderation/payments': { expected: forModerators(200) },
  'POST /api/moderation/payments/:id/clear': decision(),
  'POST /api/moderation/payments/:id/refuse': decision(),
  'GET /api/moderation/tickets': { expected: forModerators(200) },
  'GET /api/moderation/tickets/:id': { expected: forModerators(404) },
  'GET /api/moderation/tickets/:id/messages': { expected: forModerators(404) },
  'GET /api/moderation/tickets/:id/preview': {
    path: `/api/moderation/tickets/${NOBODYS}/preview?action=resume`,
    expected: forModerators(404),
  },
  'GET /api/moderation/tickets/:id/case': { expected: forModerators(404) },
  'POST /api/moderation/tickets/:id/take': decision(),
  'POST /api/moderation/tickets/:id/hand-over': decision({ moderator_id: NOBODYS }),
  'POST /api/moderation/tickets/:id/let-go': decision(),
  'POST /api/moderation/tickets/:id/ask-sides': decision({ text: 'What was agreed?' }),
  'GET /api/moderation/replies': { expected: forModerators(200) },
  'POST /api/moderation/replies': { body: SAVED_REPLY, expected: forModerators(201) },
  'PATCH /api/moderation/replies/:id': { body: SAVED_REPLY, expected: forModerators(404) },
  'DELETE /api/moderation/replies/:id': { expected: forModerators(404) },
  'POST /api/moderation/tickets/:id/take-in': decision(),
  'POST /api/moderation/tickets/:id/resume': decision(),
  'POST /api/moderation/tickets/:id/close-for-customer': decision(),
  'POST /api/moderation/tickets/:id/close-for-developer': decision(),
  'POST /api/moderation/tickets/:id/reopen': decision(),
  'POST /api/moderation/tickets/:id/split': decision({ released_cents: 100, refunded_cents: 0 }),
  'POST /api/moderation/tickets/:id/refund': decision({
    milestone_id: NOBODYS,
    refunded_cents: 100,
    borne_by: 'platform',
  }),
  'POST /api/moderation/tickets/:id/money-back': decision({ borne_by: 'platform' }),
  'GET /api/moderation/accounts': { expected: forModerators(200) },
  'GET /api/moderation/accounts/:id': { expected: forModerators(404) },
  'POST /api/moderation/accounts/:id/suspend': decision(),
  'POST /api/moderation/accounts/:id/restore': decision(),
  'GET /api/decisions/:id': { expected: everyone(404) },
  'POST /api/decisions/:id/appeal': { body: { text: 'I do not agree.' }, expected: everyone(404) },
  'GET /api/earnings': { expected: forDevelopers(200) },
  'GET /api/earnings/statements': { expected: forDevelopers(200) },
  'GET /api/earnings/statements/:period': {
    path: `/api/earnings/statements/${new Date().getUTCFullYear()}`,
    expected: forDevelopers(200),
  },
  'GET /api/invoices/:id': { expected: everyone(404) },
  'GET /api/earnings/country': { expected: forDevelopers(200) },
  'PUT /api/earnings/country': { body: { country: 'DE' }, expected: forDevelopers(200) },
  'POST /api/earnings/payouts': { body: { amount_cents: 100 }, expected: forDevelopers(409) },
  'POST /api/earnings/account': { expected: forDevelopers(200) },
  'POST /api/earnings/account/page': { expected: forDevelopers(200) },
  'GET /api/tickets': { path: '/api/tickets?view=active', expected: everyone(200) },
  'POST /api/tickets': {
    body: aRequest,
    expected: { ...everyone(403), customer: 201, 'other customer': 201 },
  },
  'POST /api/sign-ups/:id/request': { body: aRequest, expected: everyone(201, 201) },
  'POST /api/held-requests/:id/settle': { expected: everyone(200, 200) },
  'POST /api/waitlist': {
    body: { name: 'Ada', email: 'ada@example.com', specialty: 'python' },
    expected: everyone(201, 201),
  },
};

/** Which list shows a request to whom, and at which stages; every other list hides it. */
export const shownIn: Record<string, Partial<Record<Role, readonly Stage[]>>> = {
  active: { customer: STAGES.filter((stage) => stage !== 'approved') },
  history: { customer: ['rejected', 'approved'] },
  available: { developer: ['open'], 'matching developer': ['open'] },
  assigned: { developer: ONCE_RESERVED },
  discussions: { customer: ONCE_RESERVED, developer: ONCE_RESERVED },
};

import { expect, test } from 'vitest';
import {
  DELETED_MESSAGE_TEXT,
  HIDDEN_MESSAGE_TEXT,
  messageText,
  outcomeOf,
  type ParametersOf,
  parametersOf,
  SYSTEM_MESSAGE_KINDS,
  type SystemMessageKind,
} from './system-message-texts.ts';

type Row<Kind extends SystemMessageKind> = [
  kind: Kind,
  parameters: ParametersOf<Kind>,
  line: string,
];
type AnyRow = { [Kind in SystemMessageKind]: Row<Kind> }[SystemMessageKind];

const milestone = 'Fix the login';
const nothing = { released_cents: 0, refunded_cents: 0, borne_cents: 0, waiting: null };
const money = (released_cents: number, refunded_cents: number, borne_cents = 0) => ({
  ...nothing,
  released_cents,
  refunded_cents,
  borne_cents,
});
const splits = [{ milestone_title: milestone, customer_cents: 6000, developer_cents: 3600 }];
const counted = { added: 1, removed: 0, changed: 1, moved: 0 };
const tally = { ...counted, minutes: 60, cents: 5000, refunded_cents: 0 };
const table: AnyRow[] = [
  ['plan_submitted_again', { number: 2, tally }, '→ Plan 2: 1 added, 1 changed, $50.00 more'],
  ['change_proposed', { tally }, '→ Proposed a change: 1 added, 1 changed, $50.00 more'],
  [
    'change_agreed',
    { number: 3, tally },
    '✓ Agreed to the change. Plan 3: 1 added, 1 changed, $50.00 more',
  ],
  ['change_declined', {}, '✗ Declined the change'],
  ['change_withdrawn', {}, '✗ Withdrew the change'],
  ['plan_approved', {}, '✓ Plan approved'],
  ['plan_needs_revisions', {}, '✗ Plan needs revisions'],
  ['milestone_approved', { milestone }, '✓ Milestone approved: Fix the login'],
  ['broke_again', { milestone, failed: [] }, '✗ It broke again: Fix the login'],
  [
    'repair_refunded',
    { milestone, refunded_cents: 7500 },
    '✗ The free repair of “Fix the login” was missed: $75.00 goes back to the customer',
  ],
  [
    'milestone_needs_revisions',
    { milestone, failed: [] },
    '✗ Milestone needs revisions: Fix the login',
  ],
  [
    'report_dismissed',
    { goes_on: false },
    '✓ A moderator looked into a report and found nothing to object to',
  ],
  [
    'report_dismissed',
    { goes_on: true },
    '✓ A moderator looked into a report and found nothing to object to. The request goes on',
  ],
  ['message_hidden', {}, '✗ A moderator hid a message'],
  [
    'help_asked',
    { reason: 'quality' },
    '✗ Asked the moderators for help: Quality of the work. Money that is held stays held',
  ],
  ['request_cancelled', {}, '✗ Cancelled the request'],
  ['repair_cancelled', {}, '✗ Cancelled the free repair: the work stays approved'],
  [
    'cancel_asked',
    { splits },
    '✗ Proposed to cancel: $60.00 of “Fix the login” back to the customer, $36.00 to the unblocker',
  ],
  [
    'cancel_agreed',
    { splits, waits: false },
    '✓ Agreed to cancel: $60.00 of “Fix the login” back to the customer, $36.00 to the unblocker',
  ],
  [
    'cancel_agreed',
    { splits, waits: true },
    '✓ Agreed to cancel: $60.00 of “Fix the login” back to the customer, $36.00 to the unblocker, once its payment was looked at',
  ],
  ['cancel_declined', {}, '✗ Declined to cancel'],
  ['cancel_withdrawn', {}, '✗ Withdrew the proposal to cancel'],
  ['request_taken_in', {}, '✗ A moderator took the request in. Money that is held stays held'],
  ['request_resumed', {}, '✓ A moderator resumed the request'],
  [
    'closed_for_customer',
    { money: money(0, 7500) },
    '✗ A moderator closed the request in the customer’s favor: $75.00 refunded',
  ],
  [
    'closed_for_customer',
    { money: nothing },
    '✗ A moderator closed the request in the customer’s favor. No money was held',
  ],
  [
    'closed_for_developer',
    { money: money(10_000, 0, 2500) },
    '✓ A moderator closed the request in the unblocker’s favor: $100.00 released; Unblock bears $25.00 of what is released',
  ],
  [
    'closed_for_developer',
    { money: { ...money(0, 5000), waiting: money(10_000, 0) } },
    '✓ A moderator closed the request in the unblocker’s favor: $50.00 refunded, $100.00 released once its payment was looked at',
  ],
  [
    'request_reopened',
    { money: money(0, 7500) },
    '✗ A moderator returned the request to the open list: $75.00 refunded',
  ],
  [
    'milestone_split',
    { milestone, money: money(6050, 123_950) },
    '✓ A moderator divided the money held for “Fix the login”: $60.50 released, $1,239.50 refunded',
  ],
  [
    'milestone_split',
    { milestone, money: { ...nothing, waiting: money(6050, 1000) } },
    '✓ A moderator divided the money held for “Fix the login”: $60.50 released, $10.00 refunded once its payment was looked at',
  ],
  [
    'money_refunded',
    { milestone, refunded_cents: 4000 },
    '✗ A moderator refunded $40.00 for “Fix the login” to the customer',
  ],
  [
    'money_given_back',
    { refunded_cents: 7500 },
    '✗ A moderator gave the customer all money of the request back: $75.00',
  ],
  [
    'dispute_decided',
    { milestone, borne_by: 'developer' },
    '✗ A moderator decided who bears the lost dispute over the payment for “Fix the login”: the unblocker',
  ],
  [
    'dispute_decided',
    { milestone: null, borne_by: 'platform' },
    '✗ A moderator decided who bears the lost dispute over the payment: Unblock',
  ],
  [
    'payment_cleared',
    { milestone, money: nothing },
    '✓ A moderator looked at the payment for “Fix the login”. It goes on as usual',
  ],
  [
    'payment_cleared',
    { milestone, money: money(6050, 0) },
    '✓ A moderator looked at the payment for “Fix the login”. It goes on: $60.50 released',
  ],
  [
    'payment_refused',
    { milestone, refunded_cents: 97_500, again: true },
    '✗ A moderator looked at the payment for “Fix the login”. It goes back to the customer: $975.00. It can be paid again at the usual price',
  ],
  [
    'payment_refused',
    { milestone, refunded_cents: 97_500, again: false },
    '✗ A moderator looked at the payment for “Fix the login”. It goes back to the customer: $975.00',
  ],
  [
    'milestone_approved_by_time',
    { milestone },
    '✓ Approved by itself, after 7 days without an answer: Fix the login',
  ],
  [
    'deadline_extended',
    { milestone, until: 'Tue, 24 Nov 2026, 14:20 UTC' },
    '→ More time for Fix the login: until Tue, 24 Nov 2026, 14:20 UTC',
  ],
  ['appeal_granted', {}, '✓ A moderator granted an appeal'],
  ['appeal_denied', {}, '✗ A moderator denied an appeal'],
  ['moderator_asked', { to: 'both' }, '→ A moderator asks both sides'],
  ['moderator_asked', { to: 'customer' }, '→ A moderator asks the customer'],
  ['moderator_asked', { to: 'developer' }, '→ A moderator asks the unblocker'],
];

const there = { is_hidden: false, is_deleted: false };

test.each(table)('%s with %j says: %s', (kind, parameters, line) => {
  const stored: unknown = JSON.parse(JSON.stringify(parametersOf(kind, parameters)));
  const message = { ...there, kind, parameters: stored };
  expect(messageText({ ...message, text: null })).toBe(line);
  expect(messageText({ ...message, text: 'Because of\nthat.' })).toBe(
    `${line}\n\nBecause of\nthat.`,
  );
  expect(outcomeOf(kind, stored)).toBe(line.slice(2));
});

test('every kind has its words here', () => {
  const told = table.map(([kind]) => kind);
  expect(SYSTEM_MESSAGE_KINDS.filter((kind) => !told.includes(kind))).toEqual([]);
  expect(new Set(told)).toEqual(new Set(SYSTEM_MESSAGE_KINDS));
});

test('what a person wrote is shown as it is, unless it is hidden or deleted', () => {
  const message = { ...there, kind: null, parameters: null, text: '✓ Mine' };
  expect(messageText(message)).toBe('✓ Mine');
  expect(messageText({ ...message, is_deleted: true })).toBe(DELETED_MESSAGE_TEXT);
  for (const kind of [null, 'plan_approved'] as const) {
    const hidden = { ...message, kind, parameters: {}, is_hidden: true };
    expect(messageText(hidden)).toBe(HIDDEN_MESSAGE_TEXT);
  }
});

test('what did not work stands below the line of a delivery that is sent back', () => {
  const failed = [
    { text: 'Sign-in *works*', note: null },
    { text: 'It builds', note: 'It ends with\nan error' },
  ];
  const parameters = { milestone, failed };
  const kind = 'milestone_needs_revisions' as const;
  expect(messageText({ ...there, kind, parameters, text: 'Please look.' })).toBe(
    [
      '✗ Milestone needs revisions: Fix the login\n',
      '- Does not work: Sign-in \\*works\\*',
      '- Does not work: It builds (It ends with an error)\n',
      'Please look.',
    ].join('\n'),
  );
  expect(outcomeOf(kind, { milestone })).toBe('Milestone needs revisions: Fix the login');
});

test('a line stays one line, whatever a milestone is called', () => {
  const parameters = { milestone: 'Fix\r\n\u2028the login' };
  const message = { ...there, kind: 'milestone_approved' as const, parameters, text: null };
  expect(messageText(message)).toBe('✓ Milestone approved: Fix the login');
});

test.each<[SystemMessageKind, object]>([
  ['milestone_approved', {}],
  ['money_refunded', { milestone, refunded_cents: 40.5 }],
  ['money_refunded', { milestone, refunded_cents: '$40.00' }],
  ['dispute_decided', { milestone, borne_by: 'customer' }],
])('%s is neither stored nor worded with %j', (kind, parameters) => {
  expect(() => parametersOf(kind, parameters as ParametersOf<typeof kind>)).toThrow();
  expect(() => outcomeOf(kind, parameters)).toThrow();
});

test('what a kind does not name is not stored', () => {
  const given = { milestone, refunded_cents: 4000, released_cents: 0 };
  expect(parametersOf('money_refunded', given)).toEqual({ milestone, refunded_cents: 4000 });
});

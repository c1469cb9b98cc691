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
const table: AnyRow[] = [
  ['plan_approved', {}, '✓ Plan approved'],
  ['plan_needs_revisions', {}, '✗ Plan needs revisions'],
  ['milestone_approved', { milestone }, '✓ Milestone approved: Fix the login'],
  ['milestone_needs_revisions', { milestone }, '✗ Milestone needs revisions: Fix the login'],
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
  ['request_resumed', {}, '✓ A moderator resumed the request'],
  [
    'closed_for_customer',
    {},
    '✗ A moderator closed the request in the customer’s favor. Money that was held is refunded',
  ],
  [
    'closed_for_developer',
    { waits: false },
    '✓ A moderator closed the request in the unblocker’s favor. Money held for work in review is released',
  ],
  [
    'closed_for_developer',
    { waits: true },
    '✓ A moderator closed the request in the unblocker’s favor. Money held for work in review is released once its payment was looked at',
  ],
  [
    'request_reopened',
    {},
    '✗ A moderator returned the request to the open list. Money that was held is refunded',
  ],
  [
    'milestone_split',
    { milestone, released_cents: 6050, refunded_cents: 123_950, waits: false },
    '✓ A moderator divided the money held for “Fix the login”: $60.50 released, $1,239.50 refunded',
  ],
  [
    'milestone_split',
    { milestone, released_cents: 6050, refunded_cents: 0, waits: true },
    '✓ A moderator divided the money held for “Fix the login”: $60.50 released, once its payment was looked at',
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
    { milestone, released_cents: 0, refunded_cents: 7500 },
    '✓ A moderator looked at the payment for “Fix the login”. It goes on as usual',
  ],
  [
    'payment_cleared',
    { milestone, released_cents: 6050, refunded_cents: 0 },
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
  ['appeal_granted', {}, '✓ A moderator granted an appeal'],
  ['appeal_denied', {}, '✗ A moderator denied an appeal'],
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
  expect(new Set(table.map(([kind]) => kind))).toEqual(new Set(SYSTEM_MESSAGE_KINDS));
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

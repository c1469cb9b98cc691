/** Where a fault costs money, shows what is not one's own, or loses rows; and the tests that must notice. */
export interface Area {
  name: string;
  files: string[];
  tests: string[];
}

export const areas: readonly Area[] = [
  {
    name: 'money in the domain',
    files: ['domain/money.ts', 'domain/billing.ts', 'domain/ledger.ts'],
    tests: [
      'domain/money.test.ts',
      'server/ledger/ledger.test.ts',
      'server/payments/calls.test.ts',
    ],
  },
  {
    name: 'money in the books',
    files: ['server/payments/*.ts', 'server/ledger/*.ts'],
    tests: [
      'server/payments/*.test.ts',
      'server/ledger/*.test.ts',
      'server/tickets/journey.test.ts',
    ],
  },
  {
    name: 'rights',
    files: [
      ...['domain/rulebook.ts', 'domain/facts.ts', 'domain/file-access.ts', 'domain/turn.ts'],
      ...['domain/relation.ts', 'server/lifecycle/visibility.ts', 'server/lifecycle/locked.ts'],
      'server/lifecycle/perform.ts',
      ...['server/files/access.ts', 'server/http/authenticate.ts', 'server/accounts/roles.ts'],
    ],
    tests: [
      ...['domain/*.test.ts', 'server/testing/access.test.ts', 'server/tickets/journey.test.ts'],
      'server/lifecycle/visibility.test.ts',
      ...['server/files/opening.test.ts', 'server/http/access-token.test.ts'],
    ],
  },
  {
    name: 'sessions',
    files: [
      ...['sessions', 'refresh', 'refresh-token', 'verify-link', 'verify-token', 'access-token'],
      ...['mail-links', 'sign-in', 'recover', 'reauthenticate', 'own-password', 'pkce'],
    ].map((name) => `server/accounts/${name}.ts`),
    tests: ['server/accounts/*.test.ts', 'server/http/live.test.ts'],
  },
  {
    name: 'deadlines',
    files: [
      'domain/due.ts',
      'domain/reminder.ts',
      'domain/work-time.ts',
      'server/tickets/re{minder-letter,minders,moval-due,move-finished}.ts',
    ],
    tests: [
      'domain/*.test.ts',
      'server/tickets/{reminders,milestone-order,retention}.test.ts',
      'server/tickets/journey.test.ts',
    ],
  },
  {
    name: 'pages of lists',
    files: [
      ...['server/http/paging.ts', 'server/tickets/list.ts', 'server/discussions/thread-page.ts'],
      ...['server/notifications/queries.ts', 'server/moderation/{waitlist,report-list}.ts'],
    ],
    tests: [
      ...['server/moderation/paging.test.ts', 'server/tickets/list-plans.test.ts'],
      ...['server/discussions/*.test.ts', 'server/notifications/notifications.test.ts'],
    ],
  },
];

/** Faults that change nothing a person, the database or another program could see, each with why. */
export const harmless: readonly { file: string; line: string; why: string }[] = [];

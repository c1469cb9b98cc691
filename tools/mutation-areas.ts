/** Where a fault costs money, shows what is not one's own, or loses rows; and the tests that must notice. */
export interface Area {
  name: string;
  files: string[];
  tests: string[];
}

export const areas: readonly Area[] = [
  {
    name: 'money in the domain',
    files: ['domain/{money,billing,ledger,first-hour}.ts'],
    tests: [
      'domain/{money,first-hour,forms}.test.ts',
      'server/{ledger,payments}/{ledger,calls,fee,cases,service-tickets}.test.ts',
    ],
  },
  {
    name: 'money in the books',
    files: ['server/{ledger,payments}/*.ts'],
    tests: ['server/{ledger,payments}/*.test.ts', 'server/tickets/journey.test.ts'],
  },
  {
    name: 'rights',
    files: [
      'domain/{rulebook,facts,turn,relation}.ts',
      'server/lifecycle/{visibility,locked,perform}.ts',
      'server/{http/authenticate,accounts/roles}.ts',
    ],
    tests: [
      'domain/{rulebook,turn}.test.ts',
      'server/lifecycle/visibility.test.ts',
      'server/testing/{access,idempotency}.test.ts',
      'server/tickets/journey.test.ts',
      'server/{http/access-token,accounts/routes}.test.ts',
      'server/accounts/factors/*.test.ts',
      'server/moderation/{moderation,help,accounts,request-money}.test.ts',
    ],
  },
  {
    name: 'sealing',
    files: [
      'domain/file-access.ts',
      'server/files/{access,open,link,serve,thumbnail,view-text,changes-for,files-of}.ts',
      'server/files/{archive,archive-texts,queries}.ts',
      'server/files/shield/files-to-share.ts',
    ],
    tests: [
      'domain/file-access.test.ts',
      'server/files/{opening,looks,files,changes,archive,pictures,files-origin}.test.ts',
      'server/files/shield/shared-files.test.ts',
    ],
  },
  {
    name: 'sessions',
    files: [
      'server/http/access-token.ts',
      'server/accounts/{sessions,refresh,refresh-token,verify-link,verify-token,mail-links}.ts',
      'server/accounts/{sign-in,recover,reauthenticate,own-password,pkce}.ts',
    ],
    // Those that try many passwords are slow, and about limits.
    tests: [
      'server/{http/access-token,accounts/{sign-in,sign-out,refresh,recovery,session-list}}.test.ts',
      'server/accounts/{update-user,routes,auth-routes,redirects,devices}.test.ts',
      'server/accounts/factors/factors.test.ts',
    ],
  },
  {
    name: 'deadlines',
    files: [
      'domain/{due,reminder,work-time}.ts',
      'server/tickets/{reminders,reminder-letter,removal-due,remove-finished}.ts',
    ],
    tests: [
      'domain/{due,reminder,work-time}.test.ts',
      'server/tickets/{reminders,milestone-order,retention,journey}.test.ts',
    ],
  },
  {
    name: 'pages of lists',
    files: [
      'server/http/paging.ts',
      'server/tickets/list.ts',
      'server/discussions/thread-page.ts',
      'server/notifications/queries.ts',
      'server/moderation/{waitlist,report-list,ticket-list,accounts,payments}.ts',
      'server/lifecycle/audit.ts',
    ],
    tests: [
      'server/moderation/{paging,accounts,payments,audit-log,moderation,help}.test.ts',
      'server/tickets/{list-plans,journey}.test.ts',
      'server/testing/access.test.ts',
      'server/discussions/{thread,posting,own-messages}.test.ts',
      'server/notifications/notifications.test.ts',
    ],
  },
];

/** A line whose faults change nothing that anybody could see, or one of its faults, and why. */
export interface Harmless {
  file: string;
  line: string;
  fault?: string;
  why: string;
}

export const harmless: readonly Harmless[] = [
  {
    file: 'domain/file-access.ts',
    line: "const facts = { place: 'delivery', mine: false, relation, paid: false, reserved } as const;",
    why: 'Whose it is counts only where it is attached to nothing; locked or not, it is known of.',
  },
  {
    file: 'domain/money.ts',
    line: 'return Number.isSafeInteger(cents) && Math.abs(dollars * 100 - cents) < 1e-6 ? cents : null;',
    fault: 'a border that is included',
    why: 'No amount that can be typed is exactly a millionth of a cent off.',
  },
  {
    file: 'server/tickets/reminders.ts',
    line: 'const BATCH = 500;',
    why: 'How many are read at once; the next are read after them.',
  },
  {
    file: 'server/tickets/reminders.ts',
    line: ".where('t.status', 'not in', ['AWAITING_ASSIGNMENT', 'CUSTOMER_APPROVED', 'CUSTOMER_REJECTED'])",
    why: 'Only speed: nobody is reminded of these, as the rule says of each one that is found.',
  },
  {
    file: 'server/tickets/reminders.ts',
    line: ".where('m.started_at', '<', since),",
    why: 'Only speed: a milestone is never late on its first day.',
  },
  {
    file: 'server/tickets/reminders.ts',
    line: ".where('m.status', 'in', ['IN_PROGRESS', 'REJECTED'])",
    why: 'Only speed: no other milestone is late.',
  },
  {
    file: 'server/accounts/refresh.ts',
    line: "const isReused = place === 'older' && unused > REUSE_INTERVAL_MS;",
    fault: 'a border that is included',
    why: 'One millisecond of ten seconds.',
  },
  {
    file: 'server/http/authenticate.ts',
    line: 'coalesce(users.banned_until > now(), false) as is_banned,',
    fault: 'a border that is included',
    why: 'One microsecond of the database’s clock.',
  },
  {
    file: 'server/accounts/recover.ts',
    line: "logEvent(request, 'reset_requested', user && { user_id: user.id });",
    why: 'Only what the log says of an address without an account.',
  },
];

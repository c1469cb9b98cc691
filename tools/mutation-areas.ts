/** Where a fault costs money, shows what is not one's own, or loses rows; and the tests that must notice. */
export interface Area {
  name: string;
  files: string[];
  /** Tried in this order: what notices most comes first, what takes long last. */
  tests: string[];
}

/** A line whose faults change nothing that anybody could see, or one of its faults, and why. */
export interface Harmless {
  file: string;
  line: string;
  fault?: string;
  why: string;
}

export type HarmlessByFile = Record<string, readonly Omit<Harmless, 'file'>[]>;

export const areas: readonly Area[] = [
  {
    name: 'money in the domain',
    files: ['domain/{money,billing,ledger,first-hour,handover}.ts'],
    tests: [
      'domain/{money,first-hour,forms,handover}.test.ts',
      'server/{ledger/ledger,payments/{calls,fee,cases,service-tickets}}.test.ts',
      'server/testing/handover.test.ts',
    ],
  },
  {
    name: 'money in the books',
    files: ['server/{ledger,payments}/*.ts', 'server/lifecycle/cancellation.ts'],
    tests: [
      'server/payments/{ticket-money,settle,webhooks,cases,calls,reviews}.test.ts',
      'server/ledger/ledger.test.ts',
      'server/tickets/{journey,ways-out}.test.ts',
      'server/{ledger,payments}/*.test.ts',
      'server/testing/{handover,each-limit}.test.ts',
      'server/moderation/{request-money,money-queue,payments}.test.ts',
      'server/{tickets/{guarantee,plan-changes},accounts/delete-account}.test.ts',
    ],
  },
  {
    name: 'rights',
    files: [
      'domain/{rulebook,rule-facts,turn,relation}.ts',
      'server/lifecycle/{visibility,locked,perform,pairings,history}.ts',
      'server/discussions/{pairings,queries,own-messages}.ts',
      'server/moderation/{cases,saved-replies}.ts',
      'server/{http/authenticate,accounts/roles}.ts',
    ],
    tests: [
      'domain/{rulebook,turn,relation}.test.ts',
      'server/lifecycle/visibility.test.ts',
      'server/tickets/journey.test.ts',
      'server/discussions/{own-messages,replies}.test.ts',
      'server/moderation/{help,moderation}.test.ts',
      'server/tickets/{ways-out,milestone-order,due-steps}.test.ts',
      'server/{http/access-token,accounts/routes}.test.ts',
      'server/moderation/{accounts,request-money,desk}.test.ts',
      'server/testing/{moderation-access,handover,harm,access,idempotency}.test.ts',
      'server/accounts/factors/*.test.ts',
      'server/{tickets/clock,http/live}.test.ts',
      'server/moderation/{hide,appeals,told-of-reports}.test.ts',
      'server/{tickets/{plan-changes,turns},lifecycle/history}.test.ts',
      'server/{accounts/availability,tickets/quotes/quotes,webhooks/webhooks}.test.ts',
    ],
  },
  {
    name: 'sealing',
    files: [
      'domain/file-access.ts',
      'server/files/{access,open-file,link,serve,thumbnail,view-text,changes-for,files-of}.ts',
      'server/files/{archive,archive-texts,queries}.ts',
      'server/files/shield/files-to-share.ts',
    ],
    tests: [
      'domain/file-access.test.ts',
      'server/files/opening.test.ts',
      'server/files/{looks,files-origin,delivery-archive,pictures}.test.ts',
      'server/files/{files,changes,shield/shared-files,stack/stack}.test.ts',
      'server/files/archive.test.ts',
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
      'server/accounts/{sign-up,update-user,routes,auth-routes,redirects,devices}.test.ts',
      'server/accounts/{factors/factors,passkeys/passkeys}.test.ts',
      'server/payments/earnings.test.ts',
    ],
  },
  {
    name: 'deadlines',
    files: [
      'domain/{clock,working-days,milestone-dates,moments,reminder,work-time,handover}.ts',
      'server/lifecycle/{deadlines,clocks}.ts',
      'server/tickets/{reminders,reminder-letter,removal-due,remove-finished}.ts',
    ],
    tests: [
      'domain/{clock,milestone-dates,moments,reminder,work-time,handover,forms}.test.ts',
      'server/tickets/{due-steps,clock,retention}.test.ts',
      'server/tickets/{milestone-order,journey,ways-out,guarantee,turns}.test.ts',
      'server/testing/handover.test.ts',
    ],
  },
  {
    name: 'pages of lists',
    files: [
      'server/http/paging.ts',
      'server/tickets/list.ts',
      'server/discussions/{thread-page,search}.ts',
      'server/lifecycle/history.ts',
      'server/notifications/queries.ts',
      'server/moderation/{waitlist,report-list,case-queue,accounts,payments}.ts',
      'server/lifecycle/audit.ts',
    ],
    tests: [
      'server/moderation/{paging,accounts,payments,audit-log,moderation,help,desk-lists}.test.ts',
      'server/tickets/{list,list-plans,journey,discussions-list}.test.ts',
      'server/testing/{access,contract}.test.ts',
      'server/discussions/{thread,replies,posting,own-messages,search}.test.ts',
      'server/notifications/notifications.test.ts',
      'server/moderation/{desk,hide,appeals}.test.ts',
      'server/{tickets/waiting,lifecycle/history}.test.ts',
    ],
  },
];

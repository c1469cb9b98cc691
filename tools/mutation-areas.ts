/** Where a fault costs money, shows what is not one's own, or loses rows; and the tests that must notice. */
export interface Area {
  name: string;
  files: string[];
  /** Tried in this order: what notices most comes first, what takes long last. */
  tests: string[];
}

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
      'server/testing/handover.test.ts',
      'server/moderation/{request-money,money-queue,payments}.test.ts',
      'server/{tickets/guarantee,accounts/delete-account}.test.ts',
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
      'server/accounts/{update-user,routes,auth-routes,redirects,devices}.test.ts',
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
      'server/moderation/{waitlist,report-list,ticket-list,accounts,payments}.ts',
      'server/lifecycle/audit.ts',
    ],
    tests: [
      'server/moderation/{paging,accounts,payments,audit-log,moderation,help,desk-lists}.test.ts',
      'server/tickets/{list,list-plans,journey,discussions-list}.test.ts',
      'server/testing/{access,contract}.test.ts',
      'server/discussions/{thread,posting,own-messages,search}.test.ts',
      'server/notifications/notifications.test.ts',
      'server/moderation/{desk,hide,appeals}.test.ts',
      'server/{tickets/waiting,lifecycle/history}.test.ts',
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
    file: 'server/discussions/thread-page.ts',
    line: 'const values = [around, half + 2, limit - half];',
    why: 'Reads more than is shown; the rest is cut off.',
  },
  {
    file: 'server/discussions/thread-page.ts',
    line: `\${until ? \`and h.created_at < coalesce(\${until}, 'infinity')\` : ''}`,
    fault: 'a border that is included',
    why: 'A line at the border of two pages may come with both.',
  },
  {
    file: 'domain/clock.ts',
    line: '.map((pause) => (pause.began_at < began ? { ...pause, began_at: began } : pause));',
    fault: 'a border that is included',
    why: 'At the same moment either is the same.',
  },
  {
    file: 'domain/money.ts',
    line: 'return Number.isSafeInteger(cents) && Math.abs(dollars * 100 - cents) < 1e-6 ? cents : null;',
    fault: 'a border that is included',
    why: 'No amount that can be typed is exactly a millionth of a cent off.',
  },
  {
    file: 'domain/file-access.ts',
    line: 'mine: false,',
    why: 'Counts for files that belong to no request.',
  },
  {
    file: 'domain/file-access.ts',
    line: 'paid: false,',
    why: 'Decides whether a delivery opens, not whether it is known of.',
  },
  {
    file: 'domain/file-access.ts',
    line: 'accepted: false,',
    why: 'Counts for who does not read the conversation; here all do.',
  },
  {
    file: 'domain/turn.ts',
    line: "return status === 'DEVELOPER_WORKING' && money !== null && money > status_since",
    fault: 'a border that is included',
    why: 'At the same moment either is the same.',
  },
  {
    file: 'server/lifecycle/deadlines.ts',
    line: 'const BATCH = 500;',
    why: 'How many are read at once; the next are read after them.',
  },
  {
    file: 'server/lifecycle/deadlines.ts',
    line: 'if (batch.length < BATCH || performance.now() > until) break;',
    fault: 'a border that is included',
    why: 'Only where exactly so many are due, or for a moment: the next run finds the rest.',
  },
  {
    file: 'server/lifecycle/deadlines.ts',
    line: '.forUpdate()',
    why: 'The lock that decides is taken next, by lockTicket; this one only sees that the request is there.',
  },
  {
    file: 'server/lifecycle/deadlines.ts',
    line: ".where('due_at', '<=', now)",
    why: 'Under the lock it is asked again whether the time has come; this only reads fewer.',
  },
  {
    file: 'server/lifecycle/deadlines.ts',
    line: 'await (batch.length === BATCH ? paced(keep) : keep());',
    why: 'The pace alone: server/tickets/many-deadlines.test.ts measures it, too long for every run.',
  },
  {
    file: 'server/lifecycle/deadlines.ts',
    line: 'if (!due) return false;',
    fault: 'yes instead of no',
    why: 'The pace alone, as above.',
  },
  {
    file: 'server/lifecycle/deadlines.ts',
    line: 'return true;',
    why: 'The pace alone, as above.',
  },
  {
    file: 'server/lifecycle/locked.ts',
    line: `and reserved.created_at > now() - interval '\${DROPPED_WITHIN_HOURS} hours' and t.id is null`,
    fault: 'a border that is included',
    why: 'One millisecond of the database’s clock.',
  },
  {
    file: 'server/ledger/record-money.ts',
    line: ".where('b.ticket_id', '=', ticketId)",
    why: 'What is booked from here on has a higher number than any entry of any request.',
  },
  {
    file: 'server/payments/compare.ts',
    line: `and created_at >= \${since}`,
    fault: 'a border that is left out',
    why: 'One millisecond of the days that are compared.',
  },
  {
    file: 'server/payments/payments.ts',
    line: 'if (checkout.discount_cents > 0 && developer_id) await reviewFirstHours(change, developer_id);',
    fault: 'either instead of both',
    why: 'Looks through the same first hours once more than needed.',
  },
  {
    file: 'server/moderation/ticket-list.ts',
    line: ".where('p.id', 'in', ids)",
    why: 'More people are read, and each is looked up by id.',
  },
  {
    file: 'server/tickets/list.ts',
    line: "const columns = view === 'available' ? OPEN_COLUMNS : '*';",
    why: 'Fewer columns are faster, and all are enough.',
  },
  {
    file: 'server/notifications/queries.ts',
    line: 'milestone_begun: started_at !== null && started_at < created_at,',
    fault: 'a border that is included',
    why: 'One millisecond: a payment and the start of its work are two steps.',
  },
  {
    file: 'server/files/shield/files-to-share.ts',
    line: "if (state !== 'checking' || Date.now() >= until) continue;",
    fault: 'a border that is left out',
    why: 'One millisecond of ten seconds.',
  },
  {
    file: 'server/tickets/remove-finished.ts',
    line: 'const AT_A_TIME = 200;',
    why: 'How many are read at once; the next are read after them.',
  },
  {
    file: 'server/tickets/remove-finished.ts',
    line: 'if (due.length < AT_A_TIME) break;',
    fault: 'a border that is included',
    why: 'Only where exactly so many are due: the next run finds the rest.',
  },
  {
    file: 'server/tickets/remove-finished.ts',
    line: 'const LONGEST_RUN_MS = 3 * 60_000;',
    why: 'What a run leaves the next one does.',
  },
  {
    file: 'server/tickets/remove-finished.ts',
    line: 'while (Date.now() < until) {',
    fault: 'a border that is included',
    why: 'One millisecond of three minutes.',
  },
  {
    file: 'server/files/archive-texts.ts',
    line: 'if (length >= most) break;',
    fault: 'a border that is left out',
    why: 'One piece more is read, and cut off.',
  },
  {
    file: 'server/moderation/ticket-list.ts',
    line: 'suspended: false,',
    why: 'Of a side without a profile, which no request has: foreign keys keep profiles.',
  },
  {
    file: 'server/accounts/refresh.ts',
    line: "const isReused = place === 'older' && unused > REUSE_INTERVAL_MS;",
    fault: 'a border that is included',
    why: 'One millisecond of ten seconds.',
  },
  {
    file: 'server/accounts/refresh.ts',
    line: "if (age > SESSION_LIMITS.absoluteMs) return new AuthRefusal('session_expired');",
    fault: 'a border that is included',
    why: 'One millisecond of 90 days.',
  },
  {
    file: 'server/accounts/refresh.ts',
    line: 'if (unused > SESSION_LIMITS.inactivityMs) {',
    fault: 'a border that is included',
    why: 'One millisecond of 30 days.',
  },
  {
    file: 'server/accounts/refresh-token.ts',
    line: 'const IV = 12;',
    why: 'The cipher takes one of any length, and it is as random.',
  },
  {
    file: 'server/http/authenticate.ts',
    line: "when users.banned_until > now() then 'account_suspended'",
    fault: 'a border that is included',
    why: 'One microsecond of the database’s clock.',
  },
  {
    file: 'server/accounts/recover.ts',
    line: "logEvent(request, 'reset_requested', user && { user_id: user.id });",
    why: 'Only what the log says of an address without an account.',
  },
];

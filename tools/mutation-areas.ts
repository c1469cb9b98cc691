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
  {
    file: 'server/lifecycle/deadlines.ts',
    line: ".where('done_at', 'is', null)",
    why: 'Under the lock it is asked what is due now: one that was taken already is only looked at again.',
  },
  {
    file: 'server/lifecycle/deadlines.ts',
    line: 'if (performance.now() > until) break;',
    fault: 'a border that is included',
    why: 'For a moment: the next run finds the rest.',
  },
  {
    file: 'server/lifecycle/deadlines.ts',
    line: '(cause: unknown) => failures.push(cause) > 0,',
    why: 'One has just been added.',
  },
  {
    file: 'server/lifecycle/deadlines.ts',
    line: 'if (!request) return false;',
    fault: 'yes instead of no',
    why: 'The pace alone, as above.',
  },
  {
    file: 'server/lifecycle/deadlines.ts',
    line: 'if (moment === undefined || moment > now || !mayBeTaken(locked, due, now)) return true;',
    fault: 'no instead of yes',
    why: 'The pace alone, as above.',
  },
  {
    file: 'server/tickets/remove-finished.ts',
    line: ".where('t.id', '>', after)",
    why: 'Only where two hundred fail at once: they would be tried again until the run ends.',
  },
  {
    file: 'server/moderation/cases.ts',
    line: 'if (moderator_id === null || moderator_since === null) return null;',
    fault: 'both instead of either',
    why: 'Both are written together: only the types ask for both.',
  },
  {
    file: 'server/moderation/ticket-list.ts',
    line: 'if (moderator_id === null || moderator_since === null) return null;',
    fault: 'both instead of either',
    why: 'Both are written together: only the types ask for both.',
  },
  {
    file: 'server/lifecycle/pairings.ts',
    line: ".where('words', 'is not', null)",
    why: 'Mails without words stay without them.',
  },
  {
    file: 'server/discussions/own-messages.ts',
    line: ".where('author_id', '=', actor.id)",
    why: 'What comes after all that others wrote is their own.',
  },
  {
    file: 'server/payments/call-effects.ts',
    line: ".where('kind', '=', 'refund')",
    why: 'Of the calls about a checkout only refunds have an amount; the database sees to it.',
  },
  {
    file: 'server/payments/disputes.ts',
    line: ".where('kind', '=', 'refund')",
    why: 'Of the calls about a checkout only refunds have an amount, and others are passed over.',
  },
  {
    file: 'server/payments/disputes.ts',
    line: 'payment: { checkoutId, expected: false },',
    why: 'Only a payment that comes is expected or not.',
  },
  {
    file: 'server/payments/settle.ts',
    line: ".where('state', '=', 'pending')",
    why: 'What is not pending takes no turn.',
  },
  {
    file: 'server/payments/calls.ts',
    line: 'const MAX_TURNS = 40;',
    why: 'How long one waits for another server: some seconds more or less.',
  },
  {
    file: 'server/payments/calls.ts',
    line: 'const TURN_MS = 250;',
    why: 'How long one waits for another server: some seconds more or less.',
  },
  {
    file: 'server/payments/reconcile.ts',
    line: 'const AT_ONCE = 200;',
    why: 'How many one run looks at; the next one goes on.',
  },
  {
    file: 'server/payments/reconcile.ts',
    line: `group by owner_id having sum(amount_cents) <> 0 and max(e.created_at) <= \${before}`,
    fault: 'a border that is left out',
    why: 'One millisecond of some minutes.',
  },
  {
    file: 'server/payments/reconcile.ts',
    line: `union select developer_id from payouts where status = 'pending' and created_at <= \${before}`,
    fault: 'a border that is left out',
    why: 'One millisecond of some minutes.',
  },
  {
    file: 'server/payments/reconcile.ts',
    line: `.where(sql<boolean>\`asked_at is null or now() - asked_at >= (now() - created_at) / 10\`)`,
    fault: 'a border that is left out',
    why: 'One microsecond of the database’s clock.',
  },
  {
    file: 'server/payments/compare.ts',
    line: `and coalesce(t.created_at, c.created_at) >= \${since}) done`,
    fault: 'a border that is left out',
    why: 'One millisecond of the days that are compared.',
  },
  {
    file: 'server/payments/payments.ts',
    line: `and b.paid_at > \${since}\`.execute(tx);`,
    fault: 'a border that is included',
    why: 'One millisecond of a week.',
  },
  {
    file: 'server/payments/commands.ts',
    line: 'Date.now() - other.created_at.getTime() < PAGE_LIVES_MS,',
    fault: 'a border that is included',
    why: 'One millisecond of 23 hours.',
  },
  {
    file: 'server/payments/calls.ts',
    line: 'if (!call.unclear && age < KEY_LIVES_MS) return null;',
    fault: 'a border that is included',
    why: 'One millisecond of 20 hours.',
  },
  {
    file: 'server/payments/calls.ts',
    line: 'if (!call.unclear && age < KEY_LIVES_MS + QUIET_MS)',
    fault: 'a border that is included',
    why: 'One millisecond of 21 hours.',
  },
  {
    file: 'server/payments/first-hour.ts',
    line: 'const FIRST_HOUR_LOCK = 5_482_901;',
    why: 'Any number is a lock, as long as no other lock has it.',
  },
  {
    file: 'server/payments/earnings-csv.ts',
    line: 'const AT_ONCE = 1000;',
    why: 'How many are read at once; the next are read after them.',
  },
  {
    file: 'server/payments/earnings-csv.ts',
    line: 'if (!last || entries.length < AT_ONCE) break;',
    fault: 'both instead of either',
    why: 'Reads once more, and finds nothing.',
  },
  {
    file: 'server/payments/holds.ts',
    line: 'if (released_cents > 0 && developer_id !== null)',
    fault: 'a border that is included',
    why: 'One job more, which finds nothing to send.',
  },
  {
    file: 'server/payments/holds.ts',
    line: 'if (released_cents > 0 && developer_id !== null)',
    fault: 'either instead of both',
    why: 'One job more, which finds nothing to send.',
  },
  {
    file: 'server/payments/settle.ts',
    line: 'if (room > 0) await sendUpTo(change, account, room);',
    fault: 'a border that is included',
    why: 'Nothing is sent of nothing.',
  },
  {
    file: 'server/payments/settle.ts',
    line: 'else if (room < 0) await takeBack(change, account, -room);',
    fault: 'a border that is included',
    why: 'Nothing is taken back of nothing.',
  },
  {
    file: 'server/files/link.ts',
    line: "if (!isOurs || expires < seconds()) throw new Refusal('link_expired');",
    fault: 'a border that is included',
    why: 'One second of a minute.',
  },
  {
    file: 'server/accounts/recover.ts',
    line: 'const ANSWER_MS = 60;',
    why: 'Both answers take as long: some milliseconds more.',
  },
  {
    file: 'server/lifecycle/locked.ts',
    line: 'where grabbed.ticket_id = reserved.ticket_id and grabbed.id > reserved.id',
    fault: 'a border that is included',
    why: 'One line of the history is one step.',
  },
  {
    file: 'server/ledger/findings.ts',
    line: ".where('resolved_at', 'is', null)",
    why: 'What is resolved is resolved once more.',
  },
  {
    file: 'server/payments/settle.ts',
    line: ".where('status', '=', 'pending')",
    why: 'A payout is planned once, by its key.',
  },
  {
    file: 'server/payments/calls.ts',
    line: 'unclear: false,',
    why: 'Of a call that is done nobody asks it.',
  },
];

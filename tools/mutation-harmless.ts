import type { Harmless, HarmlessByFile } from './mutation-areas.ts';
import { harmlessInMoney } from './mutation-harmless-money.ts';

const byFile: HarmlessByFile = {
  ...harmlessInMoney,
  'server/discussions/thread-page.ts': [
    {
      line: 'const MOST_LINES = 200;',
      why: 'No page has as many: a request takes few steps between two messages.',
    },
    {
      line: `and h.created_at >= coalesce(\${from}, '-infinity')`,
      fault: 'a border that is left out',
      why: 'An event that is in the thread has no message of its own in the same millisecond.',
    },
    {
      line: `\${until ? \`and h.created_at < coalesce(\${until}, 'infinity')\` : ''}`,
      fault: 'a border that is included',
      why: 'A line at the border of two pages may come with both.',
    },
  ],
  'domain/file-access.ts': [
    { line: 'mine: false,', why: 'Counts for files that belong to no request.' },
    { line: 'paid: false,', why: 'Decides whether a delivery opens, not whether it is known of.' },
    {
      line: 'accepted: false,',
      why: 'Counts for who does not read the conversation; here all do.',
    },
  ],
  'domain/relation.ts': [
    {
      line: 'return first_until !== null && first_until > new Date() && !first_for.includes(id);',
      fault: 'a border that is included',
      why: 'One millisecond.',
    },
  ],
  'domain/turn.ts': [
    {
      line: "return status === 'DEVELOPER_WORKING' && money !== null && money > status_since",
      fault: 'a border that is included',
      why: 'At the same moment either is the same.',
    },
  ],
  'server/lifecycle/deadlines.ts': [
    { line: 'const BATCH = 500;', why: 'How many are read at once; the next are read after them.' },
    {
      line: 'if (batch.length < BATCH || performance.now() > until) break;',
      fault: 'a border that is included',
      why: 'Only where exactly so many are due, or for a moment: the next run finds the rest.',
    },
    {
      line: '.forUpdate()',
      why: 'The lock that decides is taken next, by lockTicket; this one only sees that the request is there.',
    },
    {
      line: ".where('due_at', '<=', now)",
      why: 'Under the lock it is asked again whether the time has come; this only reads fewer.',
    },
    {
      line: 'await (batch.length === BATCH ? paced(keep) : keep());',
      why: 'The pace alone: server/tickets/many-deadlines.test.ts measures it, too long for every run.',
    },
    {
      line: 'if (!due) return false;',
      fault: 'yes instead of no',
      why: 'The pace alone, as above.',
    },
    { line: 'return true;', why: 'The pace alone, as above.' },
    {
      line: ".where('done_at', 'is', null)",
      why: 'Under the lock it is asked what is due now: one that was taken already is only looked at again.',
    },
    {
      line: 'if (performance.now() > until) break;',
      fault: 'a border that is included',
      why: 'For a moment: the next run finds the rest.',
    },
    { line: '(cause: unknown) => failures.push(cause) > 0,', why: 'One has just been added.' },
    {
      line: 'if (!request) return false;',
      fault: 'yes instead of no',
      why: 'The pace alone, as above.',
    },
    {
      line: 'if (moment === undefined || moment > now || !mayBeTaken(locked, due, now)) return true;',
      fault: 'no instead of yes',
      why: 'The pace alone, as above.',
    },
  ],
  'server/lifecycle/locked.ts': [
    {
      line: `and reserved.created_at > now() - interval '\${DROPPED_WITHIN_HOURS} hours' and t.id is null`,
      fault: 'a border that is included',
      why: 'One millisecond of the database’s clock.',
    },
    {
      line: 'where grabbed.ticket_id = reserved.ticket_id and grabbed.id > reserved.id',
      fault: 'a border that is included',
      why: 'One line of the history is one step.',
    },
    {
      line: "'away', coalesce(p.away_until > now(), false), 'max_running', p.max_running,",
      fault: 'a border that is included',
      why: 'One millisecond.',
    },
  ],
  'server/moderation/case-queue.ts': [
    {
      line: ".where('p.id', 'in', ids)",
      why: 'More people are read, and each is looked up by id.',
    },
    {
      line: 'suspended: false,',
      why: 'Of a side without a profile, which no request has: foreign keys keep profiles.',
    },
    {
      line: 'if (moderator_id === null || moderator_since === null) return null;',
      fault: 'both instead of either',
      why: 'Both are written together: only the types ask for both.',
    },
  ],
  'server/tickets/list.ts': [
    {
      line: 'const READS = [21, 51, 101];',
      why: 'More is read than is shown; the rest is cut off.',
    },
  ],
  'server/notifications/queries.ts': [
    {
      line: 'milestone_begun: started_at !== null && started_at < created_at,',
      fault: 'a border that is included',
      why: 'One millisecond: a payment and the start of its work are two steps.',
    },
  ],
  'server/files/shield/files-to-share.ts': [
    {
      line: "if (state !== 'checking' || Date.now() >= until) continue;",
      fault: 'a border that is left out',
      why: 'One millisecond of ten seconds.',
    },
  ],
  'server/tickets/remove-finished.ts': [
    {
      line: 'const AT_A_TIME = 200;',
      why: 'How many are read at once; the next are read after them.',
    },
    {
      line: 'if (due.length < AT_A_TIME) break;',
      fault: 'a border that is included',
      why: 'Only where exactly so many are due: the next run finds the rest.',
    },
    { line: 'const LONGEST_RUN_MS = 3 * 60_000;', why: 'What a run leaves the next one does.' },
    {
      line: 'while (Date.now() < until) {',
      fault: 'a border that is included',
      why: 'One millisecond of three minutes.',
    },
    {
      line: ".where('t.id', '>', after)",
      why: 'Only where two hundred fail at once: they would be tried again until the run ends.',
    },
  ],
  'server/files/archive-texts.ts': [
    {
      line: 'if (length >= most) break;',
      fault: 'a border that is left out',
      why: 'One piece more is read, and cut off.',
    },
  ],
  'server/accounts/refresh.ts': [
    {
      line: "const isReused = place === 'older' && unused > REUSE_INTERVAL_MS;",
      fault: 'a border that is included',
      why: 'One millisecond of ten seconds.',
    },
    {
      line: "if (age > SESSION_LIMITS.absoluteMs) return new AuthRefusal('session_expired');",
      fault: 'a border that is included',
      why: 'One millisecond of 90 days.',
    },
    {
      line: 'if (unused > SESSION_LIMITS.inactivityMs) {',
      fault: 'a border that is included',
      why: 'One millisecond of 30 days.',
    },
  ],
  'server/accounts/refresh-token.ts': [
    { line: 'const IV = 12;', why: 'The cipher takes one of any length, and it is as random.' },
  ],
  'server/http/authenticate.ts': [
    {
      line: "when users.banned_until > now() then 'account_suspended'",
      fault: 'a border that is included',
      why: 'One microsecond of the database’s clock.',
    },
  ],
  'server/accounts/recover.ts': [
    {
      line: "logEvent(request, 'reset_requested', user && { user_id: user.id });",
      why: 'Only what the log says of an address without an account.',
    },
    { line: 'const ANSWER_MS = 60;', why: 'Both answers take as long: some milliseconds more.' },
  ],
  'server/moderation/cases.ts': [
    {
      line: 'if (moderator_id === null || moderator_since === null) return null;',
      fault: 'both instead of either',
      why: 'Both are written together: only the types ask for both.',
    },
  ],
  'server/moderation/accounts.ts': [
    {
      line: 'row.reason !== null && row.suspended_at !== null',
      fault: 'either instead of both',
      why: 'Both are of one row, and never null in it: only the types ask for both.',
    },
  ],
  'server/moderation/payments.ts': [
    {
      line: `and o.paid_at > b.paid_at - make_interval(secs => \${FIRST_HOUR_WEEK_MS / 1000}))::int\`.as(`,
      fault: 'a border that is included',
      why: 'One millisecond of a week.',
    },
  ],
  'server/lifecycle/perform.ts': [
    {
      line: 'return takes && !isMachine(actor) ? actor.id : undefined;',
      fault: 'either instead of both',
      why: 'Counts for steps whose rules do not ask for what was counted.',
    },
    {
      line: 'money: money && JSON.stringify(money),',
      fault: 'either instead of both',
      why: 'The driver writes an object as the same text, and none is read from a JSON null as from none.',
    },
  ],
  'server/accounts/sessions.ts': [
    {
      line: 'if (ended.length > 0) {',
      fault: 'a border that is included',
      why: 'No session is told that it has ended.',
    },
  ],
  'server/http/access-token.ts': [
    {
      line: 'if (second_method === null || second_factor_at === null) return [first];',
      fault: 'both instead of either',
      why: 'Both are written together: only the types ask for both.',
    },
  ],
  'server/lifecycle/clocks.ts': [
    {
      line: 'reserved: developer_id !== null,',
      why: 'Nobody is reminded of a request that is open or reserved.',
    },
  ],
  'server/lifecycle/pairings.ts': [
    { line: ".where('words', 'is not', null)", why: 'Mails without words stay without them.' },
  ],
  'server/discussions/own-messages.ts': [
    {
      line: "const relation = ticket.customer_id === viewer.id ? 'customer' : 'developer';",
      why: 'Both sides may do the same with their own messages.',
    },
    {
      line: ".where('author_id', '=', actor.id)",
      why: 'What comes after all that others wrote is their own.',
    },
  ],
  'server/files/link.ts': [
    {
      line: "if (!isOurs || expires < seconds()) throw new Refusal('link_expired');",
      fault: 'a border that is included',
      why: 'One second of a minute.',
    },
  ],
};

export const harmless: readonly Harmless[] = Object.entries(byFile).flatMap(([file, all]) =>
  all.map((one) => ({ file, ...one })),
);

import type { HarmlessByFile } from './mutation-areas.ts';

/** Those in the books, and where amounts are read. */
export const harmlessInMoney: HarmlessByFile = {
  'domain/money.ts': [
    {
      line: 'return Number.isSafeInteger(cents) && Math.abs(dollars * 100 - cents) < 1e-6 ? cents : null;',
      fault: 'a border that is included',
      why: 'No amount that can be typed is exactly a millionth of a cent off.',
    },
  ],
  'server/ledger/record-money.ts': [
    {
      line: 'kind === null || account === null || amount_cents === null',
      fault: 'both instead of either',
      why: 'They come from one left join: all are there, or none is.',
    },
    {
      line: ".where('b.ticket_id', '=', ticketId)",
      why: 'What is booked from here on has a higher number than any entry of any request.',
    },
  ],
  'server/payments/compare.ts': [
    {
      line: "if (key === null || kind === 'payment') return false;",
      fault: 'both instead of either',
      why: 'A payment has no key, and no call is without one.',
    },
    {
      line: "if (now || movement.kind !== 'payment') return now;",
      fault: 'both instead of either',
      why: 'A payment that is booked is asked about and found once more; others name no checkout.',
    },
    {
      line: `and created_at >= \${since}`,
      fault: 'a border that is left out',
      why: 'One millisecond of the days that are compared.',
    },
    {
      line: `and coalesce(t.created_at, c.created_at) >= \${since}) done`,
      fault: 'a border that is left out',
      why: 'One millisecond of the days that are compared.',
    },
  ],
  'server/payments/payments.ts': [
    {
      line: 'if (checkout.discount_cents > 0 && developer_id) await reviewFirstHours(change, developer_id);',
      fault: 'a border that is included',
      why: 'Looks through the same first hours once more than needed.',
    },
    {
      line: 'if (checkout.discount_cents > 0 && developer_id) await reviewFirstHours(change, developer_id);',
      fault: 'either instead of both',
      why: 'Looks through the same first hours once more than needed.',
    },
    {
      line: `and b.paid_at > \${since}\`.execute(tx);`,
      fault: 'a border that is included',
      why: 'One millisecond of a week.',
    },
  ],
  'server/payments/owed-refunds.ts': [
    {
      line: '.forUpdate()',
      why: 'A call that a server begins in between is made all the same, as one that it began just before.',
    },
    {
      line: ".where('kind', '=', 'refund')",
      why: 'Of the calls about a checkout only refunds have an amount, and others are passed over.',
    },
  ],
  'server/payments/disputes.ts': [
    {
      line: 'if (locked === null || record.milestone_id === null) {',
      fault: 'both instead of either',
      why: 'A record without a request has no milestone either: only the types ask for both.',
    },
  ],
  'server/payments/settle.ts': [
    {
      line: `bool_or(state = 'failed' and settled_at > now() - interval '1 day'`,
      fault: 'a border that is included',
      why: 'One microsecond of a day.',
    },
    {
      line: `key: \`transfer:\${due.billing_record_id}:\${due.calls + 1}\`,`,
      fault: 'less instead of more',
      why: 'Two less: each call still has a key of its own.',
    },
    { line: ".where('state', '=', 'pending')", why: 'What is not pending takes no turn.' },
    {
      line: 'if (room > 0) await sendUpTo(change, account, room);',
      fault: 'a border that is included',
      why: 'Nothing is sent of nothing.',
    },
    {
      line: 'else if (room < 0) await takeBack(change, account, -room);',
      fault: 'a border that is included',
      why: 'Nothing is taken back of nothing.',
    },
    { line: ".where('status', '=', 'pending')", why: 'A payout is planned once, by its key.' },
  ],
  'server/payments/calls.ts': [
    {
      line: 'const MAX_TURNS = 40;',
      why: 'How long one waits for another server: some seconds more or less.',
    },
    {
      line: 'const TURN_MS = 250;',
      why: 'How long one waits for another server: some seconds more or less.',
    },
    {
      line: 'if (!call.unclear && age < KEY_LIVES_MS) return null;',
      fault: 'a border that is included',
      why: 'One millisecond of 20 hours.',
    },
    {
      line: 'if (!call.unclear && age < KEY_LIVES_MS + QUIET_MS)',
      fault: 'a border that is included',
      why: 'One millisecond of 21 hours.',
    },
    { line: 'unclear: false,', why: 'Of a call that is done nobody asks it.' },
  ],
  'server/ledger/unsettled-developers.ts': [
    {
      line: `and e.created_at > \${before})`,
      fault: 'a border that is included',
      why: 'One millisecond of some minutes.',
    },
    {
      line: `union select developer_id from payouts where status = 'pending' and created_at <= \${before}`,
      fault: 'a border that is left out',
      why: 'One millisecond of some minutes.',
    },
  ],
  'server/payments/reconcile.ts': [
    {
      line: ".where('created_at', '<=', before)",
      why: 'A call that its own server makes at this moment has a lease, and a page that is new is asked about once more.',
    },
    {
      line: "if (call.kind === 'expire' && call.checkout_id !== null)",
      fault: 'either instead of both',
      why: 'Asks the provider once more about a page.',
    },
    {
      line: ".where('provider_reference', 'is not', null)",
      why: 'What has no page yet is passed over when it is asked about.',
    },
    { line: 'const AT_ONCE = 200;', why: 'How many one run looks at; the next one goes on.' },
    {
      line: `.where(sql<boolean>\`asked_at is null or now() - asked_at >= (now() - created_at) / 10\`)`,
      fault: 'a border that is left out',
      why: 'One microsecond of the database’s clock.',
    },
  ],
  'server/payments/commands.ts': [
    {
      line: 'Date.now() - other.created_at.getTime() < PAGE_LIVES_MS,',
      fault: 'a border that is included',
      why: 'One millisecond of 23 hours.',
    },
  ],
  'server/payments/first-hour.ts': [
    {
      line: 'const FIRST_HOUR_LOCK = 5_482_901;',
      why: 'Any number is a lock, as long as no other lock has it.',
    },
  ],
  'server/payments/earnings-csv.ts': [
    {
      line: 'const AT_ONCE = 1000;',
      why: 'How many are read at once; the next are read after them.',
    },
    {
      line: 'if (!last || entries.length < AT_ONCE) break;',
      fault: 'both instead of either',
      why: 'Reads once more, and finds nothing.',
    },
  ],
  'server/payments/holds.ts': [
    {
      line: 'if (released_cents === 0 || developer_id === null) return null;',
      fault: 'both instead of either',
      why: 'Of nothing that is released, nobody asks from when it can be paid out.',
    },
    {
      line: 'if (released_cents > 0 && developer_id !== null)',
      fault: 'a border that is included',
      why: 'One job more, which finds nothing to send.',
    },
    {
      line: 'if (released_cents > 0 && developer_id !== null)',
      fault: 'either instead of both',
      why: 'One job more, which finds nothing to send.',
    },
  ],
  'server/ledger/check-ledger.ts': [
    {
      line: 'const took_ms = Math.round(performance.now() - began);',
      fault: 'rounded down',
      why: 'A part of a millisecond.',
    },
  ],
  'server/ledger/findings.ts': [
    { line: ".where('resolved_at', 'is', null)", why: 'What is resolved is resolved once more.' },
  ],
  'server/payments/statements.ts': [
    {
      line: 'so_far: spanOf(period).until > now,',
      fault: 'a border that is included',
      why: 'One millisecond of a month.',
    },
    {
      line: "if (until <= since || from > now) throw new Refusal('not_found');",
      fault: 'a border that is included',
      why: 'One millisecond of a month.',
    },
    {
      line: 'so_far: until > now,',
      fault: 'a border that is included',
      why: 'One millisecond of a month.',
    },
  ],
  'server/payments/movements.ts': [
    {
      line: 'row.series_id === null || row.number === null',
      fault: 'both instead of either',
      why: 'They come from one left join: both are there, or none is.',
    },
  ],
  'server/lifecycle/cancellation.ts': [
    {
      line: 'milestone_id === id && released_cents + refunded_cents === cost_cents,',
      fault: 'either instead of both',
      why: 'Held work keeps its price, and each change of what is held is looked at by itself.',
    },
  ],
  'server/payments/move-money.ts': [
    {
      line: 'if (value === null || value === undefined)',
      fault: 'both instead of either',
      why: 'Words a mistake of our own: no rule names money that its step does not have.',
    },
  ],
  'server/ledger/invoices.ts': [
    {
      line: ".where('i.entry_id', 'in', entryIds)",
      why: 'They are looked up by entry: those of others would be read and not shown.',
    },
  ],
  'server/payments/failed-movements.ts': [
    {
      line: 'if (!call?.payout_id || !call.developer_id || !call.amount_cents) return;',
      fault: 'both instead of either',
      why: 'A payout has all three, or there is none: only the types ask for each.',
    },
    {
      line: ".where('status', '=', 'refunded')",
      why: 'A payment of which a refund was sent is paid or refunded, and becomes paid.',
    },
  ],
  'server/payments/signature.ts': [
    {
      line: 'if (Number(seconds) - now.getTime() / 1000 > TOLERANCE_SECONDS) return false;',
      fault: 'a border that is included',
      why: 'One millisecond of five minutes.',
    },
  ],
  'server/payments/receive-event.ts': [
    {
      line: "if (fact.payment.status !== 'succeeded' || fact.payment.card !== undefined) return fact;",
      fault: 'both instead of either',
      why: 'Asks the provider once more what it says anyway.',
    },
  ],
};

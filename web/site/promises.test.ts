import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { type GuaranteeName, guarantees } from '#domain/guarantee.ts';

/** What the site promises in words of its own, and what of the guarantee holds it. */
const own: Record<string, GuaranteeName> = {
  'Satisfaction guaranteed, or your money back': 'checks',
  'Satisfaction is guaranteed.': 'checks',
  'Your satisfaction is guaranteed': 'checks',
  'Your satisfaction is guaranteed, or your money is returned.': 'checks',
  'You can send a milestone back with feedback, and money that is held is returned when the agreed work is not delivered.':
    'deadline',
  'If the work is not what was agreed, the money that is held goes back to you.': 'checks',
  'If the two cannot agree, a moderator decides: money that is held is then returned to the customer, released for work that was handed in, or divided.':
    'held',
  'Otherwise money that was released, which has been paid for accepted work, is returned only where a moderator decides so.':
    'repair_missed',
  'Your payment is held until you approve what was found.': 'held',
  'We hold the money until you approve the milestone.': 'held',
  'We hold the money until you have approved the work.': 'held',
  'We hold your payment until you have approved the milestone.': 'held',
  'Each milestone is paid on its own, and the money is held until you approve it.': 'held',
  'The fee is included, and money is held until you approve.': 'held',
  'We hold the money of a milestone until the customer approves its work, and then release it to the unblocker.':
    'held',
  'Held by us until you approve the milestone.': 'held',
  'Only then is it released.': 'held',
  'Your first hour is $25 off, and we hold the money.': 'held',
  'Only now is the money released to Ana.': 'held',
  '$75.00 paid and held': 'held',
  '$75.00 still held': 'held',
  'The customer is asked to pay a milestone before you begin; the roadmap shows whether it is funded, and we hold the money.':
    'held',
  'You pay for what works': 'checks',
  'Pay for the hours you approve, and for nothing else': 'held',
};

/** What speaks of holding without promising where money goes. */
const notPromised = [
  'A payment that looks as if it was made to collect the difference stays held until a moderator has looked at it.',
  'Find the developer who gets your AI-written code unstuck: by field, AI tool and language, with what they finished and how it held.',
  'Money that is held is settled as described above.',
  'The terms of Unblock: prices and the fee, how money is held and returned, and what each side agrees to.',
  'We keep what was paid, held, released and refunded for which milestone.',
];

const PROMISE =
  /guaranteed|refunded|(?<!\.)\bheld\b|\bhold (your|the|its)\b|\breleased\b(?!$)|goes? back to (you|the customer)|(money|which)[^.]* is (then )?returned|free repair|repaired|pay for (what|the hours)|(within|after|for) \d+ (hours|days)/i;

/** The sentences of the public pages as they stand in their files; what is printed from the table is not there. */
function sentences(): string[] {
  const all = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' });
  const files = all.filter((name) => /(?<!\.test)\.tsx?$/.test(name));
  return files.flatMap((name) => {
    const code = readFileSync(path.join(import.meta.dirname, name), 'utf8')
      .replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
      .replaceAll(/\s+/g, ' ');
    const texts = code.split(/(?<!\w)'|'(?!\w)|["`<>{}]/);
    return texts.flatMap((text) => text.split(/(?<=[.!?]) /)).map((each) => each.trim());
  });
}

it('promises nothing on the public site that no row of the guarantee holds', () => {
  const promised = [...new Set(sentences().filter((each) => PROMISE.test(each)))];
  expect(promised.toSorted()).toEqual([...Object.keys(own), ...notPromised].toSorted());
  for (const name of Object.values(own)) expect(guarantees).toHaveProperty(name);
});

/** All that is said of email addresses, in whatever words: nobody is shown another person’s. */
const ofEmailAddresses = [
  'It is given once for a person, an email address and a card; you read whether it applies before you pay.',
  'Not your code, not your messages, not your email address.',
  'So that we know again who had it, we keep a one-way, keyed hash of your email address and of the card with each payment, also after you delete your account, and one of the network for two weeks.',
  'That first-hour price is given once for a person, an email address and a card.',
  'The person on the other side of a request sees your name and picture, and not your email address: you reach each other by messages.',
  'You must be 18 or older and have a valid email address.',
  'Your email address.',
];

it('says of email addresses only what is so', () => {
  const said = sentences().filter((each) => /e-?mail address/i.test(each));
  expect([...new Set(said)].toSorted()).toEqual(ofEmailAddresses.toSorted());
});

import { z } from 'zod';
import { probeWords } from './check.ts';
import { checkTermsSchema, probeSchema } from './check-schemas.ts';
import { historyWords, nameless } from './history-words.ts';
import { formatCents } from './money.ts';
import {
  differenceSchema,
  milestoneSnapshotSchema,
  tallyOf,
  tallyWords,
} from './plan-difference.ts';
import { messageText, outcomeOf, SYSTEM_MESSAGE_KINDS } from './system-message-texts.ts';

type Values = Readonly<Record<string, unknown>>;

/** Names of entries of the evidence, by `what`; others are shown as they are. */
export const entryNames: Readonly<Record<string, string>> = {
  request: 'Requests',
  request_edited: 'Edits of the request',
  step: 'Steps',
  message: 'Messages',
  message_edited: 'Edited messages',
  message_deleted: 'Deleted messages',
  message_hidden: 'Hidden messages',
  message_shown: 'Messages shown again',
  file: 'Files',
  file_replaced: 'Files without their keys',
  file_removed: 'Removed files',
  plan: 'Plans',
  change: 'Changes of the plan that were proposed',
  version: 'Versions of the project',
  version_submitted: 'Delivered versions of the project',
  version_accepted: 'Approved versions of the project',
  delivery: 'Deliveries',
  review: 'Reviews',
  check_shown: 'Evidence for checks',
  check_marked: 'What the customer said of checks',
  check_looked: 'Looks at the addresses of checks',
  decision: 'Decisions of moderators',
  money: 'Movements of money',
};

/** The people and things that an entry refers to. */
export interface Names {
  person: (id: unknown) => string | null;
  milestone: (id: unknown) => string | null;
  check: (id: unknown) => string | null;
}

/** An entry as a sentence; `words` are the texts that still exist. */
export function entryWords(content: Values, words: Values | null, names: Names): string {
  const describe = describers[String(content.what)];
  return describe ? describe(content, words, names) : String(content.what).replaceAll('_', ' ');
}

type Describer = (content: Values, words: Values | null, names: Names) => string;

/** Steps that timelines leave out. */
const quietSteps: Readonly<Record<string, string>> = {
  address_looked_at: 'had the address of a check of {what} looked at',
  checkout_opened: 'opened the payment page of {what}',
  reminded: 'reminded the side whose turn it was',
  quote_discussed: 'asked or answered about a quote',
  quotes_end_told: 'told the customer that the time for quotes ends soon',
  reminded_of_time: 'reminded the unblocker of the time of {what}',
};

const GONE = 'The words are not there any more.';

const describers: Readonly<Record<string, Describer>> = {
  request: (_, words) => `The request was posted. ${words?.description ?? GONE}`,
  request_edited: (_, words) => `The request was edited. ${words?.description ?? GONE}`,
  step: ({ event, actor, actor_id, milestone_id }, _, { person, milestone }) => {
    const told = { event: String(event), actor: actor as 'clock', money: null };
    const said = historyWords({ ...told, actor_name: person(actor_id) }, milestone(milestone_id));
    if (said) return said;
    const quiet = quietSteps[told.event] ?? `${told.event.replaceAll('_', ' ')}: {what}`;
    return `${person(actor_id) ?? nameless[told.actor]} ${quiet.replace('{what}', () => titled(milestone(milestone_id)))}.`;
  },
  message: (content, words, { person }) => `${wrote(content, person)}: ${said(words)}`,
  message_edited: (content, words, { person }) =>
    `${wrote(content, person)}, edited: ${said(words)}`,
  message_deleted: ({ author_id }, _, { person }) =>
    `${person(author_id) ?? 'Somebody'} deleted a message.`,
  message_hidden: () => 'A moderator hid a message.',
  message_shown: () => 'A moderator showed a hidden message again.',
  file: (content, words, names) => `${fileOf(content, names)}: ${fileWords(words)}`,
  file_replaced: (content, words, names) =>
    `${fileOf(content, names)}, now without keys: ${fileWords(words)}`,
  file_removed: (content, _, names) => `${fileOf(content, names)} was removed.`,
  plan: ({ number, milestones }) =>
    `Plan ${String(number)}: ${piecesOf(milestones).join(', ') || 'nothing'}.`,
  change: ({ asked_by, differences }) =>
    `A change of the plan was proposed by the ${sideName(asked_by)}: ${changesOf(differences)}.`,
  version: (content) => `The project was brought, ${versionOf(content)}.`,
  version_submitted: ({ round, milestone_id, must_keep, ...content }, _, { milestone }) =>
    `With delivery ${String(round)} of ${titled(milestone(milestone_id))} came the project, ${versionOf(content)}.${must_keep ? ` What must not be undone: ${String(must_keep)}` : ''}`,
  version_accepted: ({ milestone_id, ...content }, _, { milestone }) =>
    `With ${titled(milestone(milestone_id))} the project was approved, ${versionOf(content)}.`,
  delivery: ({ round, milestone_id, message }, _, { milestone }) =>
    `Delivery ${String(round)} of ${titled(milestone(milestone_id))}: ${String(message ?? '')}`,
  review: ({ round, milestone_id, decision }, _, { milestone }) =>
    `Delivery ${String(round)} of ${titled(milestone(milestone_id))} was ${String(decision)}.`,
  check_shown: ({ text, url, ...content }, _, names) =>
    `${checkOf(content, names)} was shown by: ${[text, url].filter(Boolean).join(' ')}`,
  check_marked: ({ passed, ...content }, words, names) =>
    `${checkOf(content, names)} ${passed ? 'works' : 'does not work'}, says the customer.${words?.note ? ` ${String(words.note)}` : ''}`,
  check_looked: (content, _, names) => `${checkOf(content, names)}: ${lookOf(content)}`,
  decision: ({ kind, parameters, reason }) => {
    const known = SYSTEM_MESSAGE_KINDS.find((each) => each === kind);
    return `A moderator decided: ${known ? outcomeOf(known, parameters) : String(kind)}. ${String(reason)}`;
  },
  money: ({ entry, milestone_id, ...cents }, _, { milestone }) =>
    `${moneyNames[String(entry)] ?? String(entry)} (${titled(milestone(milestone_id))})${amounts(cents)}`,
};

/** A version by the hash of its top folder, which anybody can make anew from its files. */
function versionOf({ number, files, root }: Values): string {
  const hash = String(root).replace(/^\\x/, '');
  const count = files === undefined ? '' : `${String(files)} files, `;
  return `version ${String(number)} (${count}SHA-256 ${hash})`;
}

function piecesOf(milestones: unknown): string[] {
  const read = z.array(milestoneSnapshotSchema).safeParse(milestones).data ?? [];
  return read.map(({ title, cost_cents }) => `“${title}” (${formatCents(cost_cents)})`);
}

function changesOf(differences: unknown): string {
  const read = z.array(differenceSchema).safeParse(differences).data ?? [];
  return tallyWords(tallyOf(read));
}

function sideName(side: unknown): string {
  return side === 'customer' ? 'customer' : 'unblocker';
}

function wrote({ author_id }: Values, person: Names['person']): string {
  return person(author_id) ?? 'Somebody';
}

function said(words: Values | null): string {
  if (!words) return GONE;
  const kind = SYSTEM_MESSAGE_KINDS.find((each) => each === words.kind) ?? null;
  const text = typeof words.text === 'string' ? words.text : null;
  return messageText({
    kind,
    parameters: words.parameters,
    text,
    is_hidden: false,
    is_deleted: false,
  });
}

/** A check of a milestone, and its delivery. */
function checkOf({ check_id, id, milestone_id, round }: Values, names: Names): string {
  const check = `“${names.check(check_id ?? id) ?? 'A check'}” of ${titled(names.milestone(milestone_id))}`;
  return round === undefined ? check : `${check}, delivery ${String(round)},`;
}

const lookSchema = checkTermsSchema
  .pick({ expect_status: true, expect_text: true })
  .partial()
  .extend({ url: z.string(), last_probe: probeSchema });

function lookOf(content: Values): string {
  const { data } = lookSchema.safeParse(content);
  if (!data) return 'its address was looked at.';
  const { url, last_probe, expect_status = null, expect_text = null } = data;
  const found = probeWords(last_probe, { expect_status, expect_text });
  return `${last_probe.passes ? 'works' : 'does not work'}. ${url}: ${found}`;
}

function fileOf({ message_id, delivery_id, milestone_id, check_id }: Values, names: Names): string {
  if (message_id) return 'File of a message';
  const check = names.check(check_id);
  if (check !== null) return `File for the check “${check}”`;
  if (delivery_id) return 'File of a delivery';
  return milestone_id ? 'File of a milestone' : 'File of the request';
}

function fileWords(words: Values | null): string {
  return words
    ? `${String(words.name)}, ${String(words.size)} bytes, SHA-256 ${String(words.sha256)}`
    : 'Its name is not there any more.';
}

const titled = (title: string | null) => (title === null ? 'a milestone' : `“${title}”`);

const moneyNames: Readonly<Record<string, string>> = {
  hold: 'Paid and held',
  release: 'Released',
  refund: 'Refunded',
  split: 'Divided',
  return: 'Paid without need, to be paid back',
  paid_back: 'Arrived back at the customer',
  refund_failed: 'Could not be paid back',
  paid_elsewhere: 'Paid back another way',
  case_refund: 'Refunded after the release',
  dispute: 'Disputed by the customer’s bank',
  dispute_won: 'Dispute won',
  dispute_lost: 'Dispute lost',
  case_dispute: 'Lost dispute borne',
};

const amountNames = {
  held_cents: 'held',
  released_cents: 'released, with the fee',
  refunds_cents: 'owed back to the customer',
  disputed_cents: 'disputed',
};

function amounts(cents: Values): string {
  const parts = Object.entries(amountNames).flatMap(([name, words]) => {
    const amount = cents[name];
    if (typeof amount !== 'number') return [];
    return [`${amount < 0 ? '−' : '+'}${formatCents(Math.abs(amount))} ${words}`];
  });
  return parts.length === 0 ? '' : `: ${parts.join(', ')}`;
}

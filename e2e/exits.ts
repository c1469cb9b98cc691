import { sql } from 'kysely';
import { inDatabase } from './database.ts';
import { type Caller, paid } from './moderated-work.ts';
import { letWeeksPass } from './pass-weeks.ts';
import type { RealServer } from './server.ts';

// From where a request can be left, by which buttons, and what each screen offers there. Written beside the
// lifecycle, not read from it; see every-exit.spec.ts.

export const WHO = { maya: 'customer', ana: 'developer', sam: 'moderator' } as const;
export type Who = keyof typeof WHO;
export const IVAN = 'ivan@example.com';

export type People = Record<Who | 'ivan', Caller>;

export interface Job {
  server: RealServer;
  by: People;
  /** Who has the request, or had it last. */
  developer: Caller;
  id: string;
  milestone: string;
}

type Deed = (job: Job) => Promise<unknown>;

export const deeds = {
  reserve: ({ developer, id }) => developer(`/api/tickets/${id}/reserve`),
  grab: ({ developer, id }) => developer(`/api/tickets/${id}/grab`),
  plan: async (job) => {
    const body = { title: 'Mend it', description: 'Until it works', hours: 2, hourly_rate: 50 };
    const made = await job.developer(`/api/tickets/${job.id}/milestones`, body);
    job.milestone = made.id ?? '';
  },
  propose: ({ developer, id }) => developer(`/api/tickets/${id}/submit-plan`),
  approve: ({ by, id }) => by.maya(`/api/tickets/${id}/approve-plan`),
  pay: ({ by, milestone }) => paid(by.maya, milestone),
  start: ({ developer, milestone }) => developer(`/api/milestones/${milestone}/start`),
  deliver: ({ developer, milestone }) =>
    developer(`/api/milestones/${milestone}/submit`, { message: 'It works now.' }),
  'send back': ({ by, milestone }) =>
    by.maya(`/api/milestones/${milestone}/reject`, { feedback: 'It does not.' }),
  accept: ({ by, milestone }) => by.maya(`/api/milestones/${milestone}/accept`, {}),
  'say that it broke': ({ by, milestone }) =>
    by.maya(`/api/milestones/${milestone}/broke-again`, { text: 'It loops again.' }),
  'ask for help': ({ by, id }) =>
    by.maya(`/api/tickets/${id}/get-help`, { reason: 'other', text: 'Please look.' }),
  // By an unblocker who is not looked at here, so that Ana is the next one.
  'hand over': async (job) => {
    await job.developer(`/api/tickets/${job.id}/give-back`, { note: 'Half of it is done.' });
    job.developer = job.by.ana;
  },
  'let the plan be late': ({ server, id }) =>
    inDatabase(server, ({ db }) =>
      sql`update tickets set status_since = now() - interval '73 hours' where id = ${id}`.execute(
        db,
      ),
    ),
  'let the work be late': ({ server, id }) => letWeeksPass(server, 3, id),
} satisfies Record<string, Deed>;
export type DeedName = keyof typeof deeds;

/** A button, and what its dialog wants. */
export interface Press {
  by: Who;
  button: string;
  /** The name of its dialog, where that is not the button's; null where it has none. */
  dialog?: string | null;
  fields?: Record<string, string>;
  /** The words on the dialog's button. */
  act?: string;
}

const WHY = { Reason: 'It takes too long.' };
const HELP = { Reason: 'Payment', Message: 'Please look.' };
const decide = (button: string): Press => ({ by: 'sam', button, fields: WHY });
export const exits = {
  'customer gets help': { by: 'maya', button: 'Get Help', fields: HELP },
  'developer gets help': { by: 'ana', button: 'Get Help', fields: HELP },
  cancel: { by: 'maya', button: 'Cancel Request', fields: WHY },
  abandon: { by: 'ana', button: 'Abandon' },
  'give back': { by: 'ana', button: 'Give Back', fields: { 'Handover Note': 'Nothing works.' } },
  'find another': { by: 'maya', button: 'Find Another Unblocker' },
  'keep held': { by: 'maya', button: 'Keep It Held', dialog: null },
  'refund held': { by: 'maya', button: 'Refund' },
  'customer asks': {
    by: 'maya',
    button: 'Ask to Cancel',
    fields: { 'For the unblocker’s work': '40.01', ...WHY },
  },
  'developer asks': { by: 'ana', button: 'Ask to Cancel', fields: WHY },
  'customer agrees': { by: 'maya', button: 'Agree', dialog: 'Agree to Cancel' },
  'developer agrees': { by: 'ana', button: 'Agree', dialog: 'Agree to Cancel' },
  'developer declines': {
    by: 'ana',
    button: 'Decline',
    dialog: 'Decline to Cancel',
    fields: { Message: 'It is nearly done.' },
  },
  'developer withdraws': { by: 'ana', button: 'Withdraw', dialog: null },
  'take in': decide('Take In'),
  resume: { ...decide('Resume'), dialog: 'Resume Request' },
  'close for the customer': decide('Close for the Customer'),
  'close for the unblocker': decide('Close for the Unblocker'),
  reopen: decide('Return to the Open List'),
  split: {
    by: 'sam',
    button: 'Split',
    dialog: 'Split Held Money',
    fields: { Released: '33.33', ...WHY },
  },
  'money back': decide('Give All Money Back'),
} satisfies Record<string, Press>;
type ExitName = keyof typeof exits;

/** Of a proposal to cancel: then a moderator gets it. */
export const NOBODY_ANSWERS = 'nobody answers';

/** The exits that each screen offers, in the order of the alphabet. */
type Offered = Record<Who, string[]>;
const OPEN: Offered = { maya: ['Cancel Request'], ana: [], sam: ['Take In'] };
const UNPAID: Offered = {
  maya: ['Cancel Request', 'Get Help'],
  ana: ['Get Help', 'Give Back'],
  sam: ['Take In'],
};
const PAID: Offered = {
  maya: ['Ask to Cancel', 'Get Help'],
  ana: ['Ask to Cancel', 'Get Help', 'Give Back'],
  sam: ['Take In'],
};
const DECISIONS = [
  ...['Close for the Customer', 'Close for the Unblocker'],
  ...['Give All Money Back', 'Resume', 'Return to the Open List', 'Split'],
];
const and = (offered: Offered, who: Who, ...more: string[]): Offered => ({
  ...offered,
  [who]: [...offered[who], ...more].sort(),
});
/** Of all exits. */
export const BUTTONS = new Set([
  ...Object.values(exits).map(({ button }) => button),
  ...['Keep It Held', 'Refund'],
]);

type Walk = readonly (ExitName | typeof NOBODY_ANSWERS)[];

export interface State {
  way: DeedName[];
  offers: Offered;
  /** One after the other. */
  walk: Walk;
  /** What the customer reads at the end. */
  ends: string;
}

const planned: DeedName[] = ['grab', 'plan', 'propose', 'approve'];
const atWork: DeedName[] = [...planned, 'pay', 'start'];
const delivered: DeedName[] = [...atWork, 'deliver'];
const handedOver: DeedName[] = [...planned, 'pay', 'hand over'];
const UP_FOR_GRABS = 'Waiting for an unblocker to take it';
const FOR_MAYA = 'Closed in your favor by a moderator';
const FOR_ANA = "Closed in Ana's favor by a moderator";
const CANCELLED = 'You cancelled this request';
const AGREED = 'Cancelled, as you and Ana agreed';

const unpaid: Record<string, State> = {
  open: { way: [], offers: OPEN, walk: ['cancel'], ends: CANCELLED },
  reserved: {
    way: ['reserve'],
    offers: { ...UNPAID, ana: ['Abandon', 'Get Help'] },
    walk: ['developer gets help', 'resume', 'abandon'],
    ends: UP_FOR_GRABS,
  },
  grabbed: { way: ['grab'], offers: UNPAID, walk: ['give back'], ends: UP_FOR_GRABS },
  'being planned for too long': {
    way: ['grab', 'plan', 'let the plan be late'],
    offers: and(UNPAID, 'maya', 'Find Another Unblocker'),
    walk: ['find another'],
    ends: UP_FOR_GRABS,
  },
  'being planned': {
    way: ['grab', 'plan'],
    offers: UNPAID,
    walk: ['take in', 'reopen'],
    ends: UP_FOR_GRABS,
  },
  proposed: {
    way: ['grab', 'plan', 'propose'],
    offers: UNPAID,
    walk: ['customer gets help', 'resume', 'cancel'],
    ends: CANCELLED,
  },
  approved: { way: planned, offers: UNPAID, walk: ['give back'], ends: UP_FOR_GRABS },
  'at work': {
    way: [...planned, 'start'],
    offers: UNPAID,
    walk: ['developer gets help', 'close for the unblocker'],
    ends: FOR_ANA,
  },
  delivered: {
    way: [...planned, 'start', 'deliver'],
    offers: UNPAID,
    walk: ['take in', 'close for the customer'],
    ends: FOR_MAYA,
  },
  'sent back': {
    way: [...planned, 'start', 'deliver', 'send back'],
    offers: UNPAID,
    walk: ['cancel'],
    ends: CANCELLED,
  },
  'in repair': {
    way: [...delivered, 'accept', 'say that it broke'],
    offers: { ...UNPAID, ana: ['Get Help'] },
    walk: ['cancel'],
    ends: 'Finished: the work stays approved, and you cancelled the free repair',
  },
};

const proposals: Record<string, State> = {
  paid: {
    way: [...planned, 'pay'],
    offers: PAID,
    walk: [
      ...(['customer asks', 'developer declines', 'developer asks'] as const),
      ...(['developer withdraws', 'customer asks', 'developer agrees'] as const),
    ],
    ends: AGREED,
  },
  'at work': {
    way: atWork,
    offers: PAID,
    walk: ['developer asks', 'customer agrees'],
    ends: AGREED,
  },
  'sent back': {
    way: [...delivered, 'send back'],
    offers: PAID,
    walk: ['developer asks', NOBODY_ANSWERS, 'close for the customer'],
    ends: FOR_MAYA,
  },
};

const held: Record<string, State> = {
  'at work for too long': {
    way: [...atWork, 'let the work be late'],
    offers: and(PAID, 'maya', 'Find Another Unblocker'),
    walk: ['find another', 'refund held', 'cancel'],
    ends: CANCELLED,
  },
  delivered: {
    way: delivered,
    offers: PAID,
    walk: ['customer gets help', 'close for the unblocker'],
    ends: FOR_ANA,
  },
  'sent back': {
    way: [...delivered, 'send back'],
    offers: PAID,
    walk: ['take in', 'resume', 'give back', 'keep held'],
    ends: UP_FOR_GRABS,
  },
};

const further: Record<string, State> = {
  'with the moderators': {
    way: [...delivered, 'ask for help'],
    offers: { maya: [], ana: [], sam: DECISIONS },
    walk: ['split', 'close for the customer'],
    ends: FOR_MAYA,
  },
  'with the moderators, started': {
    way: [...atWork, 'ask for help'],
    offers: { maya: [], ana: [], sam: DECISIONS },
    walk: ['money back'],
    ends: FOR_MAYA,
  },
  'given back': {
    way: handedOver,
    offers: { maya: ['Keep It Held', 'Refund'], ana: [], sam: ['Take In'] },
    walk: ['keep held', 'refund held', 'cancel'],
    ends: CANCELLED,
  },
  'reserved after a handover': {
    way: [...handedOver, 'reserve'],
    offers: {
      maya: ['Get Help', 'Keep It Held', 'Refund'],
      ana: ['Abandon', 'Get Help'],
      sam: ['Take In'],
    },
    walk: ['abandon'],
    ends: UP_FOR_GRABS,
  },
  'grabbed after a handover': {
    way: [...handedOver, 'grab'],
    offers: and(PAID, 'maya', 'Refund'),
    walk: ['refund held', 'give back'],
    ends: UP_FOR_GRABS,
  },
  'proposed after a handover': {
    way: [...handedOver, 'grab', 'propose'],
    offers: and(PAID, 'maya', 'Refund'),
    walk: ['developer gets help', 'reopen'],
    ends: UP_FOR_GRABS,
  },
};

/** Each exit that a state offers, by itself; a proposal to cancel with each answer that it can get. */
export function everyWalkFrom({ offers }: State): Walk[] {
  return (Object.keys(exits) as ExitName[])
    .filter((name) => offers[exits[name].by].includes(exits[name].button))
    .flatMap((name) => answers[name] ?? [[name]]);
}

const answers: Partial<Record<ExitName, Walk[]>> = {
  'customer asks': [
    ['customer asks', 'developer agrees'],
    ['customer asks', 'developer declines'],
  ],
  'developer asks': [
    ['developer asks', 'customer agrees'],
    ['developer asks', 'developer withdraws'],
    ['developer asks', NOBODY_ANSWERS],
  ],
};

export const groups: Record<string, Record<string, State>> = {
  'while nothing is held': unpaid,
  'by a proposal to cancel': proposals,
  'while money is held': held,
  'after a handover, and with the moderators': further,
};

// The moderators' queue of cases: why each is there, its orders and filters. Apart from the schemas,
// which bring Zod: the desk's screens show these.
import { type Action, acts } from './acts.ts';
import { lifecycle } from './lifecycle.ts';

/** The steps that bring a request to the moderators. */
export const HELP_KINDS: readonly Action[] = [
  ...new Set(
    lifecycle
      .filter(({ to }) => to?.ticket === 'REQUIRES_MOD_ASSISTANCE')
      .map(({ action }) => action),
  ),
];

const helpLabels: Readonly<Partial<Record<Action, string>>> = {
  report: 'Reported',
  'take-in': 'Taken in',
  'pass-on-cancel': 'Cancelling not agreed on',
  'grant-appeal': 'Appeal granted',
  suspend: 'Account suspended',
};

/** Why a request is with the moderators, in short. */
export const helpLabel = (kind: Action): string => helpLabels[kind] ?? acts[kind].label ?? kind;

/** The queue's orders: longest waiting, most held money, or waiting for moderators first. */
export const CASE_ORDERS = ['age', 'held', 'turn'] as const;
export type CaseOrder = (typeof CASE_ORDERS)[number];

/** Filter of cases; `free` are mine and nobody's. */
export const CASE_OWNERS = ['mine', 'nobody', 'free', 'others'] as const;
export type CaseOwner = (typeof CASE_OWNERS)[number];

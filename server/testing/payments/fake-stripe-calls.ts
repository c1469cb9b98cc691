import type Stripe from 'stripe';
import { newLink, newLoginLink } from './fake-stripe-answers.ts';
import { type FakeBooks, found, Refused } from './fake-stripe-books.ts';
import { faultIn, parseForm, type Said } from './fake-stripe-request.ts';
import type { StripeRequests } from './stripe-requests.ts';

/** One request as the fake sees it. */
export interface Asked {
  method: string;
  path: string;
  /** The body of a POST, else what follows the question mark. */
  form: string;
  key: string | null;
  account: string;
  version: string;
  authorization: string;
}

interface Call {
  said: Record<string, Said>;
  account: string;
  id: string;
  path: string;
}

type Answer = (books: FakeBooks, call: Call) => object;

/** The calls that there are; `*` in a path is an id. */
const calls: { [Name in keyof StripeRequests]: Answer } = {
  'POST /v1/checkout/sessions': (books, { said }) => {
    const [item] = Object.values(said.line_items ?? {});
    const { unit_amount, currency } = part(part(item).price_data);
    const intent = part(said.payment_intent_data);
    return books.openSession({
      amount: Number(unit_amount),
      currency: String(currency),
      metadata: metadataOf(said),
      client_reference_id: textOf(said.client_reference_id),
      intent: { metadata: metadataOf(intent), transfer_group: textOf(intent.transfer_group) },
    });
  },
  'GET /v1/checkout/sessions/*': (books, { id }) => found(books.sessions, id),
  'POST /v1/checkout/sessions/*/expire': (books, { id }) => books.expire(id),
  'GET /v1/payment_intents': (books, call) => list(call, [...books.intents.values()]),
  'GET /v1/payment_intents/*': (books, { id }) => found(books.intents, id),
  'POST /v1/refunds': (books, { said }) =>
    books.refund(String(said.payment_intent), amountOf(said), metadataOf(said)),
  'GET /v1/refunds': (books, call) => list(call, books.refunds),
  'POST /v1/transfers': (books, { said }) =>
    books.transfer({
      destination: String(said.destination),
      amount: amountOf(said),
      transfer_group: textOf(said.transfer_group),
      source: textOf(said.source_transaction),
      metadata: metadataOf(said),
    }),
  'GET /v1/transfers': (books, call) => list(call, [...books.transfers.values()]),
  'POST /v1/transfers/*/reversals': (books, { said, id }) =>
    books.reverse(id, amountOf(said), metadataOf(said)),
  'GET /v1/transfers/*/reversals': (books, call) => list(call, books.reversalsOf(call.id)),
  'POST /v1/payouts': (books, { said, account }) =>
    books.payOut(account, amountOf(said), metadataOf(said)),
  'GET /v1/payouts': (books, call) => {
    if (!books.accounts.has(call.account)) throw new Refused('account_invalid', 403);
    return list(call, books.payoutsOf(call.account));
  },
  'POST /v1/accounts': (books, { said }) =>
    books.openAccount(metadataOf(said), textOf(said.country) ?? 'US'),
  'GET /v1/accounts': (books, call) => list(call, [...books.accounts.values()]),
  'GET /v1/accounts/*': (books, { id }) => found(books.accounts, id),
  'POST /v1/accounts/*/login_links': (books, { id }) => {
    // The dashboard is there once the developer has told Stripe who they are.
    if (!found(books.accounts, id).details_submitted) throw new Refused('account_invalid');
    return newLoginLink(id);
  },
  'POST /v1/account_links': (books, { said }) =>
    newLink(found(books.accounts, String(said.account)).id),
};

/** The only version of Stripe's API that this double speaks. */
export const VERSION: Stripe.LatestApiVersion = '2026-10-28.endive';
/** A link to Stripe's pages is a new one each time; the SDK gives it a key by itself. */
const WITHOUT_OUR_KEY = /^\/v1\/(account_links|accounts\/[^/]+\/login_links)$/;

/**
 * Looks at a request as Stripe does before anything is done: what is refused here is not kept under
 * the idempotency key.
 * @returns what does it
 * @throws Refused
 */
export function understand(asked: Asked): (books: FakeBooks) => object {
  if (!asked.authorization.startsWith('Bearer sk_test_')) throw new Refused('api_key', 401);
  if (asked.version !== VERSION) throw new Refused('api_version');
  const isKeyed = asked.key !== null && !asked.key.startsWith('stripe-node-retry');
  if (asked.method === 'POST' && !isKeyed && !WITHOUT_OUR_KEY.test(asked.path))
    throw new Refused('idempotency_key_missing');
  for (const [name, answer] of Object.entries(calls)) {
    const pattern = new RegExp(`^${name.replaceAll('*', '([^/]+)')}$`);
    const match = pattern.exec(`${asked.method} ${asked.path}`);
    if (!match) continue;
    const said = parseForm(asked.form);
    const fault = faultIn(name, said);
    if (fault) throw new Refused(fault.code, 400, fault.param);
    const call = { said, account: asked.account, id: match[1] ?? '', path: asked.path };
    return (books) => expand(books, answer(books, call), said.expand);
  }
  throw new Refused('unknown_call', 404);
}

/** A page of a list: the newest first, and where it goes on. */
function list<Item extends { id: string; created?: number }>(
  { said, path }: Call,
  all: readonly Item[],
): Stripe.ApiList<Item> {
  const matching = all.toReversed().filter((item) => isWanted(item, said));
  const after = matching.findIndex(({ id }) => id === said.starting_after) + 1;
  const limit = Number(said.limit ?? 10);
  const data = matching.slice(after, after + limit);
  return { object: 'list', data, has_more: matching.length > after + limit, url: path };
}

const FILTERS = ['payment_intent', 'transfer_group', 'destination', 'status'] as const;

function isWanted(item: object, said: Record<string, Said>): boolean {
  const has = item as Record<string, unknown>;
  const since = Number(part(said.created).gte ?? 0);
  return (
    Number(has.created) >= since &&
    FILTERS.every((name) => !(name in said) || has[name] === said[name])
  );
}

/** Puts objects where their ids are, along paths such as `payment_intent.latest_charge`. */
function expand(books: FakeBooks, answer: object, paths: Said | undefined): object {
  const whole = structuredClone(answer);
  for (const path of Object.values(paths ?? {})) {
    let at = whole as Record<string, unknown>;
    for (const name of String(path).split('.')) {
      const id = at[name];
      if (typeof id !== 'string') break;
      const object = books.intents.get(id) ?? books.charges.get(id);
      if (!object) throw new Refused('property_cannot_be_expanded');
      at[name] = structuredClone(object);
      at = at[name] as Record<string, unknown>;
    }
  }
  return whole;
}

function part(said: Said | undefined): Record<string, Said> {
  return typeof said === 'object' ? (said as Record<string, Said>) : {};
}

function metadataOf(said: Record<string, Said>): Stripe.Metadata {
  return part(said.metadata) as Stripe.Metadata;
}

function textOf(said: Said | undefined): string | null {
  return typeof said === 'string' ? said : null;
}

/** @throws Refused unless it is a whole number of cents above zero */
function amountOf(said: Record<string, Said>): number {
  const amount = Number(said.amount);
  if (!Number.isInteger(amount) || amount <= 0) throw new Refused('parameter_invalid_integer');
  return amount;
}

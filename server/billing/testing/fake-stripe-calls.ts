import { type FakeBooks, Refused } from './fake-stripe-books.ts';

/** One request as the fake sees it. */
export interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  values: URLSearchParams;
  key: string | null;
  account: string;
  version: string;
  authorization: string;
  fingerprint: string;
}

type Answer = (books: FakeBooks, asked: Asked, id: string) => unknown;

/** The calls that there are; `*` in a path is an id. */
const calls: Record<string, Answer> = {
  'POST /v1/checkout/sessions': (books, { values }) =>
    books.openSession(
      Number(values.get('line_items[0][price_data][unit_amount]')),
      values.get('line_items[0][price_data][currency]') ?? '',
      metadataOf(values),
    ),
  'GET /v1/checkout/sessions/*': (books, _asked, id) => {
    const session = books.sessions.get(id);
    if (!session) throw new Refused('resource_missing', 404);
    const intent = books.intents.get(session.payment_intent ?? '');
    if (!intent) return session;
    return {
      ...session,
      payment_intent: { ...intent, latest_charge: books.charges.get(intent.latest_charge) },
    };
  },
  'POST /v1/checkout/sessions/*/expire': (books, _asked, id) => books.expire(id),
  'GET /v1/payment_intents/*': (books, _asked, id) => {
    const intent = books.intents.get(id);
    if (!intent) throw new Refused('resource_missing', 404);
    return intent;
  },
  'POST /v1/refunds': (books, { values }) =>
    books.refund(text(values, 'payment_intent'), amountOf(values), metadataOf(values)),
  'GET /v1/refunds': (books, { query }) =>
    list(books.refunds.filter((each) => each.payment_intent === query.get('payment_intent'))),
  'POST /v1/transfers': (books, { values }) =>
    books.transfer(
      {
        destination: text(values, 'destination'),
        amount: amountOf(values),
        transfer_group: text(values, 'transfer_group'),
        source: values.get('source_transaction'),
      },
      metadataOf(values),
    ),
  'GET /v1/transfers': (books, { query }) =>
    list(
      [...books.transfers.values()].filter(
        (each) => each.transfer_group === query.get('transfer_group'),
      ),
    ),
  'POST /v1/transfers/*/reversals': (books, { values }, id) =>
    books.reverse(id, amountOf(values), metadataOf(values)),
  'GET /v1/transfers/*/reversals': (books, _asked, id) =>
    list(books.reversals.filter(({ transfer }) => transfer === id)),
  'POST /v1/payouts': (books, { values, account }) =>
    books.payOut(account, amountOf(values), metadataOf(values)),
  'GET /v1/payouts': (books, { account }) =>
    list(books.payouts.filter((each) => each.account === account)),
  'POST /v1/accounts': (books, { values }) => books.openAccount(metadataOf(values)),
  'GET /v1/accounts/*': (books, _asked, id) => {
    const account = books.accounts.get(id);
    if (!account) throw new Refused('resource_missing', 404);
    return account;
  },
  'GET /v1/accounts': (books) => list([...books.accounts.values()]),
  'POST /v1/account_links': (_books, { values }) => ({
    object: 'account_link',
    url: `https://connect.example/${values.get('account')}`,
  }),
};

/** The only version of Stripe's API that this double speaks. */
const VERSION = '2026-10-28.endive';
/** A link to the onboarding pages is a new one each time; the SDK gives it a key by itself. */
const WITHOUT_OUR_KEY = '/v1/account_links';

/** Does what a request asks for. @throws Refused */
export function answer(books: FakeBooks, asked: Asked): unknown {
  if (!asked.authorization.startsWith('Bearer sk_test_')) throw new Refused('api_key', 401);
  if (asked.version !== VERSION) throw new Refused('api_version');
  const isKeyed = asked.key !== null && !asked.key.startsWith('stripe-node-retry');
  if (asked.method === 'POST' && !isKeyed && asked.path !== WITHOUT_OUR_KEY)
    throw new Refused('idempotency_key_missing');
  for (const [call, work] of Object.entries(calls)) {
    const pattern = new RegExp(`^${call.replaceAll('*', '([^/]+)')}$`);
    const match = pattern.exec(`${asked.method} ${asked.path}`);
    if (match) return work(books, asked, match[1] ?? '');
  }
  throw new Refused('unknown_call', 404);
}

function list(data: unknown[]) {
  return { object: 'list', data, has_more: false };
}

function metadataOf(values: URLSearchParams): Record<string, string> {
  const entries = [...values].flatMap(([name, value]) => {
    const key = /^metadata\[(\w+)\]$/.exec(name)?.[1];
    return key ? [[key, value] as const] : [];
  });
  return Object.fromEntries(entries);
}

function amountOf(values: URLSearchParams): number {
  const amount = Number(values.get('amount'));
  if (!Number.isInteger(amount) || amount <= 0) throw new Refused('parameter_invalid_integer');
  return amount;
}

function text(values: URLSearchParams, name: string): string {
  const value = values.get(name);
  if (value === null) throw new Refused('parameter_missing');
  return value;
}

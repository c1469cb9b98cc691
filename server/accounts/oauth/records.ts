import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'kysely';
import type { Adapter, Payload } from 'oidc-provider';
import type { Database, Tx } from '../../database/database.ts';
import { databaseCode } from '../../database/database-errors.ts';
import { tokenHash } from '../../http/program-access.ts';

/** Kept by us. Of all others, such as sessions of the library's own, nothing is. */
const MODELS = [
  ...(['Client', 'Interaction', 'Grant'] as const),
  ...(['AuthorizationCode', 'DeviceCode', 'AccessToken', 'RefreshToken'] as const),
];
type Model = (typeof MODELS)[number];

/** So long (s) a program that has lost the answer may show its refresh token again. */
const SHOWN_AGAIN = 60;

const FOREIGN_KEY_MISSING = '23503';

const changing = new AsyncLocalStorage<Tx>();

/** What the library keeps during the work is kept together with that change, or not at all. */
export function keptWith<Result>(tx: Tx, work: () => Promise<Result>): Promise<Result> {
  return changing.run(tx, work);
}

interface Keeper {
  db: Database;
  /** Ends a connection with all its tokens, at once and on every server. */
  end: (connectionId: string) => Promise<void>;
  /** The error for a code or token that is not good any more. */
  noLongerGood: (why: string) => Error;
  /** The error for a question that cannot be kept. */
  notKept: (why: string) => Error;
}

/**
 * The library's records in PostgreSQL. Ids that open something are stored as hashes and left out of the
 * payload. Records of a connection go with it by the foreign key, whatever ends it.
 */
export function recordsOf(name: string, keeper: Keeper): Adapter {
  return isKept(name) ? keptRecords(name, keeper) : nothingKept;
}

function isKept(name: string): name is Model {
  return (MODELS as readonly string[]).includes(name);
}

function keptRecords(model: Model, { db: own, end, noLongerGood, notKept }: Keeper): Adapter {
  const one = (id: string) => ({ model, id_hash: tokenHash(id) });
  const find = (id: string) => findRecord(own, model, id);
  return {
    ...nothingKept,
    async upsert(id, { jti: _, userCode, ...payload }, seconds) {
      const row = {
        ...(typeof userCode === 'string' && { user_code_hash: tokenHash(userCode) }),
        payload: JSON.stringify(payload, (_, value) => {
          if (typeof value === 'string' && !isStored(value))
            throw notKept('there is a character in it that no text has');
          return value;
        }),
        connection_id: connectionOf(model, id, payload),
        expires_at: seconds === undefined ? null : new Date(Date.now() + seconds * 1000),
      };
      const db = changing.getStore() ?? own;
      await db
        .insertInto('oauth_records')
        .values({ ...one(id), ...row })
        .onConflict((conflict) => conflict.columns(['model', 'id_hash']).doUpdateSet(row))
        .execute()
        .catch((error: unknown) => {
          const isOver = databaseCode(error) === FOREIGN_KEY_MISSING;
          throw isOver ? noLongerGood('the connection has ended') : error;
        });
    },
    find,
    async consume(id) {
      const used = await own
        .updateTable('oauth_records')
        .set({ consumed_at: sql<Date>`coalesce(consumed_at, now())` })
        .where((is) => is.and(one(id)))
        .where(isUsedUp(model), '=', false)
        .returning('model')
        .executeTakeFirst();
      if (used) return;
      // Used again: one of both may be a thief, and nobody knows which.
      const payload = await find(id);
      if (payload) await end(String(payload.grantId));
      throw noLongerGood('it was used already');
    },
    async destroy(id) {
      if (model === 'Grant') await end(id);
      else
        await own
          .deleteFrom('oauth_records')
          .where((is) => is.and(one(id)))
          .execute();
    },
    // The library asks for each model. All of them go with the connection, whose row is locked first.
    revokeByGrantId: end,
  };
}

/** PostgreSQL takes neither in a text: NUL, and half of a character. */
const isStored = (text: string) => !text.includes('\0') && text.isWellFormed();

async function findRecord(db: Database, model: Model, id: string): Promise<Payload | undefined> {
  const row = await db
    .selectFrom('oauth_records')
    .select(['payload', 'consumed_at', isUsedUp(model).as('is_used_up')])
    .where('model', '=', model)
    .where('id_hash', '=', tokenHash(id))
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', new Date())]))
    .executeTakeFirst();
  if (!row) return undefined;
  const consumed = row.consumed_at &&
    row.is_used_up && { consumed: row.consumed_at.getTime() / 1000 };
  const jti = model === 'Client' ? {} : { jti: id };
  return { ...(row.payload as Payload), ...jti, ...consumed };
}

/**
 * Whether a record that is good once was used. A refresh token is good for a little longer: an answer may
 * be lost on its way.
 */
function isUsedUp(model: Model) {
  if (model !== 'RefreshToken') return sql<boolean>`(consumed_at is not null)`;
  return sql<boolean>`(consumed_at is not null
    and consumed_at < now() - make_interval(secs => ${SHOWN_AGAIN}))`;
}

/** A code that a device shows has none before somebody has typed it. */
function connectionOf(model: Model, id: string, { grantId }: Payload): string | null {
  if (model === 'Grant') return id;
  return typeof grantId === 'string' && model !== 'Interaction' ? grantId : null;
}

const nothingKept: Adapter = {
  upsert: async () => undefined,
  find: async () => undefined,
  findByUid: async () => undefined,
  findByUserCode: async () => undefined,
  consume: async () => undefined,
  destroy: async () => undefined,
  revokeByGrantId: async () => undefined,
};

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { CATEGORIES } from '#domain/category.ts';
import { Refusal } from '#domain/refusals.ts';
import { type Asker, asSeeing, asSide, type Side } from '#domain/relation.ts';
import type { Relation } from '#domain/rule-facts.ts';
import type { Reader } from '../database/database.ts';

// Who sees what of a request: the rules of `domain/relation.ts` for lists, and for a request that is
// still to be read. Each is written once, for queries and for the text of statements.

type Tag<Part> = (strings: TemplateStringsArray, ...parts: Part[]) => Part;

/** A person: the alias of their row, or what is known about them. Some rules need only the id. */
type Person<Value, Key extends keyof Asker = keyof Asker> = string | { [key in Key]: Value };

interface Language<Part, Value> {
  tag: Tag<Part>;
  column: (row: string, name: string) => Part;
  value: (value: Value, name: keyof Asker) => Part;
}

/** Each rule in SQL, for requests under an alias. Null, as for a missing request, means no. */
function rulesIn<Part, Value>({ tag, column, value }: Language<Part, Value>) {
  const of = <Key extends keyof Asker>(person: Person<Value, Key>, name: Key) =>
    typeof person === 'string' ? column(person, name) : value(person[name], name);

  const isSide = (person: Person<Value, 'id'>, t = 't') =>
    tag`(${column(t, 'customer_id')} = ${of(person, 'id')} or ${column(t, 'developer_id')} = ${of(person, 'id')})`;
  const isNoSide = (person: Person<Value, 'id'>, t = 't') => tag`${isSide(person, t)} is not true`;
  const isOpen = (t = 't') =>
    tag`(${column(t, 'status')} = 'AWAITING_ASSIGNMENT' and ${column(t, 'developer_id')} is null)`;
  const suitedIn = (
    common: Part,
    person: Person<Value>,
    t: string,
    isStranger = isNoSide(person, t),
  ) =>
    tag`(${of(person, 'user_type')} = 'developer' and ${common} and ${isStranger}
      and ${of(person, 'id')} <> all (${column(t, 'replaced')}))`;
  const isNamed = (list: string, person: Person<Value, 'id'>, t: string) =>
    tag`${of(person, 'id')} = any (${column(t, list)})`;
  /** Nobody whom the request fits better comes first. */
  const isTheirTime = (person: Person<Value, 'id'>, t: string) =>
    tag`(${column(t, 'first_until')} is null or ${column(t, 'first_until')} <= now() or ${isNamed('first_for', person, t)})`;
  const isCandidate = (person: Person<Value>, t = 't') => {
    const common = tag`(${of(person, 'supported_categories')} && ${column(t, 'categories')} and ${isTheirTime(person, t)}
      or ${isNamed('quoted_by', person, t)} or ${isNamed('invited', person, t)})`;
    return suitedIn(common, person, t);
  };
  return {
    isSide,
    isNoSide,
    isOpen,
    isCandidate,
    maySee: (person: Person<Value>, t = 't') =>
      tag`(${isSide(person, t)} or ${isOpen(t)} and ${isCandidate(person, t)})`,
    /** Whether a person reads the conversation of a pairing: `readsPairing`. */
    readsPairing: (person: Person<Value, 'id'>, p = 'p', t = 't') =>
      tag`(${column(t, 'customer_id')} = ${of(person, 'id')} or ${column(t, 'developer_id')} = ${of(person, 'id')}
        and (${column(p, 'id')} is null or ${column(p, 'developer_id')} = ${of(person, 'id')} or ${column(p, 'shared_with')} = ${column(t, 'pairing_id')}))`,
    /** Whether a person takes part in the pairing of a row, such as a message: `isInPairing`. */
    isInPairing: (person: Person<Value, 'id'>, row = 'm', t = 't') =>
      tag`(${column(t, 'customer_id')} = ${of(person, 'id')} or ${column(t, 'developer_id')} = ${of(person, 'id')}
        and (${column(row, 'pairing_id')} is null or ${column(row, 'pairing_id')} = ${column(t, 'pairing_id')}))`,
    /** The other one of the two people. */
    otherSide: (person: Person<Value, 'id'>, t = 't') =>
      tag`case when ${column(t, 'customer_id')} = ${of(person, 'id')} then ${column(t, 'developer_id')} else ${column(t, 'customer_id')} end`,
    suitedIn,
    isTheirTime,
  };
}

/** For Kysely. What is known about a person becomes a parameter. */
export const seen = rulesIn<RawBuilder<SqlBool>, Asker[keyof Asker]>({
  tag: (strings, ...parts) => sql(strings, ...parts),
  column: (row, name) => sql.ref(`${row}.${name}`),
  value: (value, name) => (name === 'supported_categories' ? sql`${value}::text[]` : sql`${value}`),
});

/** For the text of a statement. What is known about a person is SQL. */
export const seenSql = rulesIn<string, string>({
  tag: (strings, ...parts) => String.raw(strings, ...parts),
  column: (row, name) => `${row}.${name}`,
  value: (value) => value,
});

/** `isOpen` and `isCandidate` in parts, to match the indexes: one per category, and of whom it names. */
export const availableSql = (person: string, t = 't'): string[] => {
  const suited = CATEGORIES.map(
    (category) =>
      `'${category}' = any (${person}.supported_categories) and ${t}.categories @> '{${category}}'
        and ${seenSql.isTheirTime(person, t)}`,
  );
  // Found first: PostgreSQL expects many, and would look through all open requests in the list's order.
  const named = `${t}.id = any (array(select named.id from tickets named
    where ${seenSql.isOpen('named')} and (named.quoted_by || named.invited) @> array[${person}.id]))`;
  // An open request has no other side.
  const isStranger = `${t}.customer_id <> ${person}.id`;
  return [...suited, named].map(
    (common) => `${seenSql.isOpen(t)} and ${seenSql.suitedIn(common, person, t, isStranger)}`,
  );
};

/**
 * A person's relation to a request that they may see.
 * @throws Refusal `not_found`
 */
export async function relationToTicket(db: Reader, person: Asker, id: string): Promise<Relation> {
  return asSeeing(person, await findTicket(db, id));
}

/**
 * A person's side of a request, for what only its two sides may see.
 * @throws Refusal `not_found` for everyone else
 */
export async function asOneSide(db: Reader, person: Asker, id: string): Promise<Side> {
  return asSide(person, await findTicket(db, id));
}

/** Why a person does not see a request: former developers are told so, others learn nothing. */
export async function notTheirs(
  db: Reader,
  { id }: Pick<Asker, 'id'>,
  ticketId: string,
): Promise<Refusal> {
  const had = await db
    .selectFrom('pairings')
    .select('id')
    .where('ticket_id', '=', ticketId)
    .where('developer_id', '=', id)
    .executeTakeFirst();
  return new Refusal(had ? 'no_longer_yours' : 'not_found');
}

function findTicket(db: Reader, id: string) {
  return db
    .selectFrom('tickets')
    .select(['customer_id', 'developer_id', 'categories', 'replaced', 'status'])
    .select(['quoted_by', 'invited', 'first_until', 'first_for'])
    .where('id', '=', id)
    .executeTakeFirst();
}

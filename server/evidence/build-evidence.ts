import { sql } from 'kysely';
import { canonicalJson } from '#domain/canonical-json.ts';
import { defaultCheck } from '#domain/check.ts';
import { EVIDENCE_FORMAT, type EvidenceEntry, type EvidenceFile } from '#domain/evidence.ts';
import { entryWords, type Names } from '#domain/evidence-words.ts';
import { type Pairing, readsPairing, type Side, sideIn } from '#domain/relation.ts';
import { REQUEST_COLUMNS, REQUEST_TEXTS, ticketTitle } from '#domain/ticket.ts';
import { asCollaborator, peopleByIds } from '../accounts/person.ts';
import type { Tx } from '../database/database.ts';
import type { Viewer } from '../http/viewer.ts';
import { OF_QUOTES } from '../lifecycle/history.ts';
import { mapInTurns } from './in-turns.ts';
import { hashOf } from './verify-evidence.ts';

type Values = Readonly<Record<string, unknown>>;

interface Entry {
  position: number;
  content: Values;
  digest: string;
  hash: string;
}

export type Unsigned = Omit<EvidenceFile, 'key' | 'signature'>;

/**
 * All entries of a request's chain as one person may read them: a customer everything, an unblocker
 * their own conversations, a moderator everything but hidden texts. The rest are hashes only. The
 * caller checks who may have it.
 */
export async function buildEvidence(tx: Tx, viewer: Viewer, ticketId: string): Promise<Unsigned> {
  await sql`select add_messages(${ticketId}, false)`.execute(tx);
  const ticket = await tx
    .selectFrom('tickets')
    .select(['id', 'customer_id', 'developer_id', 'pairing_id', 'status', 'created_at', 'salt'])
    .select(REQUEST_COLUMNS)
    .where('id', '=', ticketId)
    .executeTakeFirstOrThrow();
  const side = sideIn(ticket, viewer.id);
  const { rows } = await sql<Entry>`select position, content::jsonb as content,
      encode(digest, 'hex') as digest, encode(hash, 'hex') as hash
    from evidence_entries where ticket_id = ${ticketId} order by position`.execute(tx);
  const mayRead = await readingRule(tx, viewer, ticket);
  const readable = rows.map((row) => (mayRead(row.content) ? row.content : null));
  const people = await peopleIn(tx, ticket, [
    ...readable,
    side === 'developer' ? { author_id: viewer.id } : null,
  ]);
  const names: Names = {
    person: (id) => people.find((one) => one.id === id)?.name ?? null,
    milestone: await titlesOf(tx, ticketId),
    check: await checksIn(tx, ticketId),
  };
  const wordsOf = await presentWords(tx, viewer, { ticket, side });
  const entries = await mapInTurns(rows, ({ position, digest, hash }, index): EvidenceEntry => {
    const content = readable[index] ?? null;
    const words = content && wordsOf(content);
    const says = content && entryWords(content, words?.value ?? null, names);
    return { position, content, words, says, digest, hash };
  });
  return {
    format: EVIDENCE_FORMAT,
    request: {
      id: ticket.id,
      title: ticketTitle(ticket),
      status: ticket.status,
      created_at: ticket.created_at.toISOString(),
    },
    for: side ?? 'moderator',
    taken_at: new Date().toISOString(),
    people,
    entries,
    head: entries.at(-1)?.hash ?? hashOf(ticket.id),
  };
}

interface TicketSides {
  id: string;
  customer_id: string;
  developer_id: string | null;
  pairing_id: string | null;
}

async function readingRule(
  tx: Tx,
  viewer: Viewer,
  ticket: TicketSides,
): Promise<(content: Values) => boolean> {
  if (sideIn(ticket, viewer.id) !== 'developer') return () => true;
  const rows = await tx
    .selectFrom('pairings')
    .select(['id', 'developer_id', 'shared_with'])
    .where('ticket_id', '=', ticket.id)
    .execute();
  const pairings = new Map<unknown, Pairing>(rows.map((row) => [row.id, row]));
  return ({ what, pairing_id, event, developer_id, actor_id }) => {
    // As in the history: reports about an earlier conversation do not concern them, nor do others' quotes.
    if (event === 'earlier_message_reported') return false;
    if (OF_QUOTES.some((one) => one === event) && actor_id !== viewer.id) return false;
    if (what === 'decision') return developer_id === viewer.id;
    const pairing = pairings.get(pairing_id) ?? null;
    return (pairing_id === null || pairing !== null) && readsPairing(viewer, ticket, pairing);
  };
}

async function peopleIn(
  tx: Tx,
  { customer_id }: TicketSides,
  contents: readonly (Values | null)[],
): Promise<EvidenceFile['people']> {
  const ids = contents.flatMap((content) => [content?.author_id, content?.actor_id]);
  const named = new Set([customer_id, ...ids.filter((id) => typeof id === 'string')]);
  const rows = await peopleByIds(tx, [...named]);
  return rows
    .map((row) => {
      const { id, user_type } = row;
      const isModerator = user_type === 'moderator' && id !== customer_id;
      const role = id === customer_id ? 'customer' : isModerator ? 'moderator' : 'developer';
      return { id, role, name: asCollaborator(row).full_name };
    })
    .sort((one, other) => (one.id < other.id ? -1 : 1));
}

async function titlesOf(tx: Tx, ticketId: string): Promise<Names['milestone']> {
  const rows = await tx
    .selectFrom('milestones')
    .select(['id', 'title'])
    .where('ticket_id', '=', ticketId)
    .execute();
  const titles = new Map<unknown, string>(rows.map(({ id, title }) => [id, title]));
  return (id) => titles.get(id) ?? null;
}

async function checksIn(tx: Tx, ticketId: string): Promise<Names['check']> {
  const rows = await tx
    .selectFrom('checks as c')
    .innerJoin('milestones as m', 'm.id', 'c.milestone_id')
    .select(['c.id', 'c.text', 'm.title'])
    .where('m.ticket_id', '=', ticketId)
    .execute();
  const texts = rows.map(({ id, text, title }) => [id, text ?? defaultCheck(title)] as const);
  const found = new Map<unknown, string>(texts);
  return (id) => found.get(id) ?? null;
}

interface Salted {
  salt: string;
  value: Record<string, unknown>;
}

/** Texts that still exist, and only if they are those that the chain recorded. */
async function presentWords(
  tx: Tx,
  viewer: Viewer,
  { ticket, side }: { ticket: TicketSides & { salt: string } & Values; side: Side | null },
): Promise<(content: Values) => Salted | null> {
  const messages = await tx
    .selectFrom('messages as m')
    .leftJoin('hidden_messages as h', 'h.message_id', 'm.id')
    .select(['m.id', 'm.kind', 'm.parameters', 'm.text', 'm.is_hidden', 'm.is_deleted', 'm.salt'])
    .select(['h.text as hidden_text', 'm.code'])
    .where('m.ticket_id', '=', ticket.id)
    .execute();
  const about = { ticketId: ticket.id, side };
  const found = new Map<string, Salted>();
  for (const { id, kind, parameters, text, code, salt, ...row } of messages) {
    if (row.is_deleted || (row.is_hidden && side !== null)) continue;
    const words = row.is_hidden ? row.hidden_text : text;
    const value = { kind, parameters, text: words, ...(code && { code }) };
    found.set(`message ${id}`, { salt, value });
  }
  for (const { position, name, size, sha256, salt } of await filesIn(tx, viewer, about))
    found.set(`file ${position}`, { salt, value: { name, sha256, size } });
  for (const { check_id, round, note, salt } of await notesIn(tx, about))
    found.set(`check ${check_id} ${round}`, { salt, value: { note } });
  const texts = REQUEST_TEXTS.map((name) => [name, ticket[name]] as const);
  found.set('request', { salt: ticket.salt, value: Object.fromEntries(texts) });
  return (content) => {
    if (typeof content.words !== 'string') return null;
    const salted = found.get(keyOf(content));
    if (!salted) return null;
    return hashOf(salted.salt + canonicalJson(salted.value)) === content.words ? salted : null;
  };
}

/** What an entry's words are of. */
function keyOf({ what, id, check_id, round }: Values): string {
  const kind = String(what).split('_')[0] ?? '';
  if (kind === 'request') return kind;
  return kind === 'check' ? `check ${String(check_id)} ${String(round)}` : `${kind} ${String(id)}`;
}

interface About {
  ticketId: string;
  side: Side | null;
}

/** Files that the viewer may know by their hash. With its message, a file is hidden from both sides. */
async function filesIn(tx: Tx, viewer: Viewer, { ticketId, side }: About) {
  const files = await tx
    .selectFrom('attachments as a')
    .innerJoin('files as f', 'f.key', 'a.file_key')
    .leftJoin('messages as m', 'm.id', 'a.message_id')
    .select(['m.is_hidden', 'a.position', 'f.name', 'f.size', 'f.salt', 'f.state', 'f.owner_id'])
    .select(sql<string | null>`encode(f.sha256, 'hex')`.as('sha256'))
    .where('a.ticket_id', '=', ticketId)
    .execute();
  return files.filter(
    ({ is_hidden, state, owner_id }) =>
      side === null || (!is_hidden && (state === 'ready' || owner_id === viewer.id)),
  );
}

/** What a customer wrote of checks. With its message, a note is hidden from both sides. */
function notesIn(tx: Tx, { ticketId, side }: About) {
  return tx
    .selectFrom('check_results as r')
    .innerJoin('deliveries as d', 'd.id', 'r.delivery_id')
    .innerJoin('milestones as m', 'm.id', 'd.milestone_id')
    .leftJoin('messages as said', 'said.id', 'd.message_id')
    .select(['r.check_id', 'd.round', 'r.note', 'r.salt'])
    .where('m.ticket_id', '=', ticketId)
    .where('r.passed', 'is not', null)
    .$if(side !== null, (query) => query.where('said.is_hidden', 'is not', true))
    .execute();
}

import { sql } from 'kysely';
import type { Export } from '#domain/export.ts';
import type { Reader } from '../../database/database.ts';
import type { Viewer } from '../../http/viewer.ts';
import { asDelivery, deliveryRows } from '../../webhooks/queries.ts';
import { USE_COLUMNS } from '../programs/uses.ts';
import { BATCH, inBatches, later } from './rows.ts';

type Place = { created_at: Date; id: string } | undefined;

/** Mails sent to a person: kind and time. Their words are deleted once they are sent. */
export async function* mailsTo(
  db: Reader,
  { email }: Viewer,
): AsyncGenerator<Export['mails'][number]> {
  const read = (after: Place) =>
    db
      .selectFrom('mails')
      .select(['id', 'kind', 'subject', 'created_at', 'sent_at'])
      .where('recipient', '=', email)
      .where(later('mails', after))
      .orderBy('created_at')
      .orderBy('id')
      .limit(BATCH)
      .execute();
  for await (const { id: _, ...mail } of inBatches<Awaited<ReturnType<typeof read>>[number]>(
    read,
  )) {
    yield mail;
  }
}

export async function* notificationsTo(
  db: Reader,
  { id: me }: Viewer,
): AsyncGenerator<Export['notifications'][number]> {
  const read = (after: Place) =>
    db
      .selectFrom('notifications')
      .select(['id', 'kind', 'ticket_id', 'count', 'created_at', 'read_at'])
      .where('person_id', '=', me)
      .where(later('notifications', after))
      .orderBy('created_at')
      .orderBy('id')
      .limit(BATCH)
      .execute();
  for await (const { id: _, ...told } of inBatches<Awaited<ReturnType<typeof read>>[number]>(
    read,
  )) {
    yield told;
  }
}

/** A person's reports, oldest first. */
export async function* reportsBy(
  db: Reader,
  { id: me }: Viewer,
): AsyncGenerator<Export['reports'][number]> {
  const read = (after: Place) =>
    db
      .selectFrom('reports')
      .select(['id', 'message_id', 'created_at'])
      .where('reporter_id', '=', me)
      .where(later('reports', after))
      .orderBy('created_at')
      .orderBy('id')
      .limit(BATCH)
      .execute();
  for await (const { id: _, ...report } of inBatches<Awaited<ReturnType<typeof read>>[number]>(
    read,
  )) {
    yield report;
  }
}

/** A person's uploads, by key. */
export async function* filesOf(
  db: Reader,
  { id: me }: Viewer,
): AsyncGenerator<Export['files'][number]> {
  type File = Awaited<ReturnType<typeof read>>[number];
  const read = (after: { key: string } | undefined) =>
    db
      .selectFrom('files')
      .select(['key', 'name', 'size', 'type', 'created_at'])
      .where('owner_id', '=', me)
      .where('status', 'in', ['stored', 'attached'])
      .where('key', '>', after?.key ?? '')
      .orderBy('key')
      .limit(BATCH)
      .execute();
  yield* inBatches<File>(read);
}

/** One may hold all that is kept of a long session. */
const ATTEMPTS_AT_A_TIME = 5;

/** What a person's AI tool already tried, as it was shared with their requests; oldest first. */
export async function* attemptsOf(
  db: Reader,
  { id: me }: Viewer,
): AsyncGenerator<Export['attempts'][number]> {
  const read = (after: Place) =>
    db
      .selectFrom('attempts')
      .innerJoin('tickets as t', 't.id', 'attempts.ticket_id')
      .select(['attempts.id', 'ticket_id', 'kind', 'name', 'content', 'attempts.created_at'])
      .where('t.customer_id', '=', me)
      .where(later('attempts', after))
      .orderBy('attempts.created_at')
      .orderBy('attempts.id')
      .limit(ATTEMPTS_AT_A_TIME)
      .execute();
  for await (const { content, ...attempt } of inBatches<Awaited<ReturnType<typeof read>>[number]>(
    read,
    ATTEMPTS_AT_A_TIME,
  )) {
    yield { ...attempt, ...content };
  }
}

/** What a person's webhooks were told, oldest first. */
export async function* deliveriesTo(
  db: Reader,
  { id: me }: Viewer,
): AsyncGenerator<Export['webhook_deliveries'][number]> {
  const read = (after: { position: number } | undefined) =>
    deliveryRows(db)
      .innerJoin('webhooks as w', 'w.id', 'd.webhook_id')
      .select(['d.webhook_id', 'd.position'])
      .where('w.user_id', '=', me)
      .where('d.position', '>', after?.position ?? 0)
      .orderBy('d.position')
      .limit(BATCH)
      .execute();
  for await (const { position: _, webhook_id, ...row } of inBatches<
    Awaited<ReturnType<typeof read>>[number]
  >(read)) {
    yield { ...asDelivery(row), webhook_id };
  }
}

/** What a person's programs did, oldest first. */
export async function* usesBy(
  db: Reader,
  { id: me }: Viewer,
): AsyncGenerator<Export['program_uses'][number]> {
  const read = (after: { last_at: Date; id: string } | undefined) =>
    db
      .selectFrom('program_uses')
      .select(USE_COLUMNS)
      .where('user_id', '=', me)
      .$if(after !== undefined, (query) =>
        query.where(
          sql<boolean>`(last_at, id) > (${after?.last_at}::timestamptz, ${after?.id}::uuid)`,
        ),
      )
      .orderBy('last_at')
      .orderBy('id')
      .limit(BATCH)
      .execute();
  yield* inBatches<Awaited<ReturnType<typeof read>>[number]>(read);
}

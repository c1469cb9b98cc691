import { sql } from 'kysely';
import { type ConnectedProgram, type Scope, scopeWords } from '#domain/program.ts';
import type { Reader } from '../../database/database.ts';
import { tokenHash } from '../../http/program-access.ts';
import type { Viewer } from '../../http/viewer.ts';
import { type Change, type ChangeContext, change } from '../../lifecycle/change.ts';
import { enqueueMail } from '../../mail/outbox.ts';
import { openProgramSession } from '../programs/program-session.ts';
import { endSessions } from '../sessions.ts';

const COLUMNS = [
  ...(['id', 'name', 'address', 'scopes', 'created_at', 'last_used_at'] as const),
] satisfies (keyof ConnectedProgram)[];

/** What opens a connection, or renews what does. Without one of them it is over. */
export const KEYS_OF_CONNECTION = [
  ...(['AuthorizationCode', 'DeviceCode', 'AccessToken', 'RefreshToken'] as const),
] as const;

/** A person's programs that still have a way in, the newest first. */
export async function connectionsOf(db: Reader, { id }: Viewer): Promise<ConnectedProgram[]> {
  const rows = await db
    .selectFrom('connected_programs')
    .select(COLUMNS)
    .where('user_id', '=', id)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('oauth_records')
          .select('model')
          .whereRef('connection_id', '=', 'connected_programs.id')
          .where('model', 'in', KEYS_OF_CONNECTION)
          .where('consumed_at', 'is', null)
          .where('expires_at', '>', new Date()),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows as ConnectedProgram[];
}

interface LetIn {
  client_id: string;
  name: string;
  /** Null where its person typed a code that it showed. */
  address: string | null;
  scopes: readonly Scope[];
}

/**
 * Lets a program in, and tells its owner by mail. It acts by a session of its own, whose id is that of
 * the connection: what ends the sessions of a person ends their programs too.
 * @throws Refusal `not_your_part` for a moderator, `too_many_programs`
 */
export async function connectProgram(
  change: Change,
  viewer: Viewer,
  { client_id, name, address, scopes }: LetIn,
): Promise<string> {
  const { tx } = change;
  const id = await openProgramSession(tx, viewer, 'connected_program');
  await tx
    .insertInto('connected_programs')
    .values({ id, user_id: viewer.id, client_id, name, address, scopes: [...scopes] })
    .execute();
  await tx
    .updateTable('oauth_records')
    .set({ used_at: sql<Date>`now()` })
    .where('model', '=', 'Client')
    .where('id_hash', '=', tokenHash(client_id))
    .execute();
  await enqueueMail(change, {
    kind: 'program_connected',
    to: viewer.email,
    subject: 'A program was connected to your account',
    paragraphs: [
      'You, or somebody who is signed in as you, let a program use your Unblock account. It can see your requests and messages, and act for you as far as you have allowed.',
      'If it was not you, disconnect it under Connected Programs in your account, and change your password right away.',
    ],
    facts: [
      ['It calls itself', name],
      ['Its answers go to', address ?? 'Whoever showed you the code that was typed'],
      ['Allowed', scopeWords(scopes)],
    ],
    button: { label: 'Go to Unblock', url: change.config.publicUrl },
  });
  return id;
}

/** Ends a connection, whoever asks for it: its program by a revocation, or a token that was used twice. */
export function endConnection(context: ChangeContext, id: string): Promise<void> {
  return change(context, async (change) => {
    const owner = await change.tx
      .selectFrom('connected_programs')
      .select('user_id')
      .where('id', '=', id)
      .executeTakeFirst();
    if (!owner) return;
    await endSessions(change, { user_id: owner.user_id, session_id: id, scope: 'local' });
  });
}

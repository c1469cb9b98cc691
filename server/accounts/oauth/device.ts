import { sql } from 'kysely';
import type { AskingProgram } from '#domain/program.ts';
import { Refusal } from '#domain/refusals.ts';
import type { Reader, Tx } from '../../database/database.ts';
import { tokenHash } from '../../http/program-access.ts';
import { mcpAddress } from '../../http/program-addresses.ts';
import type { Viewer } from '../../http/viewer.ts';
import { change } from '../../lifecycle/change.ts';
import type { Context } from '../../lifecycle/context.ts';
import { scopesIn } from './asking.ts';
import { connectProgram } from './connections.ts';
import { keepGrant } from './keep-grant.ts';
import { oauthServer } from './provider.ts';
import { wantedScope } from './wanted.ts';

// A program without a browser shows a code, which its person types on any device of theirs (RFC 8628).

interface Answer {
  /** As it was typed. */
  code: string;
  allow: boolean;
}

/**
 * Which program shows this code.
 * @throws Refusal `no_such_code` for a code that nobody shows, has expired, or was answered
 */
export async function askingDevice(context: Context, code: string): Promise<AskingProgram> {
  return describedBy(context, await waitingCode(context.db, code));
}

/**
 * Lets the program in that shows this code, or says no. It hears of it when it asks the next time.
 * @throws Refusal `no_such_code`, `not_your_part`, `too_many_programs`
 */
export async function answerDevice(
  context: Context,
  viewer: Viewer,
  { code, allow }: Answer,
): Promise<string | null> {
  const waiting = await waitingCode(context.db, code);
  if (!allow) {
    const no = { error: 'access_denied', errorDescription: 'the person said no' };
    await change(context, ({ tx }) => takeCode(tx, waiting.id_hash, no));
    return null;
  }
  const { client_id } = waiting;
  const about = { client_id, ...(await describedBy(context, waiting)) };
  const { scopes } = about;
  return change(context, async (change) => {
    // Taken first: two presses at the same moment let it in once.
    await takeCode(change.tx, waiting.id_hash, { inFlight: true });
    const connection = await connectProgram(change, viewer, about);
    await keepGrant(change, context, { connection, client_id, viewer, scopes });
    const allowed = { accountId: viewer.id, grantId: connection, scope: scopes.join(' ') };
    await change.tx
      .updateTable('oauth_records')
      .set({
        payload: withMore({ ...allowed, resource: mcpAddress(context.config) }),
        connection_id: connection,
      })
      .where('model', '=', 'DeviceCode')
      .where('id_hash', '=', waiting.id_hash)
      .execute();
    return connection;
  });
}

interface WaitingCode {
  id_hash: Buffer;
  client_id: string;
  /** What was asked for. */
  scope: string | undefined;
}

async function waitingCode(db: Reader, code: string): Promise<WaitingCode> {
  const found = await db
    .selectFrom('oauth_records')
    .select(['id_hash', 'payload'])
    .where('user_code_hash', '=', tokenHash(asShown(code)))
    .where('expires_at', '>', new Date())
    .where(isUnanswered)
    .executeTakeFirst();
  if (!found) throw new Refusal('no_such_code');
  const { clientId, params } = found.payload as { clientId: string; params: { scope?: string } };
  return { id_hash: found.id_hash, client_id: clientId, scope: params.scope };
}

/** @throws Refusal `no_such_code` where somebody was quicker */
async function takeCode(tx: Tx, id_hash: Buffer, answer: object): Promise<void> {
  const taken = await tx
    .updateTable('oauth_records')
    .set({ payload: withMore(answer) })
    .where('model', '=', 'DeviceCode')
    .where('id_hash', '=', id_hash)
    .where(isUnanswered)
    .returning('model')
    .executeTakeFirst();
  if (!taken) throw new Refusal('no_such_code');
}

const isUnanswered = sql<boolean>`not payload ?| array['inFlight', 'accountId', 'error']`;

const withMore = (more: object) => sql<string>`payload || ${JSON.stringify(more)}::jsonb`;

/** Without what people put between its letters. */
function asShown(typed: string): string {
  return typed.toUpperCase().replace(/[^A-Z]/g, '');
}

async function describedBy(
  context: Context,
  { client_id, scope }: WaitingCode,
): Promise<AskingProgram> {
  const { provider } = await oauthServer(context);
  const client = await provider.Client.find(client_id);
  if (!client) throw new Refusal('no_such_code');
  return {
    name: client.clientName ?? 'A program without a name',
    address: null,
    scopes: scopesIn(wantedScope(scope)),
    publisher: client_id.startsWith('https://') ? new URL(client_id).host : null,
  };
}

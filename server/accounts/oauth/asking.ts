import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Interaction, Provider } from 'oidc-provider';
import { type AskingProgram, MAX_PROGRAM_NAME, type Scope, scopes } from '#domain/program.ts';
import { Refusal } from '#domain/refusals.ts';
import { logEvent } from '../../http/event-log.ts';
import { tokenHash } from '../../http/program-access.ts';
import { type Viewer, viewerOf } from '../../http/viewer.ts';
import { type Change, change } from '../../lifecycle/change.ts';
import { connectProgram } from './connections.ts';
import { keepGrant } from './keep-grant.ts';
import { oauthServer } from './provider.ts';
import { keptWith } from './records.ts';

/**
 * What a program asks for, in the browser that it sent here.
 * @throws Refusal `asking_over`, also in every other browser
 */
export async function askingProgram(
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
): Promise<AskingProgram> {
  const { provider } = await oauthServer(request.server.context);
  return describedBy(provider, await questionOf(provider, request, reply, id));
}

/**
 * Takes the person's answer, and returns where their browser has to go with it. An answer that was given
 * stays: pressed twice, a program is connected once.
 * @throws Refusal `asking_over`, `not_your_part`, `too_many_programs`, `session_ended`
 */
export async function answerProgram(
  request: FastifyRequest,
  reply: FastifyReply,
  { id, allow }: { id: string; allow: boolean },
): Promise<{ location: string }> {
  const { context } = request.server;
  const { provider } = await oauthServer(context);
  const question = await questionOf(provider, request, reply, id);
  const location = question.returnTo;
  if (question.result) return { location };
  const about = allow ? await describedBy(provider, question) : null;
  const connection = await change(context, async (change) => {
    await takeQuestion(change, question);
    const { client_id } = question.params;
    const id = about && (await letIn(change, request, { ...about, client_id }));
    question.result = id ? resultOf(viewerOf(request), id) : SAID_NO;
    await keptWith(change.tx, () => question.persist());
    return id;
  });
  if (connection)
    logEvent(request, 'program_connected', {
      user_id: viewerOf(request).id,
      token_id: connection,
    });
  return { location };
}

const SAID_NO = { error: 'access_denied', error_description: 'the person said no' };

function resultOf(
  { id: accountId }: Viewer,
  connection: string,
): NonNullable<Interaction['result']> {
  const login = { accountId, remember: false };
  return { login, select_account: {}, consent: { grantId: connection } };
}

async function letIn(
  change: Change,
  request: FastifyRequest,
  about: AskingProgram & { client_id: string },
): Promise<string> {
  const viewer = viewerOf(request);
  const { client_id, name, address, scopes } = about;
  const connection = await connectProgram(change, viewer, { client_id, name, address, scopes });
  await keepGrant(change, request.server.context, { connection, client_id, viewer, scopes });
  return connection;
}

/**
 * Two presses at the same moment let a program in once.
 * @throws Refusal `asking_over` for the later one
 */
async function takeQuestion({ tx }: Change, { uid }: Interaction): Promise<void> {
  const taken = await tx
    .updateTable('oauth_records')
    .set({ consumed_at: sql<Date>`now()` })
    .where('model', '=', 'Interaction')
    .where('id_hash', '=', tokenHash(uid))
    .where('consumed_at', 'is', null)
    .returning('model')
    .executeTakeFirst();
  if (!taken) throw new Refusal('asking_over');
}

/** By the cookie of this browser alone, so that nobody answers a question that somebody else has asked. */
async function questionOf(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
): Promise<Interaction> {
  const { errors } = await import('oidc-provider');
  const question = await provider
    .interactionDetails(request.raw, reply.raw)
    .catch((error: unknown) => {
      throw error instanceof errors.SessionNotFound ? new Refusal('asking_over') : error;
    });
  if (question.uid !== id) throw new Refusal('asking_over');
  return question;
}

async function describedBy(provider: Provider, { params }: Interaction): Promise<AskingProgram> {
  const { client_id, redirect_uri, scope = '' } = params;
  const client = await provider.Client.find(client_id);
  if (!client) throw new Refusal('asking_over');
  const address = originOf(redirect_uri);
  return {
    name: client.clientName ?? address.slice(0, MAX_PROGRAM_NAME),
    address,
    scopes: scopesIn(scope),
    // Its id is the address of a document that names it: only who has that site can have put it there.
    publisher: client_id.startsWith('https://') ? new URL(client_id).host : null,
  };
}

/** Those of a text with spaces between them that we have. */
export function scopesIn(text: string): Scope[] {
  const asked = text.split(' ');
  return scopes.filter((each) => asked.includes(each));
}

/** Such as https://claude.ai, http://localhost:3118 or cursor://anysphere. */
function originOf(address: string): string {
  const { protocol, host } = new URL(address);
  return `${protocol}//${host}`;
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import { logEvent } from '../http/event-log.ts';
import { change } from '../lifecycle/change.ts';
import { AuthRefusal } from './auth-error.ts';
import { members, textMember } from './body-fields.ts';
import { endSessions, type SignOutScope } from './sessions.ts';
import { requireSignedIn } from './signed-in.ts';

const SCOPES: readonly string[] = ['global', 'local', 'others'] satisfies SignOutScope[];

/** POST /logout: here, everywhere, or everywhere else. Source: auth wire contract, section 4. */
export async function signOut(request: FastifyRequest, reply: FastifyReply) {
  const { user, session } = await requireSignedIn(request);
  const scope = textMember(members(request.query), 'scope') || 'global';
  if (!isScope(scope)) {
    throw new AuthRefusal('validation_failed', `Unsupported logout scope ${JSON.stringify(scope)}`);
  }
  await change(request.server.context, (change) =>
    endSessions(change, { user_id: user.id, session_id: session.id, scope }),
  );
  logEvent(request, 'signed_out', { user_id: user.id, scope });
  return reply.code(204).send();
}

function isScope(scope: string): scope is SignOutScope {
  return SCOPES.includes(scope);
}

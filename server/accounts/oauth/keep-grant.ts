import type { Scope } from '#domain/program.ts';
import { mcpAddress } from '../../http/program-addresses.ts';
import type { Viewer } from '../../http/viewer.ts';
import type { Change } from '../../lifecycle/change.ts';
import type { Context } from '../../lifecycle/context.ts';
import { oauthServer } from './provider.ts';
import { keptWith } from './records.ts';

interface Granted {
  connection: string;
  client_id: string;
  viewer: Viewer;
  scopes: readonly Scope[];
}

/** Keeps what a person has granted together with the connection that it belongs to. */
export async function keepGrant(
  { tx }: Change,
  context: Context,
  { connection, client_id, viewer, scopes }: Granted,
): Promise<void> {
  const { provider } = await oauthServer(context);
  const grant = new provider.Grant({ jti: connection, accountId: viewer.id, clientId: client_id });
  grant.addResourceScope(mcpAddress(context.config), scopes.join(' '));
  await keptWith(tx, () => grant.save());
}

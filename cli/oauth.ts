import * as oauth from 'oauth4webapi';
import { renewSignIn, type SignIn, signInOf } from './credentials.ts';
import { Failure } from './failure.ts';
import { oneLine } from './plain.ts';
import { read } from './read-answer.ts';

/** Renewed a little before its end, so that no call meets it. */
const EARLY_MS = 60_000;
const NOT_SIGNED_IN = 'You are not signed in. Sign in with: unblock login';

/** What is asked for. Writing includes reading. */
export const SCOPE = 'write';

/** What tokens are for, besides the calls of the API. */
export const resourceOf = (server: string): string => `${server}/mcp`;

/** A server as it describes itself, and what this program is to it. */
export interface Known {
  as: oauth.AuthorizationServer;
  client: oauth.Client;
  /** Of every call. */
  options: ReturnType<typeof optionsFor>;
}

/** Two of them are made while a sign-in is renewed: in less time than a lock is held at most. */
const SLOWEST_MS = 15_000;
const MOST_BYTES = 1024 ** 2;

/** An http address is one of this machine; see `chosenServer`. */
function optionsFor(server: string) {
  return {
    [oauth.allowInsecureRequests]: server.startsWith('http:'),
    [oauth.customFetch]: fetchWhole,
    signal: () => AbortSignal.timeout(SLOWEST_MS),
  };
}

async function fetchWhole(address: string, call: object): Promise<Response> {
  const answer = await fetch(address, call);
  const { status, headers } = answer;
  const bytes = await read(answer, MOST_BYTES);
  return new Response(bytes.length > 0 ? new Uint8Array(bytes) : null, { status, headers });
}

export const NO_SECRET = oauth.None();

async function describes(server: string): Promise<Omit<Known, 'client'>> {
  const options = optionsFor(server);
  const issuer = new URL(server);
  const answer = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...options });
  const as = await oauth.processDiscoveryResponse(issuer, answer);
  // Nothing is sent to, or opened at, another place than the server that was chosen.
  const { authorization_endpoint, token_endpoint, revocation_endpoint } = as;
  for (const address of [authorization_endpoint, token_endpoint, revocation_endpoint])
    requireOwn(server, address);
  for (const address of [as.registration_endpoint, as.device_authorization_endpoint])
    requireOwn(server, address);
  return { as, options };
}

/** Introduces this program to a server, where a browser comes back to `back`. */
export function introduced(server: string, back: string): Promise<Known> {
  return told(async () => {
    const { as, options } = await describes(server);
    const about = { client_name: 'Unblock CLI', redirect_uris: [back] };
    const answer = await oauth.dynamicClientRegistrationRequest(as, about, options);
    const { client_id } = await oauth.processDynamicClientRegistrationResponse(answer);
    return { as, options, client: { client_id } };
  });
}

/** @throws Failure `unreachable` for an address of another server */
export function requireOwn(server: string, address: string | undefined): void {
  if (address === undefined || new URL(address).origin === server) return;
  throw new Failure('unreachable', 'The server names an address that is not its own.');
}

/** @throws Failure in place of the errors of the library */
export async function told<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    throw inWords(error);
  }
}

function inWords(error: unknown): unknown {
  if (error instanceof oauth.AuthorizationResponseError || error instanceof oauth.ResponseBodyError)
    return refusedBy(error);
  const ownName = issuerIn(error);
  if (ownName !== null)
    return new Failure('unreachable', `The server calls itself ${ownName}. Use that address.`);
  if (error instanceof oauth.OperationProcessingError || error instanceof TypeError)
    return new Failure('unreachable', 'The server could not be reached, or is no Unblock server.');
  if (error instanceof Error && error.name === 'TimeoutError')
    return new Failure('unreachable', 'The server did not answer in time.');
  return error;
}

/** What a server calls itself that was named by another address. */
function issuerIn(error: unknown): string | null {
  if (!(error instanceof oauth.OperationProcessingError)) return null;
  const { body, attribute } = (error.cause ?? {}) as { body?: unknown; attribute?: unknown };
  const { issuer } = (body ?? {}) as { issuer?: unknown };
  return attribute === 'issuer' && typeof issuer === 'string' ? oneLine(issuer) : null;
}

const refusals: Record<string, string> = {
  access_denied: 'It was not allowed. Nothing was connected.',
  expired_token: 'The code has expired. Start again with: unblock login',
  invalid_grant: 'Your sign-in has ended. Sign in with: unblock login',
  invalid_client: 'Your sign-in has ended. Sign in with: unblock login',
};

function refusedBy({
  error,
  error_description,
}: oauth.AuthorizationResponseError | oauth.ResponseBodyError): Failure {
  const words = refusals[error] ?? `The server refused the sign-in: ${error_description ?? error}`;
  return new Failure('signIn', words, { code: error });
}

/** A sign-in of the tokens that the server gave. */
export function signInFrom(
  { client_id }: Pick<oauth.Client, 'client_id'>,
  { access_token, refresh_token, expires_in = 60 }: oauth.TokenEndpointResponse,
): SignIn {
  if (!refresh_token) throw new Failure('unreachable', 'The server gave no lasting sign-in.');
  return { client_id, access_token, refresh_token, expires_at: Date.now() + expires_in * 1000 };
}

/**
 * The token for calls to a server: that of UNBLOCK_TOKEN, or of the sign-in, renewed where it has to be.
 * @param refused a token that the server did not take
 * @throws Failure `signIn`
 */
export async function tokenFor(server: string, refused?: string): Promise<string> {
  const { UNBLOCK_TOKEN } = process.env;
  if (UNBLOCK_TOKEN) {
    if (refused) throw new Failure('signIn', 'The server does not take the token UNBLOCK_TOKEN.');
    return UNBLOCK_TOKEN.trim();
  }
  const signIn = await signInOf(server);
  if (!signIn) throw new Failure('signIn', NOT_SIGNED_IN);
  const isGood = signIn.expires_at - EARLY_MS > Date.now() && signIn.access_token !== refused;
  if (isGood) return signIn.access_token;
  const renewed = await renewSignIn(server, signIn, (old) => renew(server, old));
  return renewed.access_token;
}

function renew(server: string, { client_id, refresh_token }: SignIn): Promise<SignIn> {
  return told(async () => {
    const { as, options } = await describes(server);
    const client = { client_id };
    const answer = await oauth.refreshTokenGrantRequest(
      as,
      client,
      NO_SECRET,
      refresh_token,
      options,
    );
    return signInFrom(client, await oauth.processRefreshTokenResponse(as, client, answer));
  });
}

/** Tells the server that a sign-in is over. */
export function revoke(server: string, { client_id, refresh_token }: SignIn): Promise<void> {
  return told(async () => {
    const { as, options } = await describes(server);
    const client = { client_id };
    const answer = await oauth.revocationRequest(as, client, NO_SECRET, refresh_token, options);
    await oauth.processRevocationResponse(answer);
  });
}

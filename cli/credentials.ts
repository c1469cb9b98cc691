import { join } from 'node:path';
import { Failure } from './failure.ts';
import { ownFolder, readOwn, withLock, writeOwn } from './own-files.ts';

/** What lets this program in at one server. */
export interface SignIn {
  client_id: string;
  access_token: string;
  refresh_token: string;
  /** Milliseconds. */
  expires_at: number;
}

interface Credentials {
  /** The server of the last sign-in. */
  server?: string;
  servers: Record<string, SignIn>;
}

const file = () => join(ownFolder('config'), 'credentials.json');

async function read(): Promise<Credentials> {
  const kept = await readOwn<Credentials>(file());
  return kept?.servers ? kept : { servers: {} };
}

export async function signInOf(server: string): Promise<SignIn | null> {
  return (await read()).servers[server] ?? null;
}

/** Keeps a sign-in, or forgets it with null. */
export async function keepSignIn(server: string, signIn: SignIn | null): Promise<void> {
  await withLock(file(), () => writeSignIn(server, signIn));
}

async function writeSignIn(server: string, signIn: SignIn | null): Promise<void> {
  const { servers, ...rest } = await read();
  const { [server]: _, ...others } = servers;
  if (signIn) await writeOwn(file(), { server, servers: { ...others, [server]: signIn } });
  else await writeOwn(file(), { ...rest, servers: others });
}

/**
 * Renews a sign-in, unless another command has just done so: a refresh token that is used twice ends
 * the connection.
 * @param renew makes the new one of the old one
 */
export function renewSignIn(
  server: string,
  old: SignIn,
  renew: (signIn: SignIn) => Promise<SignIn>,
): Promise<SignIn> {
  return withLock(file(), async () => {
    const now = await signInOf(server);
    if (!now) throw new Failure('signIn', 'You have signed out. Sign in with: unblock login');
    if (now.access_token !== old.access_token) return now;
    const renewed = await renew(now);
    await writeSignIn(server, renewed);
    return renewed;
  });
}

/**
 * The server that is meant: the one that is given, that of UNBLOCK_SERVER, or that of the last sign-in.
 * @throws Failure `usage`
 */
export async function chosenServer(given: string | undefined): Promise<string> {
  const address = given || process.env.UNBLOCK_SERVER || (await read()).server;
  if (!address) {
    throw new Failure(
      'usage',
      'Say which server: --server https://… (or UNBLOCK_SERVER). A sign-in remembers it.',
    );
  }
  return originOf(address);
}

const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

function originOf(address: string): string {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    throw new Failure('usage', `This is no address of a server: ${address}`);
  }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && LOOPBACK.test(url.hostname)))
    throw new Failure('usage', 'The address of the server must begin with https://');
  if (url.username !== '' || url.password !== '')
    throw new Failure('usage', 'The address of the server must have no user or password in it');
  return url.origin;
}

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import * as oauth from 'oauth4webapi';
import { Api } from './api.ts';
import type { At } from './at.ts';
import { keepSignIn, type SignIn, signInOf } from './credentials.ts';
import { Failure } from './failure.ts';
import {
  introduced,
  type Known,
  NO_SECRET,
  requireOwn,
  resourceOf,
  revoke,
  SCOPE,
  signInFrom,
  told,
} from './oauth.ts';
import { hasBrowser, openBrowser } from './open-browser.ts';

/** As long as the server waits. */
const WAITS_MS = 10 * 60_000;

interface Options {
  browser: boolean;
}

/** Connects this program to its person's account: in the browser here, or by a code on another device. */
export async function login(at: At, { browser }: Options): Promise<void> {
  const { terminal, server } = at;
  const signIn = browser && hasBrowser() ? await byBrowser(at) : await byCode(at);
  const before = await signInOf(server);
  await keepSignIn(server, signIn);
  // The one before would be a connection that nobody uses.
  if (before) await revoke(server, before).catch(() => undefined);
  const api = new Api(at, signIn.access_token);
  const { email, user_type } = await api.get<{ email: string; user_type: string }>('/me');
  if (process.env.UNBLOCK_TOKEN)
    terminal.note(
      'UNBLOCK_TOKEN is set and goes before this sign-in. Unset it to use the sign-in.',
    );
  terminal.answer({ server, email, user_type }, `Signed in to ${server} as ${email}.`);
}

/** Ends the connection, here and at the server. */
export async function logout({ terminal, server }: At): Promise<void> {
  const signIn = await signInOf(server);
  if (!signIn) throw new Failure('signIn', `You are not signed in to ${server}.`);
  await keepSignIn(server, null);
  const isTold = await revoke(server, signIn).then(
    () => true,
    () => false,
  );
  terminal.answer(
    { server, disconnected: isTold },
    isTold
      ? `Signed out of ${server}.`
      : `Signed out here. ${server} could not be told: disconnect it under Connected Programs in your account.`,
  );
}

async function byBrowser({ terminal, server }: At): Promise<SignIn> {
  const waiting = createServer();
  await new Promise<void>((resolve) => waiting.listen(0, '127.0.0.1', resolve));
  try {
    const back = `http://127.0.0.1:${(waiting.address() as AddressInfo).port}/callback`;
    const known = await introduced(server, back);
    const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()];
    const address = new URL(known.as.authorization_endpoint ?? server);
    address.search = new URLSearchParams({
      response_type: 'code',
      client_id: known.client.client_id,
      redirect_uri: back,
      scope: SCOPE,
      resource: resourceOf(server),
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).toString();
    terminal.note(`Opening your browser. If it does not open, go to:\n${address.href}`);
    openBrowser(address.href);
    terminal.progress('Waiting for you to allow it in the browser…');
    const came = await cameBack(waiting, back, state);
    return await told(() => exchanged(known, { came, state, back, verifier }));
  } finally {
    waiting.closeAllConnections();
    waiting.close();
  }
}

/** Where the browser comes back to, whoever else calls there. */
function cameBack(waiting: Server, back: string, state: string): Promise<URL> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(
      () => reject(new Failure('signIn', 'Nobody has allowed it. Start again: unblock login')),
      WAITS_MS,
    );
    late.unref();
    waiting.on('request', (request, response) => {
      const address = request.url ?? '/';
      const came = URL.canParse(address, back) ? new URL(address, back) : null;
      response.setHeader(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'",
      );
      if (came?.pathname !== '/callback' || came.searchParams.get('state') !== state) {
        response.writeHead(404).end();
        return;
      }
      const isAllowed = came.searchParams.has('code');
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(page(isAllowed ? 'You are signed in' : 'It was not allowed'), () => {
        clearTimeout(late);
        resolve(came);
      });
    });
  });
}

const page = (words: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${words} · Unblock</title><style>:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
main{max-width:26rem;margin:12vh auto;padding:2rem}h1{font-size:1.25rem}</style></head>
<body><main><h1>${words}</h1><p>You can close this page and go back to your terminal.</p></main></body></html>`;

interface CameBack {
  came: URL;
  state: string;
  back: string;
  verifier: string;
}

async function exchanged(
  { as, client, options }: Known,
  { came, state, back, verifier }: CameBack,
): Promise<SignIn> {
  const code = oauth.validateAuthResponse(as, client, came, state);
  const answer = await oauth.authorizationCodeGrantRequest(
    as,
    client,
    NO_SECRET,
    code,
    back,
    verifier,
    options,
  );
  return signInFrom(client, await oauth.processAuthorizationCodeResponse(as, client, answer));
}

async function byCode({ terminal, server }: At): Promise<SignIn> {
  // Required of every program; nothing is sent there.
  const known = await introduced(server, 'http://127.0.0.1/callback');
  const { as, client, options } = known;
  const shown = await told(async () => {
    const asked = new URLSearchParams({ scope: SCOPE, resource: resourceOf(server) });
    const answer = await oauth.deviceAuthorizationRequest(as, client, NO_SECRET, asked, options);
    return oauth.processDeviceAuthorizationResponse(as, client, answer);
  });
  requireOwn(server, shown.verification_uri);
  terminal.note(
    `On any device, open\n\n  ${shown.verification_uri}\n\nand type the code\n\n  ${shown.user_code}\n`,
  );
  terminal.progress('Waiting for you to allow it…');
  return told(() => polled(known, shown));
}

/** The longest between two questions to a server that does not answer. */
const LONGEST_PAUSE_S = 60;

/** Asks until the code was typed somewhere, or has expired; also a server that is away for a moment. */
async function polled(
  known: Known,
  { device_code, interval = 5, expires_in }: oauth.DeviceAuthorizationResponse,
): Promise<SignIn> {
  const until = Date.now() + expires_in * 1000;
  let [seconds, pause] = [interval, interval];
  while (Date.now() < until) {
    await sleep(pause * 1000);
    const answer = await tokenAnswer(known, device_code);
    if (answer === null) {
      pause = Math.max(seconds, Math.min(pause * 2, LONGEST_PAUSE_S));
      continue;
    }
    try {
      const given = await oauth.processDeviceCodeResponse(known.as, known.client, answer);
      return signInFrom(known.client, given);
    } catch (error) {
      const { error: why } = error as { error?: string };
      if (why === 'slow_down') seconds += 5;
      else if (why !== 'authorization_pending') throw error;
      pause = seconds;
    }
  }
  throw new Failure('signIn', 'The code has expired. Start again with: unblock login');
}

/** Null where the server could not be reached, or had no time. */
async function tokenAnswer(
  { as, client, options }: Known,
  device_code: string,
): Promise<Response | null> {
  try {
    const answer = await oauth.deviceCodeGrantRequest(as, client, NO_SECRET, device_code, options);
    return answer.status >= 500 || answer.status === 429 ? null : answer;
  } catch {
    return null;
  }
}

import { freshSession } from './stored-session.ts';

/** What was asked for while the code still loaded, by `web/public/start.js`. */
interface FirstAnswer {
  token: string;
  /** Fails where the server did not answer with data. */
  coming: Promise<unknown>;
  /** Once it is here. */
  data?: unknown;
}

declare global {
  /** By URL. */
  var firstAnswers: Map<string, FirstAnswer> | undefined;
}

let tellLate: (() => void) | undefined;

/**
 * From now on calls `act` whenever an early answer is taken: it was asked for before the live stream was
 * open, so an event may have been missed since.
 */
export function whenTakenLate(act: () => void): void {
  tellLate = act;
}

/**
 * The answer that is here already, of the person whose session is stored: once, so that a screen is drawn
 * with it at once. Undefined where there is none, or where an event may have been missed since.
 */
export function firstData(url: string): unknown {
  return taken(url, globalThis.firstAnswers?.get(url));
}

function taken(url: string, found: FirstAnswer | undefined): unknown {
  if (found?.data === undefined || tellLate || found.token !== freshSession()?.access_token)
    return undefined;
  globalThis.firstAnswers?.delete(url);
  return found.data;
}

/** How long a first answer waits for the others, so that a screen is drawn once. */
const TOGETHER_MS = 100;

/**
 * The same once it comes, and the others with it where they come soon; another read may have taken it
 * meanwhile.
 */
export async function firstDataSoon(url: string): Promise<unknown> {
  const { firstAnswers } = globalThis;
  const found = firstAnswers?.get(url);
  const all = Promise.allSettled(firstAnswers?.values().map(({ coming }) => coming) ?? []);
  await found?.coming.catch(() => undefined);
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, TOGETHER_MS))]);
  return taken(url, found);
}

/** An answer for a read that can wait for it: once. Null where there is none with this token. */
export async function firstAnswer(url: string, token: string): Promise<Response | null> {
  const found = globalThis.firstAnswers?.get(url);
  globalThis.firstAnswers?.delete(url);
  if (found?.token !== token) return null;
  tellLate?.();
  return found.coming.then(
    (data) => Response.json(data),
    () => null,
  );
}

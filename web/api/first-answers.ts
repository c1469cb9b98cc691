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
  const found = globalThis.firstAnswers?.get(url);
  if (found?.data === undefined || tellLate || found.token !== freshSession()?.access_token)
    return undefined;
  globalThis.firstAnswers?.delete(url);
  return found.data;
}

/** The same for who can wait for it. Null where there is none with this token. */
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

declare global {
  interface Window {
    /** By URL; see `web/public/start.js`. */
    firstAnswers?: Map<string, { answer: Promise<Response>; token: string }>;
  }
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
 * The answer to what was asked while the code still loaded, with the same token: once, and null where
 * there is none.
 */
export async function firstAnswer(url: string, token: string): Promise<Response | null> {
  const found = window.firstAnswers?.get(url);
  window.firstAnswers?.delete(url);
  if (found?.token !== token) return null;
  tellLate?.();
  const response = await found.answer.catch(() => null);
  return response?.ok ? response : null;
}

declare global {
  interface Window {
    /** By URL; see `web/public/start.js`. */
    firstAnswers?: Map<string, { answer: Promise<Response>; token: string }>;
  }
}

/**
 * The answer to what was asked while the code still loaded, with the same token: once, and null where
 * there is none.
 */
export async function firstAnswer(url: string, token: string): Promise<Response | null> {
  const found = window.firstAnswers?.get(url);
  window.firstAnswers?.delete(url);
  if (found?.token !== token) return null;
  const response = await found.answer.catch(() => null);
  return response?.ok ? response : null;
}

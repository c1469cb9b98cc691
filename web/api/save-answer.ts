import { errorFrom, networkError } from './api-error.ts';
import { authorizedFetch } from './authorized-fetch.ts';

/**
 * Has the browser save what the server answers, under the name that it gives or else under `name`.
 * Fetched by us, because a link cannot carry the token.
 * @throws ApiError
 */
export async function saveAnswer(path: string, name: string, accept = '*/*'): Promise<void> {
  const response = await authorizedFetch(path, { headers: { accept } }).catch(() => {
    throw networkError();
  });
  if (!response.ok) throw await errorFrom(response);
  const content = await response.blob().catch(() => {
    throw networkError();
  });
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = nameIn(response.headers.get('content-disposition')) ?? name;
  link.click();
  // The browser has begun to read it by the next turn; some need a moment longer.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

function nameIn(disposition: string | null): string | undefined {
  return /filename="([^"]+)"/.exec(disposition ?? '')?.[1];
}

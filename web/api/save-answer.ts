import { errorFrom, orNetworkError } from './api-error.ts';
import { authorizedFetch } from './authorized-fetch.ts';

/**
 * Downloads an answer under the name that the server gives, or `name`. A plain link could not carry the
 * token.
 * @throws ApiError
 */
export async function saveAnswer(path: string, name: string, accept = '*/*'): Promise<void> {
  const response = await orNetworkError(authorizedFetch(path, { headers: { accept } }));
  if (!response.ok) throw await errorFrom(response);
  const content = await orNetworkError(response.blob());
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = nameIn(response.headers.get('content-disposition')) ?? name;
  link.click();
  // The browser starts reading it soon; some need a moment.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

function nameIn(disposition: string | null): string | undefined {
  return /filename="([^"]+)"/.exec(disposition ?? '')?.[1];
}

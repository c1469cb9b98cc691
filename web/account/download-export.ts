import { errorFrom, networkError } from '../api/api-error.ts';
import { authorizedFetch } from '../api/authorized-fetch.ts';

const NAME = 'unblock-export.json';

/**
 * Has the browser save all that is stored about this person. Fetched by us, because a link cannot
 * carry the token.
 * @throws ApiError
 */
export async function downloadExport(): Promise<void> {
  const response = await authorizedFetch('/api/me/export').catch(() => {
    throw networkError();
  });
  if (!response.ok) throw await errorFrom(response);
  const content = await response.blob().catch(() => {
    throw networkError();
  });
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = nameIn(response.headers.get('content-disposition')) ?? NAME;
  link.click();
  // The browser has begun to read it by the next turn; some need a moment longer.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

function nameIn(disposition: string | null): string | undefined {
  return /filename="([^"]+)"/.exec(disposition ?? '')?.[1];
}

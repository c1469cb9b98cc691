import type { Upload } from '#domain/file.ts';
import { errorFrom, isPassing, orNetworkError } from '../../api/api-error.ts';
import { authorizedFetch } from '../../api/authorized-fetch.ts';

const TRIES = 3;
const FIRST_RETRY_MS = 300;

interface Sending {
  /** Sent again under the same key, it stays one. */
  key: string;
  /** The request that it waits with; by default it is the signed-in person's own upload. */
  heldId?: string;
}

/**
 * Sends one file without the uploader's screens; tries again where the connection is lost.
 * @throws ApiError
 */
export async function sendFile(file: File, { key, heldId }: Sending): Promise<Upload> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send(file, {
        'idempotency-key': key,
        ...(heldId && { 'x-held-request': heldId }),
      });
    } catch (cause) {
      if (attempt >= TRIES || !isPassing(cause) || cause.status === 429) throw cause;
      await new Promise((done) => setTimeout(done, FIRST_RETRY_MS * 2 ** (attempt - 1)));
    }
  }
}

async function send(file: File, headers: Record<string, string>): Promise<Upload> {
  const body = new FormData();
  body.append('file', file, file.name);
  const answer = await orNetworkError(
    authorizedFetch('/files/upload', { method: 'POST', headers, body }),
  );
  if (!answer.ok) throw await errorFrom(answer);
  return orNetworkError<Upload>(answer.json());
}

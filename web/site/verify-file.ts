import type { EvidenceFinding } from '#domain/evidence.ts';
import { MAX_EVIDENCE_MB } from '#domain/limits.ts';
import { errorFrom, orNetworkError } from '../api/api-error.ts';

/**
 * Has the server look at an evidence file, byte for byte as it is.
 * @throws ApiError, and Error for a file that is too large: nothing of it is sent
 */
export async function verifyFile(file: File): Promise<EvidenceFinding> {
  if (file.size > MAX_EVIDENCE_MB * 1024 * 1024)
    throw new Error(
      `This file is larger than ${MAX_EVIDENCE_MB} MB, too large to be verified here.`,
    );
  const response = await orNetworkError(
    fetch('/api/evidence/verify', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: file,
    }),
  );
  if (!response.ok) throw await errorFrom(response);
  return orNetworkError<EvidenceFinding>(response.json());
}

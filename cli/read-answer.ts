import { Failure } from './failure.ts';

/** More than any answer of the product, so that a broken server fills no memory. */
const MOST_JSON = 32 * 1024 ** 2;

/** Why a server could not be reached, in words. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'it did not answer in time';
  const { cause } = error;
  const { code = '', message = '' } = (cause ?? {}) as { code?: string; message?: string };
  return code || message || error.message;
}

/** What an answer holds, up to so many bytes. @throws Failure `unreachable` */
export async function read(answer: Response, most = MOST_JSON): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const part of answer.body ?? []) {
      length += part.length;
      if (length > most) throw new Failure('unreachable', 'The answer of the server is too long.');
      parts.push(part);
    }
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure('unreachable', `The answer of the server broke off: ${reasonOf(error)}`);
  }
  return Buffer.concat(parts);
}

import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { cleanFileName } from '#domain/file.ts';
import { MAX_FILE_BYTES } from '#domain/file-rules.ts';
import { invalidInput, Refusal } from '#domain/refusals.ts';
import { fromSystem } from '../store/store.ts';

/** Source: specification 7.5 and 9. */
export const UPLOAD_LIMITS = {
  milliseconds: 60_000,
  /** How long a sender whom we have refused may go on, so that they can read why. */
  lingerMs: 2000,
};

/** What a form may carry beside the file. */
const REST_BYTES = 256 * 1024;
const FORM = { files: 2, fields: 20, fieldSize: 8192, parts: 25 };

export interface Received {
  name: string;
  size: number;
}

/**
 * Writes the one file of a form to a new file on disk, piece by piece as it comes.
 * @param most bytes that it may have
 * @throws Refusal `file_too_large`, `upload_timeout`, `storage_full`, or what is wrong with the form
 */
export async function receive(
  request: FastifyRequest,
  path: string,
  most = MAX_FILE_BYTES,
): Promise<Received> {
  const stop = new AbortController();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(new Refusal('upload_timeout'));
    stop.abort();
  }, UPLOAD_LIMITS.milliseconds);
  const arriving = readForm(request, { path, most, signal: stop.signal });
  try {
    return await Promise.race([arriving, late.promise]);
  } catch (error) {
    stop.abort();
    arriving.catch(() => undefined);
    throw toRefusal(error, request);
  } finally {
    clearTimeout(timer);
  }
}

interface Target {
  path: string;
  /** Bytes. */
  most: number;
  signal: AbortSignal;
}

async function readForm(request: FastifyRequest, target: Target): Promise<Received> {
  const { most } = target;
  if (!request.isMultipart()) {
    throw new Refusal('unsupported_media_type', 'Please send the file as multipart/form-data.');
  }
  // Whoever hung up before we listened would be waited for until the time is over.
  if (request.raw.destroyed && !request.raw.complete) throw new Refusal('malformed_request');
  if (Number(request.headers['content-length'] ?? 0) > most + REST_BYTES) {
    throw tooLarge(most);
  }
  let received: Received | null = null;
  for await (const part of request.parts({ limits: { ...FORM, fileSize: most } })) {
    if (part.type !== 'file') continue;
    if (part.fieldname !== 'file') throw invalidInput('file', "Please send the file as 'file'");
    if (received) throw invalidInput('file', 'Please send one file at a time');
    received = await save(part, target);
  }
  if (!received) throw invalidInput('file', 'Please choose a file');
  return received;
}

async function save(part: MultipartFile, { path, most, signal }: Target): Promise<Received> {
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  // By itself the form would be read on to its end, which may never come.
  part.file.once('limit', () => part.file.destroy(tooLarge(most)));
  await pipeline(part.file, target, { signal });
  if (part.file.truncated) throw tooLarge(most);
  return { name: cleanFileName(nameInForm(part.filename)), size: target.bytesWritten };
}

function tooLarge(most: number): Refusal {
  if (most === MAX_FILE_BYTES) return new Refusal('file_too_large');
  return new Refusal('file_too_large', `This file may be at most ${most / 1024 ** 2}MB.`);
}

/**
 * So browsers write quotes and line breaks of a name in a form. Source: HTML, 4.10.21.8. Programs may
 * send bytes without a name, which the reader's types do not know.
 */
function nameInForm(sent: string | undefined): string {
  return (sent ?? '').replace(/%(?:22|0D|0A)/gi, (code) => decodeURIComponent(code));
}

/**
 * After a refusal: what still comes is thrown away for a moment, so that the sender can read why;
 * then the connection is cut.
 */
export function letGo({ raw }: FastifyRequest): void {
  raw.unpipe();
  raw.resume();
  const cut = setTimeout(() => raw.complete || raw.destroy(), UPLOAD_LIMITS.lingerMs);
  raw.once('close', () => clearTimeout(cut));
}

/** What readers of forms and streams say of one that is broken, cut off or none at all. */
const BROKEN_FORM =
  /multipart|part header|end of form|unexpected end|premature close|aborted|content.type/i;

/**
 * A form that cannot be read makes plain errors, the disk makes errors with a code of the system.
 * What is neither is a fault of ours.
 */
function toRefusal(error: unknown, { log }: FastifyRequest): unknown {
  if (error instanceof Refusal || !(error instanceof Error) || 'statusCode' in error) return error;
  if ('syscall' in error) return fromSystem(error);
  if (!BROKEN_FORM.test(error.message) && !('code' in error && error.code === 'ECONNRESET')) {
    return error;
  }
  log.info({ err: error }, 'files: an upload could not be read');
  return new Refusal('malformed_request');
}

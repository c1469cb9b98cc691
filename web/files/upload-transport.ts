import type { Body, Meta, UppyFile } from '@uppy/core';
import type { XhrUploadOpts } from '@uppy/xhr-upload';
import type { Upload } from '#domain/file.ts';
import { refusals } from '#domain/refusals.ts';
import { accessToken, renewedToken } from '../api/auth.ts';
import { sessionStore } from '../api/session-store.ts';

/** Source: specification 9, "Uploads". */
const AT_ONCE = 5;
const TIMEOUT_MS = 60_000;
const STALLED_MS = 30_000;
const FIRST_RETRY_MS = 300;

const UNKNOWN_ERROR = 'Unknown error';

export type UploadBody = Upload & Body;
export type UploadFile = UppyFile<Meta, UploadBody>;

/** Whether a file is still to be sent: asked before every try. */
type Wish = 'send' | 'pause' | 'forget';

interface UploadTransport {
  /** For Uppy's XHRUpload. */
  options: XhrUploadOpts<Meta, UploadBody>;
  /** Breaks off the try that runs for a file; what waits for its turn asks for the wish then. */
  breakOff: (id: string) => void;
  /** The sentence for a file that failed. Source: specification 8. */
  problemOf: (message: string, answer: object | undefined) => string;
}

/** How files are sent: Uppy's XHRUpload with what the specification asks beyond its options. */
export function uploadTransport(wishFor: (id: string) => Wish): UploadTransport {
  const tries = new Map<string, XMLHttpRequest>();
  /** Those that must not be tried again. */
  const ended = new WeakSet<object>();
  const late = new WeakSet<object>();
  const tokens = new WeakMap<object, string>();
  /** Refused for a token that has been renewed since, or is once their person is back. */
  const renewed = new WeakSet<object>();

  async function prepare(xhr: XMLHttpRequest, retry: number, file: UploadFile): Promise<void> {
    const { id, meta } = file;
    tries.set(id, xhr);
    // Uppy has waited half of what the specification says; here is the other half.
    if (retry > 0) await sleep((FIRST_RETRY_MS / 2) * 2 ** (retry - 1));
    const token = await accessToken().catch(() => null);
    const wish = ended.has(xhr) ? 'forget' : wishFor(id);
    if (wish !== 'send') {
      ended.add(xhr);
      if (wish === 'pause') fail(xhr);
      return never();
    }
    if (token) {
      tokens.set(xhr, token);
      xhr.setRequestHeader('authorization', `Bearer ${token}`);
    }
    xhr.setRequestHeader('idempotency-key', String(meta.idempotencyKey));
    xhr.timeout = TIMEOUT_MS;
    xhr.ontimeout = () => {
      late.add(xhr);
      ended.add(xhr);
      fail(xhr);
    };
  }

  async function renew(xhr: XMLHttpRequest): Promise<void> {
    const refused = tokens.get(xhr);
    const token = refused && (await renewedToken(refused).catch(() => null));
    if (token || sessionStore.get().lapsed) renewed.add(xhr);
  }

  return {
    options: {
      endpoint: '/files/upload',
      fieldName: 'file',
      allowedMetaFields: [],
      limit: AT_ONCE,
      // Uppy's `timeout` only warns; the one that ends a try is that of the XMLHttpRequest above.
      timeout: STALLED_MS,
      // Uppy tries 3 times more. What the server refuses for cause, it would refuse again.
      shouldRetry: (xhr) =>
        !ended.has(xhr) && (xhr.status === 0 || xhr.status >= 500 || renewed.has(xhr)),
      onBeforeRequest: (xhr, retry, [file]) => (file ? prepare(xhr, retry, file) : never()),
      onAfterResponse: async (xhr) => {
        if (xhr.status === 401) await renew(xhr);
        if (xhr.status >= 400) throw new Error(refusalOf(xhr));
      },
      getResponseData: readUpload,
    },
    breakOff(id) {
      const xhr = tries.get(id);
      if (!xhr || xhr.readyState === XMLHttpRequest.DONE) return;
      ended.add(xhr);
      xhr.abort();
      fail(xhr);
    },
    problemOf(message, answer) {
      if (answer && late.has(answer)) return refusals.upload_timeout[1];
      return message || UNKNOWN_ERROR;
    },
  };
}

/** Ends a try the way the network does, so that its place among the five becomes free. */
function fail(xhr: XMLHttpRequest): void {
  xhr.onerror?.(new ProgressEvent('error'));
}

function readUpload(xhr: XMLHttpRequest): UploadBody {
  const answer = parseJson(xhr.responseText);
  if (!isUpload(answer)) throw new Error(UNKNOWN_ERROR);
  return answer;
}

/** Anything between us and the server may answer in its place. */
function isUpload(answer: unknown): answer is UploadBody {
  if (typeof answer !== 'object' || answer === null) return false;
  return 'fileKey' in answer && typeof answer.fileKey === 'string';
}

function refusalOf(xhr: XMLHttpRequest): string {
  const problem = parseJson(xhr.responseText);
  if (typeof problem === 'object' && problem !== null && 'detail' in problem) {
    if (typeof problem.detail === 'string' && problem.detail) return problem.detail;
  }
  if (xhr.status === 413) return refusals.file_too_large[1];
  return xhr.status >= 500 ? refusals.files_unavailable[1] : UNKNOWN_ERROR;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds));
}

/** Uppy sends as soon as this hook is done: for what must not be sent it never is. */
function never(): Promise<never> {
  return new Promise(() => undefined);
}

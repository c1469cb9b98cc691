import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { IncomingMessage } from 'node:http';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import {
  type ByteRange,
  type FileStore,
  fromSystem,
  type LocalFile,
  type ObjectName,
  StoreError,
} from './store.ts';

export interface S3Place {
  bucket: string;
  region: string;
  /** Null: Amazon's own. */
  endpoint: string | null;
  /** Where incoming files wait on this machine until they are complete. */
  incoming: string;
}

export const S3_LIMITS = {
  /** How long it may send nothing of what it was asked for. */
  silentMs: 30_000,
  /** How long somebody who reads may take nothing of it, as a download that was paused. */
  waitingMs: 600_000,
  /** At once: one that waits for its reader keeps its connection. */
  readers: 500,
};

/** Objects of a bucket; credentials come from the usual AWS environment variables. */
export async function s3Store({ incoming, bucket, ...place }: S3Place): Promise<FileStore> {
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  const client = connect(place, { socketTimeout: S3_LIMITS.silentMs });
  // Its own timeout would break off a reader who is slow: see `untilSilent`.
  const agent = { maxSockets: S3_LIMITS.readers };
  const reading = connect(place, { socketTimeout: 0, httpAgent: agent, httpsAgent: agent });
  const address = (name: ObjectName) => ({ Bucket: bucket, Key: name });

  const read = async (name: ObjectName, range?: ByteRange) => {
    const part = range && { Range: `bytes=${range.start}-${range.end}` };
    const { Body } = await reading.send(new GetObjectCommand({ ...address(name), ...part }));
    if (!(Body instanceof IncomingMessage))
      throw new StoreError('unavailable', 'an answer without a body');
    return untilSilent(Body);
  };

  const lend = async <Result>(name: ObjectName, work: (path: string) => Promise<Result>) => {
    const copy = path.join(incoming, randomUUID());
    try {
      await orTell(read(name).then((body) => pipeline(body, createWriteStream(copy))));
      return await work(copy);
    } finally {
      await rm(copy, { force: true });
    }
  };

  const put = async (name: ObjectName, file: LocalFile) => {
    await client.send(putCommand(address(name), file));
    await rm(file.path, { force: true });
  };

  return {
    incoming,
    put: (name, file) => orTell(put(name, file)),
    read: (name, range) => orTell(read(name, range)),
    remove: (name) =>
      orTell(client.send(new DeleteObjectCommand(address(name))).then(() => undefined)),
    lend,
  };
}

function connect(
  { region, endpoint }: Omit<S3Place, 'bucket' | 'incoming'>,
  handling: Exclude<S3ClientConfig['requestHandler'], undefined>,
): S3Client {
  return new S3Client({
    region,
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    // The caller gets the error; otherwise the SDK would print it too.
    logger: { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore },
    // The newer default frames the bytes in a way that several S3-compatible stores save as content.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: 3000,
      requestTimeout: S3_LIMITS.silentMs,
      throwOnRequestTimeout: true,
      ...handling,
    },
  });
}

const ignore = () => undefined;

/** Breaks off an answer of which nothing comes any more, or nothing is taken for very long. */
function untilSilent(body: IncomingMessage): Readable {
  const { silentMs, waitingMs } = S3_LIMITS;
  const { socket } = body;
  let [waitedMs, seen] = [0, 0];
  const look = () => {
    waitedMs = socket.bytesRead === seen ? waitedMs + silentMs : 0;
    seen = socket.bytesRead;
    // What has come waits to be taken: it is the reader who is slow.
    if (body.readableLength > 0 && waitedMs < waitingMs) socket.setTimeout(silentMs);
    else body.destroy(new Error('nothing moved any more'));
  };
  socket.setTimeout(silentMs).on('timeout', look);
  body.once('close', () => socket.off('timeout', look).setTimeout(0));
  return body;
}

function putCommand(address: { Bucket: string; Key: string }, file: LocalFile): PutObjectCommand {
  return new PutObjectCommand({
    ...address,
    Body: createReadStream(file.path),
    ContentLength: file.size,
    ContentMD5: file.md5,
    ContentType: 'application/octet-stream',
  });
}

async function orTell<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw fromS3(error);
  }
}

function fromS3(error: unknown): StoreError {
  if (!(error instanceof S3ServiceException)) return fromSystem(error);
  if (error.name === 'NoSuchKey') return new StoreError('missing', error);
  const isFull = error.$metadata.httpStatusCode === 507 || /quota|full/i.test(error.name);
  return new StoreError(isFull ? 'full' : 'unavailable', error);
}

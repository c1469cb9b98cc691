import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
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

/** Objects of a bucket; credentials come from the usual AWS environment variables. */
export async function s3Store({ incoming, bucket, ...place }: S3Place): Promise<FileStore> {
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  const client = connect(place);
  const address = (name: ObjectName) => ({ Bucket: bucket, Key: name });

  const read = async (name: ObjectName, range?: ByteRange) => {
    const part = range && { Range: `bytes=${range.start}-${range.end}` };
    const { Body } = await client.send(new GetObjectCommand({ ...address(name), ...part }));
    if (!(Body instanceof Readable))
      throw new StoreError('unavailable', 'an answer without a body');
    return Body;
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

function connect({ region, endpoint }: Omit<S3Place, 'bucket' | 'incoming'>): S3Client {
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
      requestTimeout: 30_000,
      socketTimeout: 30_000,
      throwOnRequestTimeout: true,
    },
  });
}

const ignore = () => undefined;

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

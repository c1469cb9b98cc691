import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Config, ConfigError } from '../config/config.ts';
import { diskStore } from './disk-store.ts';
import type { S3Place } from './s3-store.ts';
import type { FileStore } from './store.ts';

/**
 * The store named by FILES_URL: `file:///FOLDER` or `s3://BUCKET?region=&endpoint=`.
 * @throws ConfigError when it is invalid
 */
export async function openStore({
  filesUrl,
  dataDir,
}: Pick<Config, 'filesUrl' | 'dataDir'>): Promise<FileStore> {
  const url = new URL(filesUrl);
  if (url.protocol === 's3:') {
    const place = bucketOf(url, path.join(dataDir, 'incoming'));
    const { s3Store } = await import('./s3-store.ts');
    return s3Store(place);
  }
  const folder = folderOf(url);
  return diskStore(folder).catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(`FILES_URL cannot be used (${error.code}): ${folder}`);
  });
}

function folderOf(url: URL): string {
  try {
    return fileURLToPath(url);
  } catch {
    throw new ConfigError('FILES_URL is not valid: expected file:///FOLDER, with three slashes.');
  }
}

function bucketOf(url: URL, incoming: string): S3Place {
  const endpoint = url.searchParams.get('endpoint');
  const isEndpoint = endpoint === null || /^https?:\/\/[^/?#]+\/?$/.test(endpoint);
  const isBucket = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname);
  if (!isBucket || !isEndpoint || !/^\/?$/.test(url.pathname)) {
    throw new ConfigError('FILES_URL is not valid: expected s3://BUCKET?region=&endpoint=.');
  }
  const region = url.searchParams.get('region') || process.env.AWS_REGION || 'us-east-1';
  return { bucket: url.hostname, region, endpoint: endpoint || null, incoming };
}

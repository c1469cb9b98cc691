import path from 'node:path';
import { z } from 'zod';

/** A backup's description; written last, so that an unfinished backup has none. */
export const manifestSchema = z.object({
  made_at: z.iso.datetime(),
  /** By what it was made: it fits only a database with the same. Older backups have but the names. */
  migrations: z.record(z.string(), z.string()).catch({}),
  tables: z.record(z.string(), z.int()),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** The parts of a backup's folder. */
export const backupFolder = (folder: string) => ({
  manifest: path.join(folder, 'manifest.json'),
  tables: path.join(folder, 'tables'),
  table: (name: string) => path.join(folder, 'tables', `${name}.copy`),
  /** As in the disk store; missing where files are in S3. */
  files: path.join(folder, 'files'),
  secrets: path.join(folder, 'secrets'),
});

/** Generated at the first start unless the environment sets them; sessions and links need them. */
export const SECRETS = ['jwt-key.json', 'service-api-key', 'first-hour-key'];

/** The folder of the disk store; null where files are in S3 and backed up there. */
export function filesFolder(filesUrl: string): string | null {
  const url = new URL(filesUrl);
  return url.protocol === 'file:' ? decodeURIComponent(url.pathname) : null;
}

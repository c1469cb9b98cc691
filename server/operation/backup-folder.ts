import path from 'node:path';
import { z } from 'zod';

/** What a backup says of itself; written last, so that half a backup has none. */
export const manifestSchema = z.object({
  made_at: z.iso.datetime(),
  migrations: z.array(z.string()),
  /** Rows by table. */
  tables: z.record(z.string(), z.int()),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** The parts of a backup's folder. */
export const backupFolder = (folder: string) => ({
  manifest: path.join(folder, 'manifest.json'),
  tables: path.join(folder, 'tables'),
  table: (name: string) => path.join(folder, 'tables', `${name}.copy`),
  /** As the disk store holds them; missing where files are in S3. */
  files: path.join(folder, 'files'),
  secrets: path.join(folder, 'secrets'),
});

/** Made by the first start where the environment does not give them; sessions and links need them. */
export const SECRETS = ['jwt-key.json', 'service-api-key', 'first-hour-key'];

/** The folder of the disk store; null where files are elsewhere and are backed up there. */
export function filesFolder(filesUrl: string): string | null {
  const url = new URL(filesUrl);
  return url.protocol === 'file:' ? decodeURIComponent(url.pathname) : null;
}

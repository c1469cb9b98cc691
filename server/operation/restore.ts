/**
 * `npm run restore -- FOLDER`, with the server's future environment: restores a backup into an
 * empty database and an empty folder of files, and checks the result.
 */
import { existsSync } from 'node:fs';
import { cp, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { ConfigError, makeFolder, type Places, readPlaces } from '../config/config.ts';
import { connect, MIGRATING, queries } from '../database/database.ts';
import { findDatabase } from '../database/find-database.ts';
import { ownMigrations } from '../database/migrate.ts';
import { backupFolder, filesFolder, type Manifest, manifestSchema } from './backup-folder.ts';
import { brokenInvariants } from './invariants.ts';
import { putTables, requireReady } from './put-tables.ts';
import { runCommand } from './run-command.ts';

await runCommand('npm run restore -- FOLDER', async (folder) => {
  const places = readPlaces(process.env);
  const manifest = await readManifest(folder);
  await requireFit(manifest);
  const target = filesTarget(places, folder);
  await lookIntoDatabase(places);
  // From here on something is left behind, so that whatever can be refused was refused by now.
  await putSecrets(folder, places.dataDir);
  // Over what is there: a restore that was broken off may have left half a file.
  if (target) await cp(backupFolder(folder).files, target, { recursive: true });
  const database = await findDatabase(places);
  try {
    await putTables(database.url, folder, manifest);
    await check(database.url);
  } finally {
    await database.stop();
  }
  return `Restored the backup of ${manifest.made_at}; all that has to hold, holds`;
});

/** So that nothing is put beside what is there already. */
async function lookIntoDatabase(places: Places): Promise<void> {
  if (places.databaseUrl === null && !existsSync(path.join(places.dataDir, 'postgres'))) return;
  const database = await findDatabase(places);
  await requireReady(database.url).finally(() => database.stop());
}

async function readManifest(folder: string): Promise<Manifest> {
  const { manifest, secrets } = backupFolder(folder);
  const text = await readFile(manifest, 'utf8').catch(() => '');
  try {
    if (!existsSync(secrets)) throw new Error('no secrets');
    return manifestSchema.parse(JSON.parse(text));
  } catch {
    throw new ConfigError(`FOLDER holds no whole backup: ${folder}`);
  }
}

async function requireFit({ migrations }: Manifest): Promise<void> {
  if (!isDeepStrictEqual(migrations, await ownMigrations()))
    throw new ConfigError('The backup was made by another version: restore it with that one');
}

/** @throws ConfigError where DATA_DIR has others, such as those of a server that was started there before */
async function putSecrets(folder: string, dataDir: string): Promise<void> {
  const { secrets } = backupFolder(folder);
  const names = await readdir(secrets);
  for (const name of names) {
    const there = await readFile(path.join(dataDir, name), 'utf8').catch(() => null);
    const ours = await readFile(path.join(secrets, name), 'utf8');
    if (there !== null && there.trim() !== ours.trim())
      throw new ConfigError(`DATA_DIR has another ${name}: restore into an empty one: ${dataDir}`);
  }
  makeFolder(dataDir);
  for (const name of names) {
    await cp(path.join(secrets, name), path.join(dataDir, name), { force: false });
  }
}

/** Where files go; null: nowhere, as the backup has none. */
function filesTarget({ filesUrl }: Places, folder: string): string | null {
  if (!existsSync(backupFolder(folder).files)) return null;
  const target = filesFolder(filesUrl);
  if (!target)
    throw new ConfigError('FILES_URL names S3: copy the files of the backup there first');
  return target;
}

/** It reads all that was restored: for a large database that takes longer than a call may. */
async function check(url: string): Promise<void> {
  const pool = connect(url, { connections: 2, patience: MIGRATING });
  const broken = await brokenInvariants(queries(pool)).finally(() => pool.end());
  if (broken.length > 0)
    throw new Error(`The backup does not hold together:\n${broken.join('\n')}`);
}

/**
 * `npm run restore -- FOLDER`, with the server's future environment: restores a backup into an
 * empty database and an empty folder of files, and checks the result.
 */
import { existsSync } from 'node:fs';
import { cp, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Config, ConfigError, type Places, readConfig, readPlaces } from '../config/config.ts';
import { connect, MIGRATING, queries } from '../database/database.ts';
import { findDatabase } from '../database/find-database.ts';
import { backupFolder, filesFolder, type Manifest, manifestSchema } from './backup-folder.ts';
import { brokenInvariants } from './invariants.ts';
import { putTables, requireEmpty } from './put-tables.ts';
import { runCommand } from './run-command.ts';

await runCommand('npm run restore -- FOLDER', async (folder) => {
  const places = readPlaces(process.env);
  await lookIntoDatabase(places);
  // Before the configuration is read, which would generate missing secrets.
  await putSecrets(folder, places.dataDir);
  const config = await readConfig(process.env);
  const manifest = await readManifest(folder);
  await putFiles(config, folder);
  const database = await findDatabase(config);
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
  await requireEmpty(database.url).finally(() => database.stop());
}

async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(backupFolder(folder).manifest, 'utf8').catch(() => '');
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch {
    throw new ConfigError(`FOLDER holds no whole backup: ${folder}`);
  }
}

/** @throws ConfigError where DATA_DIR has others, such as those of a server that was started there before */
async function putSecrets(folder: string, dataDir: string): Promise<void> {
  const { secrets } = backupFolder(folder);
  if (!existsSync(secrets)) throw new ConfigError(`FOLDER holds no whole backup: ${folder}`);
  const names = await readdir(secrets);
  for (const name of names) {
    const there = await readFile(path.join(dataDir, name), 'utf8').catch(() => null);
    const ours = await readFile(path.join(secrets, name), 'utf8');
    if (there !== null && there.trim() !== ours.trim())
      throw new ConfigError(`DATA_DIR has another ${name}: restore into an empty one: ${dataDir}`);
  }
  for (const name of names) {
    await cp(path.join(secrets, name), path.join(dataDir, name), { force: false });
  }
}

async function putFiles(config: Config, folder: string): Promise<void> {
  const { files } = backupFolder(folder);
  const target = filesFolder(config.filesUrl);
  if (!existsSync(files)) return;
  if (!target)
    throw new ConfigError('FILES_URL names S3: copy the files of the backup there first');
  await cp(files, target, { recursive: true, force: false });
}

/** It reads all that was restored: for a large database that takes longer than a call may. */
async function check(url: string): Promise<void> {
  const pool = connect(url, { connections: 2, patience: MIGRATING });
  const broken = await brokenInvariants(queries(pool)).finally(() => pool.end());
  if (broken.length > 0)
    throw new Error(`The backup does not hold together:\n${broken.join('\n')}`);
}

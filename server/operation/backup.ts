/**
 * `npm run backup -- FOLDER`, with the server's environment; the server may keep running: all
 * tables as of one moment, then the files and generated secrets.
 */
import { createWriteStream, existsSync, rmSync } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type Config, ConfigError, readConfig } from '../config/config.ts';
import { findDatabase } from '../database/find-database.ts';
import { migrationsOf } from '../database/migrate.ts';
import { backupFolder, filesFolder, type Manifest, SECRETS } from './backup-folder.ts';
import { copyFiles } from './copy-files.ts';
import { runCommand } from './run-command.ts';
import { storedTables } from './stored-tables.ts';

await runCommand('npm run backup -- FOLDER', async (folder) => {
  const config = await readConfig(process.env);
  const rows = await backUp(config, path.resolve(folder));
  // Names it, as without the server's environment the command would find another database.
  return `Backed up ${rows} rows of ${databaseOf(config)}, and the files, to ${folder}`;
});

function databaseOf({ databaseUrl, dataDir }: Config): string {
  if (databaseUrl === null) return `the embedded database in ${dataDir}`;
  const { host, pathname } = new URL(databaseUrl);
  return `the database ${host}${pathname}`;
}

/** @returns the number of rows */
async function backUp(config: Config, folder: string): Promise<number> {
  if (existsSync(folder)) throw new ConfigError(`FOLDER exists already: ${folder}`);
  if (config.databaseUrl === null && !existsSync(path.join(config.dataDir, 'postgres')))
    throw new ConfigError(`Nothing to back up: no DATABASE_URL, no database in ${config.dataDir}`);
  // Half a backup would take room, and the name of the next one.
  const undo = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', undo);
  const places = backupFolder(folder);
  const manifest = await writeTables(config, folder);
  // After the tables, so that every file that they name is there; newer ones do no harm.
  const files = filesFolder(config.filesUrl);
  if (files) await copyFiles(files, places.files);
  await mkdir(places.secrets, { mode: 0o700 });
  for (const name of SECRETS) {
    const secret = path.join(config.dataDir, name);
    if (existsSync(secret)) await cp(secret, path.join(places.secrets, name));
  }
  await writeFile(places.manifest, JSON.stringify(manifest, null, 2), { mode: 0o600 });
  process.off('exit', undo);
  return Object.values(manifest.tables).reduce((sum, count) => sum + count, 0);
}

async function writeTables(config: Config, folder: string): Promise<Manifest> {
  const database = await findDatabase(config);
  const client = new pg.Client({ connectionString: database.url });
  try {
    await client.connect();
    if (!(await isOurs(client)))
      throw new ConfigError(`Nothing to back up: no server has used ${databaseOf(config)} yet`);
    await mkdir(backupFolder(folder).tables, { recursive: true, mode: 0o700 });
    await client.query('begin isolation level repeatable read read only');
    const tables: Record<string, number> = {};
    for (const { name, columns } of await storedTables(client)) {
      const rows = client.query(copyTo(`copy ${name} (${columns}) to stdout`));
      await pipeline(rows, createWriteStream(backupFolder(folder).table(name), { mode: 0o600 }));
      tables[name] = rows.rowCount;
    }
    const migrations = await migrationsOf(client);
    return { made_at: new Date().toISOString(), migrations, tables };
  } finally {
    await client.end();
    await database.stop();
  }
}

/** Whether a server has created its tables there. */
async function isOurs(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ table: string | null }>(
    "select to_regclass('kysely_migration') as table",
  );
  return rows[0]?.table != null;
}

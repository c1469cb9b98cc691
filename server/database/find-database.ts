import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import type { Places } from '../config/config.ts';
import { CONNECTING_MS } from './database.ts';
import { startEmbeddedDatabase } from './embedded.ts';

/** A database for the duration of a command. */
export interface FoundDatabase {
  url: string;
  stop: () => Promise<void>;
}

/**
 * The database of DATABASE_OWNER_URL, DATABASE_DIRECT_URL or DATABASE_URL, or else the embedded one:
 * the running one, or started for the duration of the command.
 */
export async function findDatabase(config: Omit<Places, 'filesUrl'>): Promise<FoundDatabase> {
  const given = config.databaseOwnerUrl ?? config.databaseDirectUrl;
  const url = given ?? (await runningDatabase(config.dataDir));
  return url
    ? { url, stop: async () => undefined }
    : startEmbeddedDatabase({ folder: config.dataDir });
}

/** The embedded database of a server running with this DATA_DIR, else null. */
async function runningDatabase(dataDir: string): Promise<string | null> {
  try {
    const pidFile = readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');
    const password = readFileSync(path.join(dataDir, 'postgres-password'), 'utf8').trim();
    // PostgreSQL's format: the port is the fourth line.
    const port = pidFile.split('\n')[3]?.trim();
    const url = `postgres://unblock:${password}@127.0.0.1:${port}/postgres`;
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECTING_MS });
    await client.connect();
    await client.end();
    return url;
  } catch {
    return null;
  }
}

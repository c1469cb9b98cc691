/**
 * `npm run leave-demo`, with the server's future environment, while no server runs: removes the
 * demo people with all their data, the sandbox's payments, the mails of the embedded inbox and the
 * generated secrets. Asks first, unless called with `-- --yes`.
 */
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import {
  ConfigError,
  type GivenKeys,
  type Places,
  readKeys,
  readPlaces,
} from '../../config/config.ts';
import { connect, type Database, queries } from '../../database/database.ts';
import { findDatabase } from '../../database/find-database.ts';
import { migrate } from '../../database/migrate.ts';
import { keyIdOf } from '../../evidence/signing-key.ts';
import { removeFiles } from '../../files/remove-files.ts';
import { printAnswer } from '../../operation/run-command.ts';
import { openStore } from '../../store/open-store.ts';
import { countSealed, findInDatabase, findInFolder, generatedJwtKey } from './find.ts';
import { removeTrial } from './remove.ts';

type Where = Places & GivenKeys;

const USAGE = 'Usage: npm run leave-demo [-- --yes]';

await printAnswer(async () => {
  const [argument, ...more] = process.argv.slice(2);
  const isSure = argument === '--yes' && more.length === 0;
  if (argument !== undefined && !isSure) throw new ConfigError(USAGE);
  const where = { ...readPlaces(process.env), ...(await readKeys(process.env)) };
  requireOwnKeys(where);
  return hasDatabase(where) ? inDatabase(where, isSure) : leave(where, null, isSure);
});

/** The generated secrets must not be the keys in use; without their files that cannot be told. */
function requireOwnKeys(where: Where): void {
  const used = findInFolder(where).filter((finding) => finding.endsWith('make a new one'));
  if (used.length > 0) throw new ConfigError(`First: ${used.join('; ')}.`);
}

function hasDatabase({ databaseUrl, dataDir }: Where): boolean {
  return databaseUrl !== null || existsSync(path.join(dataDir, 'postgres'));
}

async function inDatabase(where: Where, isSure: boolean): Promise<string> {
  const database = await findDatabase(where);
  const pool = connect(database.url, { connections: 2 });
  try {
    await migrate(pool);
    return await leave(where, queries(pool), isSure);
  } finally {
    await pool.end();
    await database.stop();
  }
}

async function leave(where: Where, db: Database | null, isSure: boolean): Promise<string> {
  const found = [...(db ? await findInDatabase(db) : []), ...findInFolder(where)];
  if (found.length === 0) return 'Nothing of the demo is here';
  process.stdout.write(`To be removed for good:\n${found.map((each) => `- ${each}\n`).join('')}`);
  if (!isSure && !(await isMeant())) throw new ConfigError('Nothing was removed');
  if (db) {
    const keyId = where.jwtKey && (await keyIdOf(where.jwtKey));
    await db.transaction().execute((tx) => removeTrial(tx, keyId));
    await removeFiles({ db, files: await openStore(where) });
  }
  return `Removed${await leaveFolder(where, db)}`;
}

async function isMeant(): Promise<boolean> {
  if (!process.stdin.isTTY) throw new ConfigError(`Nobody is here to ask. ${USAGE}`);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  // Ctrl-C and Ctrl-D say no.
  const answer = await terminal.question('Type yes to go on: ').catch(() => '');
  terminal.close();
  return answer.trim().toLowerCase() === 'yes';
}

/** @returns what the operator still has to do or know */
async function leaveFolder({ dataDir }: Where, db: Database | null): Promise<string> {
  rmSync(path.join(dataDir, 'inbox'), { recursive: true, force: true });
  for (const name of ['service-api-key', 'first-hour-key'])
    rmSync(path.join(dataDir, name), { force: true });
  const generated = generatedJwtKey(dataDir);
  const sealed = db && generated ? await countSealed(db, generated) : 0;
  if (sealed > 0) {
    return `, but for DATA_DIR/jwt-key.json: ${sealed} secrets of people who stay are sealed under it. Give it to the server as JWT_KEY_OLD, as docs/operations.md says`;
  }
  rmSync(path.join(dataDir, 'jwt-key.json'), { force: true });
  return '';
}

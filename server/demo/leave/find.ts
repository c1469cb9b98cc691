import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { JWK } from 'jose';
import { sql } from 'kysely';
import { type GivenKeys, NotForProduction, type Places } from '../../config/config.ts';
import { openUnder } from '../../config/sealed.ts';
import { connect, type Database, queries } from '../../database/database.ts';
import { findDatabase } from '../../database/find-database.ts';
import { SECRETS, sealedIn } from '../../database/sealed-columns.ts';
import { DEMO_ADDRESSES } from '../people.ts';

const HOW_TO_LEAVE = 'npm run leave-demo, with the same environment, removes what is of the demo';

type Where = Places & GivenKeys;

/**
 * Refuses a database or folder in which the product was tried out: its accounts have
 * public passwords, its money is made up, its secrets may have been seen.
 * @throws NotForProduction with each finding
 */
export async function refuseTrial(db: Database, where: Where): Promise<void> {
  const found = [...findInFolder(where), ...(await findInDatabase(db))];
  if (found.length > 0) throw new NotForProduction([...found, HOW_TO_LEAVE]);
}

/** The same findings for a start that is refused anyway; what cannot be looked at is passed over. */
export async function findTrial(where: Where): Promise<string[]> {
  const found = [...findInFolder(where), ...(await lookIntoDatabase(where).catch(() => []))];
  return found.length > 0 ? [...found, HOW_TO_LEAVE] : [];
}

async function lookIntoDatabase(places: Places): Promise<string[]> {
  const isThere = places.databaseUrl !== null || existsSync(path.join(places.dataDir, 'postgres'));
  if (!isThere) return [];
  const database = await findDatabase(places);
  const pool = connect(database.url, { connections: 1 });
  try {
    return await findInDatabase(queries(pool));
  } finally {
    await pool.end();
    await database.stop();
  }
}

/** What is left in the database, each in a few words. */
export async function findInDatabase(db: Database): Promise<string[]> {
  const people = await db
    .selectFrom('users')
    .select('email')
    .where('email', 'in', DEMO_ADDRESSES)
    .orderBy('created_at')
    .execute();
  const { rows } = await sql<{ what: string; count: number }>`
    select 'payments' as what, count(*) from checkouts where provider = 'sandbox'
    union all select 'billing records paid there', count(distinct billing_record_id) from checkouts
      where provider = 'sandbox' and status in ('paid', 'returned', 'refunded')
    union all select 'payout accounts', count(*) from payout_accounts where provider = 'sandbox'
    union all select 'calls', count(*) from provider_calls where provider = 'sandbox'
    union all select 'entries in its own books', (select count(*) from sandbox_payments)
      + (select count(*) from sandbox_moves) + (select count(*) from sandbox_events)`.execute(db);
  const sandbox = rows.filter(({ count }) => count > 0);
  return [
    people.length > 0 && `demo accounts: ${people.map(({ email }) => email).join(', ')}`,
    sandbox.length > 0 &&
      `data of the sandbox payments: ${sandbox.map(({ what, count }) => `${count} ${what}`).join(', ')}`,
  ].filter((finding) => finding !== false);
}

/** Secrets that only this JWT_KEY opens: of authenticator apps, webhooks and projects. */
export async function countSealed(db: Database, jwtKey: JWK): Promise<number> {
  let count = 0;
  for (const column of SECRETS) {
    for await (const { place, sealed } of sealedIn(db, column))
      if (openUnder(jwtKey, place, sealed) !== null) count += 1;
  }
  return count;
}

/** What is left in DATA_DIR. */
export function findInFolder({ dataDir, jwtKey, jwtKeyOld, ...used }: Where): string[] {
  const generatedKey = generatedJwtKey(dataDir);
  const isLeaving = generatedKey !== null && generatedKey.d === jwtKeyOld?.d;
  return [
    generatedKey !== null &&
      !isLeaving &&
      secretFinding('JWT_KEY', 'jwt-key.json', generatedKey.d === jwtKey?.d),
    generatedText(dataDir, 'SERVICE_API_KEY', 'service-api-key', used.serviceApiKey),
    generatedText(dataDir, 'FIRST_HOUR_KEY', 'first-hour-key', used.firstHourKey),
    hasMails(dataDir) && 'mails of the embedded inbox in DATA_DIR/inbox',
  ].filter((finding) => finding !== false);
}

function generatedText(dataDir: string, name: string, file: string, used: string | null) {
  const generated = readIfThere(path.join(dataDir, file));
  return generated !== null && secretFinding(name, file, generated === used);
}

function secretFinding(name: string, file: string, isUsed: boolean): string {
  return isUsed
    ? `${name} is the generated secret in DATA_DIR/${file}: make a new one`
    : `a generated secret in DATA_DIR/${file}`;
}

/** The key that a start without JWT_KEY made, or null. */
export function generatedJwtKey(dataDir: string): JWK | null {
  const text = readIfThere(path.join(dataDir, 'jwt-key.json'));
  if (text === null) return null;
  try {
    const key = JSON.parse(text) as JWK;
    return key.d === undefined ? null : key;
  } catch {
    return null;
  }
}

function hasMails(dataDir: string): boolean {
  const inbox = path.join(dataDir, 'inbox');
  return existsSync(inbox) && readdirSync(inbox).length > 0;
}

function readIfThere(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
}

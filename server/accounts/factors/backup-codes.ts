import { createHash, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Reader, Tx } from '../../database/database.ts';

const HOW_MANY = 10;
const LENGTH = 16;
/** 32 letters and digits that are hard to confuse on paper. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz023456789';

/** Replaces a factor's codes by new ones, which are shown only now. */
export async function makeCodes(tx: Tx, factorId: string): Promise<string[]> {
  const codes = Array.from({ length: HOW_MANY }, newCode);
  await tx.deleteFrom('backup_codes').where('factor_id', '=', factorId).execute();
  await tx
    .insertInto('backup_codes')
    .values(codes.map((code) => ({ factor_id: factorId, code_hash: hashed(code) })))
    .execute();
  return codes;
}

/** Uses a code up, in any spelling; false for a wrong or used one. */
export async function takeBackupCode(tx: Tx, factorId: string, code: string): Promise<boolean> {
  const taken = await tx
    .updateTable('backup_codes')
    .set({ used_at: sql<Date>`now()` })
    .where('factor_id', '=', factorId)
    .where('code_hash', '=', hashed(canonical(code)))
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return taken.numUpdatedRows === 1n;
}

/** How many exist, and how many are unused. */
export async function countCodes(
  db: Reader,
  factorId: string,
): Promise<{ total: number; remaining: number }> {
  return db
    .selectFrom('backup_codes')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .select(({ fn }) => fn.countAll<number>().filterWhere('used_at', 'is', null).as('remaining'))
    .where('factor_id', '=', factorId)
    .executeTakeFirstOrThrow();
}

function newCode(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** People add dashes or spaces, and phones capitalise. */
function canonical(code: string): string {
  return code.toLowerCase().replace(/[\s-]/g, '');
}

function hashed(code: string): Buffer {
  return createHash('sha256').update(code).digest();
}

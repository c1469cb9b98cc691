import type { EvidenceFinding } from '#domain/evidence.ts';
import type { Database } from '../database/database.ts';
import type { Context } from '../lifecycle/context.ts';
import { taskModule } from '../workers/task.ts';
import { publicKeys } from './signing-key.ts';
import type { Verified } from './verify-evidence.ts';

const verifier = taskModule<typeof import('./verify-evidence.ts')>(
  import.meta.resolve('./verify-evidence.ts'),
);

/**
 * Verifies an evidence file in a worker, and compares it with our chain, whose hashes outlive the
 * request.
 * @param owner whose work it is
 * @throws TaskError for what takes too long or too much
 */
export async function checkEvidence(
  { db, workers }: Context,
  bytes: Buffer,
  owner: string,
): Promise<EvidenceFinding> {
  const keys = await publicKeys(db);
  const input = { bytes, keys };
  const { finding, chain } = await workers.run(verifier, 'verifyEvidence', input, { owner });
  // Of a request that this server never had, it knows no more than the file says.
  if (!chain || (finding.signed_by === 'own' && !(await isKnown(db, chain)))) return finding;
  const problems = [
    ...finding.problems,
    ...(finding.signed_by === 'own' ? [NOT_OURS] : []),
    ...((await isAnother(db, chain)) ? [ANOTHER_CHAIN] : []),
  ];
  const whole = problems.length === 0;
  return {
    ...finding,
    problems: problems.slice(0, 20),
    whole,
    more_since: whole ? await moreSince(db, chain) : null,
  };
}

const NOT_OURS = {
  position: null,
  what: 'signature',
  says: 'It is signed with a key that Unblock does not have.',
} as const;

const ANOTHER_CHAIN = {
  position: null,
  what: 'link',
  says: 'Unblock has another chain for this request.',
} as const;

type Chain = NonNullable<Verified['chain']>;

async function isKnown(db: Database, { ticket_id }: Chain): Promise<boolean> {
  const entries = db.selectFrom('evidence_entries').select('position');
  const first = await entries.where('ticket_id', '=', ticket_id).limit(1).executeTakeFirst();
  return first !== undefined;
}

async function isAnother(db: Database, { ticket_id, position, head }: Chain): Promise<boolean> {
  if (position === 0) return false;
  const kept = await db
    .selectFrom('evidence_entries')
    .select('hash')
    .where('ticket_id', '=', ticket_id)
    .where('position', '=', position)
    .executeTakeFirst();
  return kept?.hash.toString('hex') !== head;
}

async function moreSince(db: Database, { ticket_id, position }: Chain): Promise<number> {
  const { count } = await db
    .selectFrom('evidence_entries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('ticket_id', '=', ticket_id)
    .where('position', '>', position)
    .executeTakeFirstOrThrow();
  return count;
}

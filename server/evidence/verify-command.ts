/**
 * `npm run verify-evidence -- FILE [KEY]`: says whether an evidence file is whole. Needs no server, no
 * database and no settings. KEY is a file with the public keys, as `GET /api/evidence/keys` answers.
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { type EvidenceKey, evidenceKeySchema } from '#domain/evidence.ts';
import { findingWords, verdictWords } from '#domain/evidence-finding.ts';
import { verifyEvidence } from './verify-evidence.ts';

const [file, keyFile, ...more] = process.argv.slice(2);
if (file === undefined || more.length > 0) {
  process.stderr.write('Usage: npm run verify-evidence -- FILE [KEY]\n');
  process.exit(2);
}
try {
  const keys = keyFile === undefined ? [] : readKeys(keyFile);
  const { finding } = await verifyEvidence({ bytes: readFileSync(file), keys });
  const isWhole = finding.whole && (keys.length === 0 || finding.signed_by === 'known');
  const told = { ...finding, whole: isWhole };
  const wrong = finding.problems.map(({ says }) => `- ${says}`);
  process.stdout.write(`${[verdictWords(told), ...wrong, ...findingWords(told)].join('\n')}\n`);
  if (!isWhole) process.exitCode = 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}

/** One key, or a set of them. @throws Error */
function readKeys(path: string): EvidenceKey[] {
  const given = JSON.parse(readFileSync(path, 'utf8')) as unknown;
  const set = z.object({ keys: z.array(evidenceKeySchema) }).safeParse(given);
  return set.success ? set.data.keys : [evidenceKeySchema.parse(given)];
}

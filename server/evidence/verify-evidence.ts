import { createHash } from 'node:crypto';
import { compactVerify, importJWK } from 'jose';
import { canonicalJson } from '#domain/canonical-json.ts';
import {
  type EvidenceEntry,
  type EvidenceFile,
  type EvidenceFinding,
  type EvidenceKey,
  type EvidenceProblem,
  evidenceFileSchema,
  SIGNED_PARTS,
  type Signed,
  signedSchema,
} from '#domain/evidence.ts';
import { entryNames } from '#domain/evidence-words.ts';

const MOST_PROBLEMS = 20;

/** The verdict, and what a server compares with its own chain. */
export interface Verified {
  finding: EvidenceFinding;
  chain: { ticket_id: string; position: number; head: string } | null;
}

/**
 * Whether an evidence file is intact, and if not, where it is broken. Needs only the file: no
 * server and no database.
 * @param keys keys that are trusted; with any other the file vouches only for itself
 */
export async function verifyEvidence({
  bytes,
  keys,
}: {
  bytes: Uint8Array;
  keys: readonly EvidenceKey[];
}): Promise<Verified> {
  let file: EvidenceFile;
  try {
    file = readFile(bytes);
  } catch (error) {
    return { finding: unreadable(error), chain: null };
  }
  const { signed, signed_by } = await openSignature(file, keys);
  const problems = [
    ...(signed ? partProblems(file, signed) : [NOT_SIGNED]),
    ...chainProblems(file, signed),
  ];
  const visible = file.entries.filter(({ content }) => content !== null);
  return {
    finding: {
      whole: problems.length === 0,
      signed_by,
      request_id: file.request.id,
      title: file.request.title,
      taken_at: file.taken_at,
      for: file.for,
      entries: file.entries.length,
      hidden: file.entries.length - visible.length,
      holds: countKinds(visible),
      problems: problems.slice(0, MOST_PROBLEMS),
      more_since: null,
    },
    chain: { ticket_id: file.request.id, position: file.entries.length, head: file.head },
  };
}

const NOT_SIGNED: EvidenceProblem = {
  position: null,
  what: 'signature',
  says: 'The signature does not belong to this file.',
};

/** @throws Error whose message says what is wrong, and where */
function readFile(bytes: Uint8Array): EvidenceFile {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error('It is not text in UTF-8.');
  }
  const parsed = evidenceFileSchema.safeParse(JSON.parse(text));
  if (parsed.success) {
    // Refuses what nests too deeply before anything else reads it.
    if (namesIn(canonicalJson(parsed.data)) !== namesIn(text))
      throw new Error('A name stands twice in one place, or is none of ours.');
    return parsed.data;
  }
  const [issue] = parsed.error.issues;
  const [top, index, ...rest] = issue?.path ?? [];
  const at =
    top === 'entries' && typeof index === 'number'
      ? `Entry ${index + 1}${rest.map((part) => `, ${String(part)}`).join('')}`
      : (issue?.path ?? []).map(String).join(', ') || 'The file';
  throw new Unfit(
    `${at}: ${issue?.message ?? 'not as it should be'}`,
    top === 'entries' && typeof index === 'number' ? index + 1 : null,
  );
}

/**
 * How many names of members a JSON text has: as many as colons outside of texts. Of a name that stands
 * twice we read the last, and others the first: what they read must not be vouched for.
 */
function namesIn(json: string): number {
  let names = 0;
  let isInText = false;
  for (let at = 0; at < json.length; at++) {
    const letter = json[at];
    if (letter === '"') isInText = !isInText;
    else if (isInText && letter === '\\') at++;
    else if (!isInText && letter === ':') names++;
  }
  return names;
}

class Unfit extends Error {
  readonly position: number | null;

  constructor(message: string, position: number | null) {
    super(message);
    this.position = position;
  }
}

function unreadable(error: unknown): EvidenceFinding {
  const says = error instanceof Error ? error.message.slice(0, 300) : '';
  const position = error instanceof Unfit ? error.position : null;
  return {
    whole: false,
    signed_by: 'nobody',
    request_id: null,
    title: null,
    taken_at: null,
    for: null,
    entries: 0,
    hidden: 0,
    holds: [],
    problems: [{ position, what: 'unreadable', says: `This is no evidence file. ${says}` }],
    more_since: null,
  };
}

interface Opened {
  signed: Signed | null;
  signed_by: EvidenceFinding['signed_by'];
}

/** Without a valid signature nothing in it can be trusted, not even to say where it is broken. */
async function openSignature(file: EvidenceFile, keys: readonly EvidenceKey[]): Promise<Opened> {
  // The last letter leaves bits free: one signature could be written in many ways.
  const last = file.signature.slice(file.signature.lastIndexOf('.') + 1);
  if (Buffer.from(last, 'base64url').toString('base64url') !== last)
    return { signed: null, signed_by: 'nobody' };
  const tries = [
    ...keys.map((key) => ({ key, signed_by: 'known' as const })),
    { key: file.key, signed_by: 'own' as const },
  ];
  for (const { key, signed_by } of tries) {
    try {
      const { payload } = await compactVerify(file.signature, await importJWK(key, 'EdDSA'), {
        algorithms: ['EdDSA'],
      });
      const signed = signedSchema.parse(JSON.parse(new TextDecoder().decode(payload)));
      return { signed, signed_by };
    } catch {
      // Another key, or none.
    }
  }
  return { signed: null, signed_by: 'nobody' };
}

function partProblems(file: EvidenceFile, { parts }: Signed): EvidenceProblem[] {
  return SIGNED_PARTS.filter((part) => hashOf(canonicalJson(file[part])) !== parts[part]).map(
    (part) => ({
      position: null,
      what: 'part',
      says: `“${part}” is not what was signed.`,
    }),
  );
}

function chainProblems(file: EvidenceFile, signed: Signed | null): EvidenceProblem[] {
  const problems: EvidenceProblem[] = [];
  let before = sha256(file.request.id);
  for (const [index, entry] of file.entries.entries()) {
    const position = index + 1;
    if (entry.position !== position) {
      const says = `Entry ${position} is missing, or not in its place.`;
      return [...problems, { position, what: 'place', says }];
    }
    const problem = entryProblem(entry, before, signed?.entries[index] ?? null);
    if (problem) problems.push({ position, ...problem });
    before = Buffer.from(entry.hash, 'hex');
  }
  const { length } = file.entries;
  const wanted = signed?.entries.length ?? length;
  if (length < wanted) {
    const says = `Entry ${length + 1} and what follows are missing: ${wanted} were signed.`;
    problems.push({ position: length + 1, what: 'place', says });
  }
  if (length > wanted) {
    const says = `Entry ${wanted + 1} and what follows were added: ${wanted} were signed.`;
    problems.push({ position: wanted + 1, what: 'place', says });
  }
  if (before.toString('hex') !== file.head) {
    const says = 'The chain does not end in the hash that the file names as its head.';
    problems.push({ position: length, what: 'link', says });
  }
  return problems;
}

function entryProblem(
  { position, content, words, digest, hash, ...entry }: EvidenceEntry,
  before: Buffer,
  signed: string | null,
): Omit<EvidenceProblem, 'position'> | null {
  const whole = { position, content, words, digest, hash, ...entry };
  if (content !== null && hashOf(canonicalJson(content)) !== digest) {
    return { what: 'content', says: `What entry ${position} says was altered.` };
  }
  if (sha256(before, Buffer.from(digest, 'hex')).toString('hex') !== hash) {
    return { what: 'link', says: `Entry ${position} does not follow from the one before it.` };
  }
  if (words !== null && hashOf(words.salt + canonicalJson(words.value)) !== content?.words) {
    return { what: 'words', says: `The words of entry ${position} are not those of then.` };
  }
  if (signed !== null && hashOf(canonicalJson(whole)) !== signed) {
    return { what: 'altered', says: `Entry ${position} is not what was signed.` };
  }
  return null;
}

function countKinds(entries: readonly EvidenceEntry[]): EvidenceFinding['holds'] {
  const counts = new Map<string, number>();
  for (const { content } of entries) {
    const said = content?.what;
    const isKnown = typeof said === 'string' && Object.hasOwn(entryNames, said);
    const what = (isKnown && entryNames[said]) || 'Other entries';
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  return [...counts].map(([what, count]) => ({ what, count }));
}

/** Covers all but the signature itself. `entries`: the hash of each. */
export function toSign(
  file: Omit<EvidenceFile, 'signature' | 'entries'>,
  entries: string[],
): Signed {
  return {
    format: file.format,
    parts: Object.fromEntries(
      SIGNED_PARTS.map((part) => [part, hashOf(canonicalJson(file[part]))]),
    ),
    entries,
  };
}

/** In hex. */
export function hashOf(text: string): string {
  return sha256(text).toString('hex');
}

function sha256(...parts: (string | Buffer)[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

import type { EvidenceFinding } from './evidence.ts';
import { utcWords } from './utc-words.ts';

/** The verdict in one sentence. */
export function verdictWords({ whole, title, signed_by }: EvidenceFinding): string {
  if (title === null) return 'This is no evidence file that can be read.';
  if (!whole) return 'This evidence file is not whole.';
  const unknown = signed_by === 'own' ? ' Who signed it is not known here.' : '';
  return `This evidence file is whole.${unknown}`;
}

/** What a file contains and what it was checked with, line by line. */
export function findingWords(finding: EvidenceFinding): string[] {
  const { signed_by, title, taken_at, entries, hidden, holds, more_since } = finding;
  if (title === null) return [];
  const lines = [
    `${title}, taken ${whenWords(taken_at)}: ${entries} entries.`,
    ...holds.map(({ what, count }) => `${what}: ${count}`),
  ];
  if (hidden > 0)
    lines.push(`Of ${hidden} entries it has hashes alone: they are of other conversations.`);
  if (signed_by === 'own')
    lines.push(
      'It was checked with the key that is in the file. Whoever made it may have made that too.',
    );
  if (more_since !== null) lines.push(laterWords(more_since));
  return lines;
}

/** As in the file, where that is no valid time. */
function whenWords(at: string | null): string {
  const moment = new Date(at ?? '');
  return Number.isNaN(moment.getTime()) ? `at ${at}` : utcWords(moment);
}

function laterWords(more_since: number): string {
  if (more_since === 0) return 'Unblock has the same chain, and nothing came later.';
  return `Unblock has the same chain; ${more_since} ${more_since === 1 ? 'entry' : 'entries'} came later.`;
}

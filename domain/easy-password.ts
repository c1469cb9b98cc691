/** Keys that lie side by side, on English, German and French keyboards. */
const KEY_ROWS = [
  '1234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiopü',
  'asdfghjklöä',
  'yxcvbnm',
  'azertyuiop',
  'qsdfghjklm',
  'wxcvbn',
];
const SHORTEST_RUN = 3;
const LONGEST_BLOCK = 4;
const FEWEST_PIECES = 3;
/** Nobody tries longer ones first, however regular they are. */
const LONGEST_EASY = 32;

/**
 * Whether a password is made by a rule that everybody tries: one character again and again, a short
 * block again and again (`abcabc`), or no more than two pieces, each a single character, a year, or a
 * run up or down the alphabet, the digits or a row of keys (`654321`, `abc123`, `qwertz1`). Capitals
 * and doubled characters (`112233`) make no difference.
 */
export function isEasyPassword(password: string): boolean {
  const letters = [...password.toLowerCase()];
  if (letters.length > LONGEST_EASY) return false;
  return repeatsBlock(letters) || countPieces(letters) < FEWEST_PIECES;
}

function repeatsBlock(letters: readonly string[]): boolean {
  const longest = Math.min(LONGEST_BLOCK, Math.floor(letters.length / 2));
  for (let length = 1; length <= longest; length++) {
    if (letters.every((letter, at) => at < length || letter === letters[at - length])) return true;
  }
  return false;
}

function countPieces(letters: readonly string[]): number {
  const single = letters.filter((letter, at) => letter !== letters[at - 1]);
  return Math.min(piecesOf(letters), piecesOf(single));
}

function piecesOf(letters: readonly string[]): number {
  let pieces = 0;
  for (let at = 0; at < letters.length; pieces++) at += pieceAt(letters, at);
  return pieces;
}

/** How long the piece is that begins here. */
function pieceAt(letters: readonly string[], at: number): number {
  if (/^(19|20)\d\d$/.test(letters.slice(at, at + 4).join(''))) return 4;
  let end = at + 1;
  let steps = stepsBetween(letters[at], letters[end]);
  while (steps.length > 0) {
    end += 1;
    const next = stepsBetween(letters[end - 1], letters[end]);
    steps = steps.filter((step) => next.includes(step));
  }
  return end - at < SHORTEST_RUN ? 1 : end - at;
}

/** Every rule by which the second follows on the first: by name, so that a run keeps to one. */
function stepsBetween(first = '', second = ''): string[] {
  const difference = (second.codePointAt(0) ?? Number.NaN) - (first.codePointAt(0) ?? Number.NaN);
  const steps = Math.abs(difference) <= 1 ? [`alphabet ${difference}`] : [];
  for (const row of KEY_ROWS) {
    const [from, to] = [row.indexOf(first), row.indexOf(second)];
    const areNeighbours = first !== '' && second !== '' && from >= 0 && to >= 0;
    if (areNeighbours && Math.abs(to - from) === 1) steps.push(`${row} ${to - from}`);
  }
  return steps;
}

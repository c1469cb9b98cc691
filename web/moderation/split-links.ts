export interface Piece {
  kind: 'words' | 'link';
  text: string;
}

const ADDRESS = /\bhttps?:\/\/[^\s<>"']+/gi;
/** Punctuation after an address belongs to the sentence. */
const AFTER = /[.,;:!?)\]}]+$/;

/** Splits a text into words and http(s) addresses; nothing else becomes a link. */
export function splitLinks(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = found.replace(AFTER, '');
    if (!isWebAddress(address)) continue;
    if (index > end) pieces.push({ kind: 'words', text: text.slice(end, index) });
    pieces.push({ kind: 'link', text: address });
    end = index + address.length;
  }
  if (end < text.length) pieces.push({ kind: 'words', text: text.slice(end) });
  return pieces;
}

/**
 * An address with a user name, such as `https://bank.example@evil.example`, looks like another site's.
 */
function isWebAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, username, password } = new URL(address);
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '';
}

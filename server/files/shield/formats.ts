/** What a file is by its first bytes, whatever its name says. */
export type Format = 'zip' | 'tar' | 'gzip' | 'zstd' | 'git' | 'sealed' | 'pdf' | 'plain';

/** Packed in ways that we cannot unpack: bzip2, xz, 7z, rar, cab, lz4, packs of git. */
const SEALED = [
  '425a68',
  'fd377a585a00',
  '377abcaf271c',
  '526172211a07',
  '4d534346',
  '04224d18',
  '5041434b0000',
];
const ZIP_END = Buffer.from('PK\x05\x06');
/** The directory of a zip ends within this. */
const ZIP_TAIL = 66_000;

export function formatOf(bytes: Buffer, path: string | null): Format {
  const head = bytes.subarray(0, 8).toString('hex');
  if (head.startsWith('504b0304') || head.startsWith('504b0506')) return 'zip';
  if (head.startsWith('1f8b08')) return 'gzip';
  if (head.startsWith('28b52ffd')) return 'zstd';
  if (head.startsWith('25504446')) return 'pdf';
  if (SEALED.some((magic) => head.startsWith(magic))) return 'sealed';
  if (/^78(?:01|5e|9c|da)/.test(head) && isGitObject(path)) return 'git';
  if (isTar(bytes)) return 'tar';
  // A program may stand before an archive that unpacks itself.
  return bytes.subarray(-ZIP_TAIL).includes(ZIP_END) ? 'zip' : 'plain';
}

function isGitObject(path: string | null): boolean {
  return path !== null && /(?:^|\/)objects\/[0-9a-f]{2}\/[0-9a-f]{38,62}$/.test(path);
}

/** The sum of its first block is written in it, with blanks in the place of the sum itself. */
function isTar(bytes: Buffer): boolean {
  if (bytes.length < 512) return false;
  const written = Number.parseInt(
    bytes.toString('latin1', 148, 156).replace(/\0.*$/s, '').trim(),
    8,
  );
  let sum = 8 * 32;
  for (let at = 0; at < 512; at++) if (at < 148 || at >= 156) sum += bytes[at] ?? 0;
  return written === sum && sum > 8 * 32;
}

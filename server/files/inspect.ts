import { createReadStream } from 'node:fs';

/** A file that has arrived whole, before anybody else can open it. */
export interface ArrivedFile {
  path: string;
  name: string;
  size: number;
  type: string;
}

/**
 * Looks at an arrived file and answers what is wrong with it, or null. This is where an operator's
 * malware scanner belongs: one more function in `inspectors`. One that fails fails the upload.
 */
type Inspector = (file: ArrivedFile) => Promise<string | null>;

/**
 * The rules that come with the product: the EICAR test string, by which an operator sees that the
 * hook works. It is no scanner, and it does not look inside archives.
 */
const inspectors: readonly Inspector[] = [findTestString];

/** The first thing that is wrong with a file, or null. */
export async function inspect(file: ArrivedFile): Promise<string | null> {
  for (const inspector of inspectors) {
    const finding = await inspector(file);
    if (finding !== null) return finding;
  }
  return null;
}

/** In two parts, so that scanners do not take this file for the test file. */
export const EICAR = [
  'X5O!P%@AP[4\\PZX54(P^)7CC)7}',
  '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*',
].join('');

async function findTestString({ path }: ArrivedFile): Promise<string | null> {
  const overlap = EICAR.length - 1;
  let before = Buffer.alloc(0);
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const joined = Buffer.concat([before, chunk]);
    if (joined.includes(EICAR)) return 'EICAR test file';
    before = joined.subarray(-overlap);
  }
  return null;
}

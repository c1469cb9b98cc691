import type { FileSecret } from '#domain/secret.ts';
import { eachText, readBeginning } from '../files/archive-texts.ts';
import { isForeign } from '../files/foreign.ts';
import type { FileStore } from '../files/store.ts';
import { findSecrets } from './find-secrets.ts';

/** Source: issue "inside zip archives, bounded against zip bombs". */
const LIMITS = {
  entries: 20_000,
  texts: 2000,
  bytesEach: 512 * 1024,
  bytesTogether: 8 * 1024 * 1024,
};
const MAX_TEXT_BYTES = 4 * 1024 * 1024;
const MAX_FOUND = 100;

/** What holds no text, or only hashes that look like keys. */
const DULL =
  /\.(?:png|jpe?g|gif|webp|avif|ico|pdf|zip|gz|tgz|jar|apk|woff2?|ttf|otf|eot|mp[34]|mov|wasm|so|dll|exe|map|lockb?)$|(?:package-lock\.json|pnpm-lock\.yaml|yarn\.lock|composer\.lock|Cargo\.lock|poetry\.lock|go\.sum)$/i;

export interface FileScan {
  items: FileSecret[];
  /** Whether all of it was looked at. */
  is_complete: boolean;
}

/** Keys and passwords in a stored text file, or in the texts of a zip archive. */
export async function findSecretsInFile(
  files: FileStore,
  { key, type }: { key: string; type: string },
): Promise<FileScan> {
  const object = `originals/${key}` as const;
  if (type === 'application/zip') return files.lend(object, findInArchive);
  if (!type.startsWith('text/')) return { items: [], is_complete: true };
  const bytes = await readBeginning(await files.read(object), MAX_TEXT_BYTES);
  const items = await findInText(null, new TextDecoder().decode(bytes));
  return { items: items.slice(0, MAX_FOUND), is_complete: bytes.length < MAX_TEXT_BYTES };
}

async function findInArchive(archivePath: string): Promise<FileScan> {
  const items: FileSecret[] = [];
  // The test keys of other people's code would drown what matters.
  const wanted = (path: string) => items.length < MAX_FOUND && !isForeign(path) && !DULL.test(path);
  const is_complete = await eachText(archivePath, { wanted, limits: LIMITS }, async (entry) => {
    items.push(...(await findInText(entry.path, entry.text)));
  });
  return { items: items.slice(0, MAX_FOUND), is_complete };
}

async function findInText(path: string | null, text: string): Promise<FileSecret[]> {
  const found = await findSecrets(text);
  return found.map(({ kind, line, excerpt }) => ({ kind, line, excerpt, path }));
}

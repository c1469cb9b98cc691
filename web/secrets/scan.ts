import type { QueryClient } from '@tanstack/react-query';
import type { Upload } from '#domain/file.ts';
import type { FileSecret, Secret } from '#domain/secret.ts';
import { MAX_SCANNED_TEXT } from '#domain/secret-mask.ts';
import { api } from '../api/client.ts';
import { keys } from '../api/keys.ts';

/** A text that is about to be shared, by the label of its field. */
export interface SharedText {
  label: string;
  text: string;
}

interface FoundInText extends SharedText {
  secrets: readonly Secret[];
}

interface FoundInFile {
  name: string;
  secrets: readonly FileSecret[];
}

export interface Findings {
  texts: readonly FoundInText[];
  files: readonly FoundInFile[];
}

/** No key or password is shorter. */
const SHORTEST = 8;
const WAIT_MS = 8000;

/** Asks the server for keys and passwords; whatever cannot be asked now counts as free of them. */
export async function findShared(
  queryClient: QueryClient,
  texts: readonly SharedText[],
  files: readonly Upload[],
): Promise<Findings> {
  const signal = AbortSignal.timeout(WAIT_MS);
  const [inTexts, inFiles] = await Promise.all([
    Promise.all(texts.map(async (text) => ({ ...text, secrets: await inText(text.text, signal) }))),
    Promise.all(
      files.map(async ({ fileKey, name }) => ({
        name,
        secrets: await withinTime(secretsInFile(queryClient, fileKey), signal),
      })),
    ),
  ]);
  return { texts: inTexts.filter(hasSecrets), files: inFiles.filter(hasSecrets) };
}

/** What a file holds never changes: asked once, remembered from then on. */
async function secretsInFile(
  queryClient: QueryClient,
  key: string,
): Promise<readonly FileSecret[]> {
  const found = await queryClient.fetchQuery({
    queryKey: keys.inFile(key, 'secrets'),
    queryFn: () => api.get<{ items: FileSecret[] }>(`/api/files/${key}/secrets`),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return found.items;
}

async function inText(text: string, signal: AbortSignal): Promise<readonly Secret[]> {
  if (text.trim().length < SHORTEST) return [];
  const asked = { text: text.slice(0, MAX_SCANNED_TEXT).toWellFormed() };
  const answer = api.post<{ items: Secret[] }>('/api/secrets/scan', asked, { signal });
  return withinTime(
    answer.then(({ items }) => items),
    signal,
  );
}

/** A warning is a courtesy: it must not keep anybody from sending. */
function withinTime<Item>(asked: Promise<readonly Item[]>, signal: AbortSignal) {
  const late = new Promise<readonly Item[]>((resolve) => {
    signal.addEventListener('abort', () => resolve([]));
  });
  return Promise.race([asked.catch((): readonly Item[] => []), late]);
}

function hasSecrets({ secrets }: { secrets: readonly unknown[] }): boolean {
  return secrets.length > 0;
}

import { MAX_FILE_BYTES, MAX_FILES_PER_BATCH } from '#domain/file-rules.ts';
import { userStorage } from '../api/user-storage.ts';

/** Of one form together: what a browser keeps for a site without asking. */
const MAX_KEPT_BYTES = 100 * 1024 ** 2;
const LIVE_MS = 7 * 24 * 3_600_000;
const STORE = 'files';

interface Kept {
  /** Null: of somebody who was not signed in; whoever signs in takes them over. */
  owner: string | null;
  files: File[];
  /** Milliseconds. */
  at: number;
}

/**
 * Files that were chosen for a form and are not on the server yet, in this browser (IndexedDB), so that
 * a reload or a crash loses none. Signing out, or another person, empties it. Where there is no room, or
 * no such storage, they live as long as the page.
 */
export const keptFiles = {
  async read(form: string): Promise<File[]> {
    const kept = await inStore<Kept | undefined>('readonly', (store) => store.get(form));
    if (!kept) return [];
    const isTheirs = kept.owner === null || kept.owner === userStorage.owner();
    if (isTheirs && kept.at > Date.now() - LIVE_MS) return kept.files;
    await keptFiles.clear(form);
    return [];
  },
  async write(form: string, files: readonly File[]): Promise<void> {
    if (files.length === 0) return keptFiles.clear(form);
    const fitting = files
      .filter(({ size }) => size <= MAX_FILE_BYTES)
      .slice(0, MAX_FILES_PER_BATCH);
    const bytes = fitting.reduce((sum, { size }) => sum + size, 0);
    if (bytes > MAX_KEPT_BYTES) return;
    const kept: Kept = { owner: userStorage.owner(), files: fitting, at: Date.now() };
    await inStore('readwrite', (store) => store.put(kept, form));
  },
  async clear(form: string): Promise<void> {
    await inStore('readwrite', (store) => store.delete(form));
  },
  /** Another person, or nobody, is signed in now. What was chosen before somebody was stays theirs. */
  async dropOthers(): Promise<void> {
    const forms = await inStore<IDBValidKey[]>('readonly', (store) => store.getAllKeys());
    for (const form of forms ?? []) await keptFiles.read(String(form));
  },
};

/** Undefined where this browser cannot. */
async function inStore<Result>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest,
): Promise<Result | undefined> {
  try {
    const database = await settled(opened());
    try {
      return await settled<Result>(act(database.transaction(STORE, mode).objectStore(STORE)));
    } finally {
      database.close();
    }
  } catch {
    return undefined;
  }
}

function opened(): IDBOpenDBRequest {
  const opening = indexedDB.open('unblock', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  return opening;
}

function settled<Result>(asked: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}

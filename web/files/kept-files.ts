import { MAX_FILE_BYTES, MAX_FILES_PER_BATCH } from '#domain/file-rules.ts';
import { userStorage } from '../api/user-storage.ts';
import { writer } from '../api/writer.ts';

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
 * neither a reload nor a crash nor a lost session loses any. Signing out, or another person, empties it.
 * Where there is no room, or no such storage, they live as long as the page.
 */
export const keptFiles = {
  async read(form: string): Promise<File[]> {
    const person = writer();
    const own = person === null ? undefined : await readOne(form);
    const kept = own?.owner === person ? own : await readOne(ofVisitor(form));
    return kept?.files ?? [];
  },
  async write(form: string, files: readonly File[]): Promise<void> {
    if (files.length === 0) return keptFiles.clear(form);
    const fitting = files
      .filter(({ size }) => size <= MAX_FILE_BYTES)
      .slice(0, MAX_FILES_PER_BATCH);
    const bytes = fitting.reduce((sum, { size }) => sum + size, 0);
    if (bytes > MAX_KEPT_BYTES) return;
    const owner = writer();
    const kept: Kept = { owner, files: fitting, at: Date.now() };
    if (owner === null) await put(ofVisitor(form), kept);
    else if (owner === userStorage.owner()) {
      await put(form, kept);
      // They may have signed out while it was written.
      if (owner !== userStorage.owner()) await remove(form);
      await remove(ofVisitor(form));
    }
  },
  async clear(form: string): Promise<void> {
    if (writer() !== null) await remove(form);
    await remove(ofVisitor(form));
  },
  /** Another person, or nobody, is signed in now. What was chosen before somebody was stays theirs. */
  async dropOthers(): Promise<void> {
    for (const key of (await inStore<IDBValidKey[]>('readonly', (store) => store.getAllKeys())) ??
      []) {
      const kept = await readOne(String(key));
      if (kept && kept.owner !== null && kept.owner !== userStorage.owner())
        await remove(String(key));
    }
  },
};

/** A visitor's have a place of their own: they must not displace what somebody left here. */
function ofVisitor(form: string): string {
  return `visitor.${form}`;
}

async function readOne(key: string): Promise<Kept | undefined> {
  const kept = await inStore<Kept | undefined>('readonly', (store) => store.get(key));
  if (!kept || kept.at > Date.now() - LIVE_MS) return kept;
  await remove(key);
  return undefined;
}

async function put(key: string, kept: Kept): Promise<void> {
  await inStore('readwrite', (store) => store.put(kept, key));
}

async function remove(key: string): Promise<void> {
  await inStore('readwrite', (store) => store.delete(key));
}

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

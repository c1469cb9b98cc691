import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

/**
 * Takes a lock that only one process can hold, or answers null. It is an SQLite transaction because
 * the system frees it when its holder dies, which a lock file of our own would outlive.
 */
export function tryFileLock(file: string): Disposable | null {
  const lock = new DatabaseSync(file);
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return { [Symbol.dispose]: () => lock.close() };
  } catch (error) {
    lock.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return null;
    throw error;
  }
}

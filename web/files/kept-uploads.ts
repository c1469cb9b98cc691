import type { Upload } from '#domain/file.ts';
import { userStorage } from '../api/user-storage.ts';

interface Kept {
  file: Upload;
  /** Milliseconds. */
  at: number;
}

/** The server removes what nobody attached after a day. */
const LIVE_MS = 23 * 3_600_000;

/**
 * Uploads of a form that was left before it was sent. They are on the server already; this browser
 * remembers them by the name of the form, as it does the words in it. Signing out empties it.
 */
export const keptUploads = {
  read(form: string): readonly Upload[] {
    return fromStorage(form).map(({ file }) => file);
  },
  write(form: string, files: readonly Upload[]): void {
    const before = fromStorage(form);
    const kept = files.map((file): Kept => {
      const since = before.find((one) => one.file.fileKey === file.fileKey)?.at;
      return { file, at: since ?? Date.now() };
    });
    if (kept.length === 0) userStorage.remove(keyOf(form));
    else userStorage.writeValue(keyOf(form), kept);
  },
  /** Adds them to another form's, for which they are now. */
  move(from: string, to: string): void {
    const moved = fromStorage(from);
    if (moved.length === 0) return;
    userStorage.writeValue(keyOf(to), [...fromStorage(to), ...moved]);
    userStorage.remove(keyOf(from));
  },
};

function fromStorage(form: string): readonly Kept[] {
  const kept = userStorage.readValue<Kept[]>(keyOf(form)) ?? [];
  return kept.filter(({ at }) => at > Date.now() - LIVE_MS);
}

function keyOf(form: string): string {
  return `files.${form}`;
}

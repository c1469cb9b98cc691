import type { Upload } from '#domain/file.ts';
import { keptUploads } from '../files/kept-uploads.ts';

/** What a program has brought for a new request beside its files: uploads that wait to be posted. */
export interface Along {
  /** An archive of the project. */
  project: Upload | null;
  /** Sessions with the AI tool. */
  attempts: readonly Upload[];
}

const PROJECT = 'new-request.project';
const ATTEMPTS = 'new-request.attempts';

/** Of the draft in this browser, as its words and files are kept. */
export const along = {
  read: (): Along => ({
    project: keptUploads.read(PROJECT)[0] ?? null,
    attempts: keptUploads.read(ATTEMPTS),
  }),
  write({ project, attempts }: Along): void {
    keptUploads.write(PROJECT, project ? [project] : []);
    keptUploads.write(ATTEMPTS, attempts);
  },
  clear: (): void => along.write({ project: null, attempts: [] }),
};

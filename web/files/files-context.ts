import { createContext, use } from 'react';
import type { FileRecord } from '#domain/file.ts';

/** The files of the request that a screen is about, and the way to look at them. */
export interface TicketFiles {
  /** Undefined until they are loaded. */
  records: readonly FileRecord[] | undefined;
  /** Shows one; `among` are the keys beside it, for going on to the next picture. */
  open: (key: string, among: readonly string[]) => void;
}

export const FilesContext = createContext<TicketFiles | null>(null);

export function useFiles(): TicketFiles {
  const files = use(FilesContext);
  if (!files) throw new Error('useFiles needs a TicketFilesProvider above it');
  return files;
}

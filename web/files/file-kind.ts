import type { FileRecord } from '#domain/file.ts';

const ARCHIVES = [
  'application/zip',
  'application/java-archive',
  'application/vnd.android.package-archive',
];

/** How a file can be looked at without saving it: by its text, or by what lies in it. */
export function viewOf({ type }: Pick<FileRecord, 'type'>): 'text' | 'archive' | null {
  if (ARCHIVES.includes(type)) return 'archive';
  return type.startsWith('text/') ? 'text' : null;
}

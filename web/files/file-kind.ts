import { ARCHIVE_TYPES, type FileRecord } from '#domain/file.ts';

/** Pictures that every browser shows; of others, and of SVG, there is at most a drawing of ours. */
const PICTURES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'];

/** How a file can be looked at without saving it: as a picture, by its text, or by what lies in it. */
export function viewOf({ type }: Pick<FileRecord, 'type'>): 'picture' | 'text' | 'archive' | null {
  if (PICTURES.includes(type)) return 'picture';
  if (ARCHIVE_TYPES.some((archive) => archive === type)) return 'archive';
  return type.startsWith('text/') ? 'text' : null;
}

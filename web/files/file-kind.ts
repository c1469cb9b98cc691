import type { FileRecord } from '#domain/file.ts';
import { ARCHIVE_TYPES } from '#domain/file-rules.ts';

/** Pictures that every browser shows as they are. */
const PICTURES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'];

/** How a file can be looked at without saving it: as a picture, by its text, or by what lies in it. */
export function shownAs(
  file: Pick<FileRecord, 'type' | 'name' | 'thumbnail_url'>,
): 'picture' | 'text' | 'archive' | null {
  if (isPicture(file)) return 'picture';
  if (isArchive(file)) return 'archive';
  return file.type.startsWith('text/') ? 'text' : null;
}

export function isArchive({ type }: Pick<FileRecord, 'type'>): boolean {
  return ARCHIVE_TYPES.some((archive) => archive === type);
}

/** SVG is a text that could do things: of it only our own drawing is shown. */
function isPicture({ type, thumbnail_url }: Pick<FileRecord, 'type' | 'thumbnail_url'>): boolean {
  return isPlainPicture({ type }) || thumbnail_url !== null;
}

/** Whether the file itself can be shown, not only a drawing of it. */
export function isPlainPicture({ type }: Pick<FileRecord, 'type'>): boolean {
  return PICTURES.includes(type);
}

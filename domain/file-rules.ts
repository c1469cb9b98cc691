import { MAX_FILE_MB, MAX_STORED_GB } from './limits.ts';

export const MAX_FILE_BYTES = MAX_FILE_MB * 1024 ** 2;
export const MAX_STORED_BYTES = MAX_STORED_GB * 1024 ** 3;
/** How many files one request, message, milestone or delivery takes at a time. Source: specification 9. */
export const MAX_FILES_PER_BATCH = 10;
/** How many files one of them ever holds; only edits that add batch after batch come near it. */
export const MAX_FILES_TOGETHER = 50;

/** Files that are zip archives, whatever their ending says. */
export const ARCHIVE_TYPES = [
  'application/zip',
  'application/java-archive',
  'application/vnd.android.package-archive',
] as const;

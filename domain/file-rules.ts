/** "20MB" of specification 9, read as MiB: the larger reading refuses nobody wrongly. */
export const MAX_FILE_BYTES = 20 * 1024 * 1024;
/** What one account may have stored together: "2GB", read as above. */
export const MAX_STORED_BYTES = 2 * 1024 * 1024 * 1024;
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

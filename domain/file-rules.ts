import { MAX_FILE_MB, MAX_STORED_GB } from './limits.ts';

export const MAX_FILE_BYTES = MAX_FILE_MB * 1024 ** 2;
export const MAX_STORED_BYTES = MAX_STORED_GB * 1024 ** 3;
/** Files per request, message, milestone or delivery, in one call. Source: specification 9. */
export const MAX_FILES_PER_BATCH = 10;
/** Files in all; only repeated edits come near it. */
export const MAX_FILES_TOGETHER = 50;

/** Types that are zip archives, whatever their extension. */
export const ARCHIVE_TYPES = [
  'application/zip',
  'application/java-archive',
  'application/vnd.android.package-archive',
] as const;

/** No part of a file or project that is longer is looked through for keys, such as an archive in it. */
export const MAX_LOOKED_THROUGH_MB = 32;

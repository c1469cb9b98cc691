import type { CodeKind } from '#domain/code.ts';

/** A file of a version: its place, and what its bytes are. */
export interface ProjectFile {
  /** With `/` between folders, in Unicode form C, never absolute. */
  path: string;
  /** SHA-256 of its bytes, in hex: two files with one hash are the same. */
  hash: string;
  /** Bytes. */
  size: number;
  kind: CodeKind;
  executable: boolean;
}

/**
 * A version of a project for what reads it, wherever its bytes lie: in an archive that is just being
 * unpacked, in the store, or in a test.
 */
export interface ProjectFiles {
  /** In the order of their paths, by UTF-16 units. */
  files: readonly ProjectFile[];
  /**
   * The bytes of one of `files`.
   * @throws Refusal `not_found`
   */
  read: (path: string) => Promise<Buffer>;
}

const PROGRAM = /\.(?:[cm]?[jt]sx?|vue|pyw?|rb|php|go|rs|dart|java|kts?|cs|exs?|swift|scala)$/i;
const TEST_FOLDER = /(?:^|\/)(?:__tests__|tests?|spec|e2e|cypress)\//i;
const TEST_NAME =
  /(?:^|\/)test_[^/]{1,200}\.py$|[._-](?:test|spec|cy|e2e)\.\w{1,5}$|tests?\.(?:java|kt|cs|php|swift|scala)$/i;

/** Whether a file, by its path, holds tests. */
export function isTestFile(path: string): boolean {
  return PROGRAM.test(path) && (TEST_FOLDER.test(path) || TEST_NAME.test(path));
}

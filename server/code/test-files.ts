const PROGRAM = /\.(?:[cm]?[jt]sx?|vue|pyw?|rb|php|go|rs|dart|java|kts?|cs|exs?|swift|scala)$/i;
const FOLDER = /(?:^|\/)(?:__tests__|tests?|spec|e2e|cypress)\//i;
const NAME =
  /(?:^|\/)test_[^/]{1,200}\.py$|[._-](?:test|spec|cy|e2e)\.\w{1,5}$|tests?\.(?:java|kt|cs|php|swift|scala)$/i;

/** Whether a file, by its path, holds tests. */
export function isTestFile(path: string): boolean {
  return PROGRAM.test(path) && (FOLDER.test(path) || NAME.test(path));
}

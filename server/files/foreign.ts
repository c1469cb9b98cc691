/** Folders of other people's code and of what was built, which nobody wrote in the project itself. */
const FOREIGN =
  /(?:^|\/)(?:node_modules|vendor|\.git|\.venv|venv|site-packages|dist|\.next|build|__MACOSX)\//;

/** Whether a path in an archive of a project leads to a dependency or to build output. */
export function isForeign(path: string): boolean {
  return FOREIGN.test(path);
}

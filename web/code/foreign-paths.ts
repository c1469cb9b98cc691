/** Folders of other people's code and of what was built: nobody wrote them in the project itself. */
const FOREIGN = new Set([
  ...['node_modules', 'bower_components', 'vendor', 'pods', '.venv', 'venv', 'site-packages'],
  ...['.git', '.svn', '.hg', '__macosx', '__pycache__', '.gradle', '.dart_tool', '.terraform'],
  ...['dist', 'build', 'out', 'target', '.next', '.nuxt', '.svelte-kit', '.output', '.turbo'],
  ...['.cache', '.parcel-cache', 'coverage', '.expo', 'deriveddata'],
]);
const FOREIGN_FILES = new Set(['.ds_store', 'thumbs.db', 'desktop.ini']);

/** Whether a folder of this name stays on the person's computer. */
export function isForeignFolder(name: string): boolean {
  return FOREIGN.has(name.toLowerCase());
}

/** Whether a file stays on the person's computer, by its path with `/` between folders. */
export function isForeign(path: string): boolean {
  const folders = path.split('/');
  const name = folders.pop() ?? '';
  return FOREIGN_FILES.has(name.toLowerCase()) || folders.some(isForeignFolder);
}

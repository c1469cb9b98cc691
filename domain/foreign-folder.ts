const DEPENDENCIES = [
  ...['node_modules', 'bower_components', 'vendor', '.venv', 'venv', 'site-packages', 'Pods'],
];
const BUILT = [
  ...['dist', 'build', '.next', '.nuxt', '.output', '.svelte-kit', '.turbo', '.parcel-cache'],
  ...['.gradle', '__pycache__', 'coverage'],
];
/** What is built lies in these of `target`, which is also what people call a folder of their own. */
const BUILT_IN_TARGET = ['debug', 'release', 'classes'];

/**
 * Whether a folder is of other people's code or of what was built, which nobody wrote in the project
 * itself: the part at `at` of a path.
 */
export function foreignFolder(
  parts: readonly string[],
  at: number,
): 'dependencies' | 'build_output' | null {
  const part = parts[at] ?? '';
  if (DEPENDENCIES.includes(part)) return 'dependencies';
  const isBuilt = part === 'target' && BUILT_IN_TARGET.includes(parts[at + 1] ?? '');
  return isBuilt || BUILT.includes(part) ? 'build_output' : null;
}

const NAMED = 3;

/** The first of several paths, and how many more there are. */
export function firstPaths(paths: readonly string[]): string {
  const rest = paths.length > NAMED ? ` and ${paths.length - NAMED} more` : '';
  return `${paths.slice(0, NAMED).join(', ')}${rest}`;
}

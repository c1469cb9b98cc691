const FILE =
  /\.(?:tsx?|jsx?|mjs|cjs|vue|svelte|astro|py|java|kts?|go|rs|php|rb|dart|cs|swift|exs?|sql|css|scss|html|json|ya?ml|toml|md|prisma)(?=$|:\d|[.:]?$)/i;
const MOST = { read: 64 * 1024, found: 60 };

/** Paths of files that a text names, such as an answer that says what was changed. */
export function pathsIn(text: string): string[] {
  const found = new Set<string>();
  for (const word of text.slice(0, MOST.read).split(/[\s"'`()<>[\]{}|,;*=]+/)) {
    if (found.size >= MOST.found) break;
    if (word.length > 200 || !word.includes('/') || word.includes('://')) continue;
    const ending = FILE.exec(word);
    if (ending)
      found.add(word.slice(0, ending.index + ending[0].length).replace(/^(?:\.\/|[ab]\/)/, ''));
  }
  return [...found];
}

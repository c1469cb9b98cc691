/** Endings whose language goes by another name. */
const languages: Record<string, string> = {
  tsx: 'typescript',
  mts: 'typescript',
  cts: 'typescript',
  vue: 'xml',
  svelte: 'xml',
  scss: 'css',
  less: 'css',
  lock: 'yaml',
  gradle: 'java',
  txt: 'text',
  log: 'text',
};

/** The language of a file by its name, as `highlightCode` knows it; '' for none. */
export function languageOf(name: string): string {
  const file = name.split('/').at(-1)?.toLowerCase() ?? '';
  const ending = file.split('.').at(-1) ?? '';
  return languages[ending] ?? ending;
}

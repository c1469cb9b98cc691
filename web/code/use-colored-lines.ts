import { useMemo } from 'react';
import { coloredLines, type Run } from '../text/colored-lines.ts';
import { languageOf } from '../text/language-of.ts';
import { useTextWork } from '../text/use-text-work.ts';

/** The lines of a text; CRLF counts as one end, as everywhere else. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r\n|\n|\r/);
  // A last line that ends has no line after it.
  if (lines.length > 1 && lines.at(-1) === '') lines.pop();
  return lines;
}

/**
 * The colours of a text's lines, from a worker; undefined until they are there, and where there are
 * none.
 */
export function useColoredLines(path: string, text: string): Run[][] | undefined {
  const plain = useMemo(() => text.replaceAll(/\r\n?/g, '\n'), [text]);
  const colored = useTextWork('highlightCode', plain, languageOf(path));
  return useMemo(() => (colored ? coloredLines(colored) : undefined), [colored]);
}

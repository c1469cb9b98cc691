import type { RootContent } from 'hast';

/** A run of characters of one colour. */
export interface Run {
  text: string;
  className: string | undefined;
}

/** Highlighted code line by line: a mark that goes over the end of a line goes on in the next. */
export function coloredLines(nodes: readonly RootContent[]): Run[][] {
  const lines: Run[][] = [[]];
  for (const run of runsOf(nodes, undefined)) {
    const [first = '', ...others] = run.text.split('\n');
    if (first !== '') lines.at(-1)?.push({ ...run, text: first });
    for (const text of others) lines.push(text === '' ? [] : [{ ...run, text }]);
  }
  return lines;
}

/** The texts in their order, each with the innermost mark that it stands in. */
function runsOf(nodes: readonly RootContent[], className: string | undefined): Run[] {
  return nodes.flatMap((node) => {
    if (node.type === 'text') return [{ text: node.value, className }];
    if (node.type !== 'element') return [];
    return runsOf(node.children, namesOf(node.properties.className) ?? className);
  });
}

function namesOf(names: unknown): string | undefined {
  return Array.isArray(names) ? names.join(' ') : undefined;
}

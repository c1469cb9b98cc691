import { zipOf } from '../server/testing/write-zip.ts';

const LONGEST_TEXT = 20_000;

/** Messages that were made to keep the browser of their reader busy. */
export const hostileTexts: Record<string, string> = {
  'a plain message': 'Have you tried it in a private window?',
  'line breaks': `a${'\n'.repeat(LONGEST_TEXT - 2)}b`,
  'one word': 'A'.repeat(LONGEST_TEXT),
  'one word of code': `\`${'='.repeat(LONGEST_TEXT - 2)}\``,
  paragraphs: filled('x\n\n'),
  emphasis: filled('*a_ '),
  brackets: filled('_(['),
  links: filled('[a](https://a.example) '),
  'a table': filled('|-'),
  quotes: filled('> '),
  'code in PHP': `~~~php\n${'A'.repeat(LONGEST_TEXT - 20)}\n~~~`,
  'code in TypeScript': `~~~ts\n${'a'.repeat(LONGEST_TEXT - 20)}\n~~~`,
  'code in C++': `~~~cpp\n${filled('A ').slice(20)}\n~~~`,
  'code of many parts': `~~~ts\n${filled('"a" ').slice(20)}\n~~~`,
};

function filled(piece: string): string {
  return piece.repeat(LONGEST_TEXT / piece.length);
}

/** Files that were made to keep the server busy. */
export function hostileFiles(): { name: string; content: Buffer<ArrayBuffer> }[] {
  const files: [string, string | Buffer][] = [
    ['breaks.txt', `${'\n'.repeat(4_000_000)}${'password = "hunter2hunter2"\n'.repeat(100)}`],
    ['passwords.env', 'PASSWORD=hunter2hunter2 '.repeat(150_000)],
    ['line.txt', 'a'.repeat(8_000_000)],
    ['nested.svg', nestedSvg()],
    ['bomb.zip', zipOf(Object.fromEntries(many(30).map((n) => [`${n}.txt`, Buffer.alloc(5e6)])))],
    ['entries.zip', zipOf(Object.fromEntries(many(60_000).map((n) => [`a/${n}/b.ts`, ''])))],
    ['package.zip', zipOf({ 'package.json': `{"dependencies":${'{"a":'.repeat(100_000)}` })],
  ];
  return files.map(([name, content]) => ({ name, content: Buffer.from(content) }));
}

function many(count: number): number[] {
  return Array.from({ length: count }, (_, n) => n);
}

/** Each level is drawn ten times by the one above it. */
function nestedSvg(): string {
  const levels = many(9).map((n) => `<g id="l${n + 1}">${`<use href="#l${n}"/>`.repeat(10)}</g>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><rect id="l0" width="1" height="1"/>${levels.join('')}</svg>`;
}

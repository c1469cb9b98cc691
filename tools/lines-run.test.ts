import { expect, test } from 'vitest';
import { linesRun } from './lines-run.ts';

/** A script with its map inside, as vitest hands it to Node.js; two lines were put before it. */
function compiled(source: string, mappings: string): string {
  const map = { version: 3, sources: ['x.ts'], names: [], mappings: `;;${mappings}` };
  const encoded = Buffer.from(JSON.stringify(map)).toString('base64');
  return `\n\n${source}\n//# sourceMappingURL=data:application/json;base64,${encoded}`;
}

/** Where a part of a script stands, and how often it ran. */
const range = (script: string, part: string, count: number) => {
  const startOffset = script.indexOf(part);
  return { startOffset, endOffset: startOffset + part.length, count };
};

test('a line counts if any part of it ran, and not for a part that never did', () => {
  const script = compiled('a();\nif (b)\n  c();\nelse d();', 'AAAA;AACA;AACA;AACA');
  const ranges = [range(script, script, 1), range(script, '  c();', 0)];
  expect(linesRun(script, [{ ranges }])).toEqual([1, 2, 4]);
});

test('what ran inside of a function that is told of later counts too', () => {
  const script = compiled('f = () =>\n  a();\ng = () =>\n  b();', 'AAAA;AACA;AACA;AACA');
  const inner = [{ ranges: [range(script, '  b();', 0)] }, { ranges: [range(script, 'a()', 2)] }];
  expect(linesRun(script, [...inner, { ranges: [range(script, script, 1)] }])).toEqual([1, 2, 3]);
});

test('a text of several lines ran as a whole', () => {
  const script = compiled('sql`select 1\n  and 2\n  and 3`;', 'AAAA');
  expect(linesRun(script, [{ ranges: [range(script, script, 1)] }])).toEqual([1, 2, 3]);
});

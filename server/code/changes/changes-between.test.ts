import { describe, expect, it } from 'vitest';
import { workOfThreads } from '../../testing/own-time.ts';
import { type Content, projectOf } from '../../testing/projects.ts';
import { lineEdits, splitLines } from '../patch/line-edits.ts';
import { changesBetween } from './changes-between.ts';
import { compareFiles } from './compare-files.ts';

interface Asked {
  path?: string;
  hunks?: boolean;
}

function changes(
  before: Record<string, Content>,
  after: Record<string, Content>,
  { path, hunks = true }: Asked = {},
) {
  const compare = async (input: Parameters<typeof compareFiles>[0]) => compareFiles(input);
  return changesBetween(projectOf(before), projectOf(after), { compare, path, hunks });
}

const wide = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

describe('what changed between two versions', () => {
  it('is listed by file, with counts and hunks', async () => {
    const before = { a: '1\n2\n3\n', gone: 'x\ny\n', old: 'same\n', same: 'same too\n' };
    const after = {
      a: '1\nzwei\n3\nvier',
      d: { executable: 'new\n' },
      new: 'same\n',
      same: 'same too\n',
    };
    const found = await changes(before, after);
    expect(found).toMatchObject({ files: 4, added: 3, removed: 3, is_complete: true });
    expect(
      found.items.map(({ path, kind, added, removed }) => [path, kind, added, removed]),
    ).toEqual([
      ['a', 'changed', 2, 1],
      ['d', 'added', 1, 0],
      ['gone', 'removed', 0, 2],
      ['new', 'moved', 0, 0],
    ]);
    expect(found.items[0]?.hunks).toEqual([
      {
        old_start: 1,
        old_lines: 3,
        new_start: 1,
        new_lines: 4,
        lines: [' 1', '-2', '+zwei', ' 3', '+vier', '\\ No newline at end of file'],
      },
    ]);
    expect(found.items[3]).toMatchObject({ old_path: 'old', hunks: [] });
  });

  it('has no lines where somebody may read names alone, but counts', async () => {
    const found = await changes({ a: '1\n' }, { a: '2\n' }, { hunks: false });
    expect(found.items).toMatchObject([{ path: 'a', added: 1, removed: 1, hunks: null }]);
    expect(found.is_complete).toBe(true);
  });

  it('is shown in letters, whatever the encoding and the line ends', async () => {
    const found = await changes(
      { latin: Buffer.from('caf\xe9\r\n', 'latin1'), wide: wide('one\r\ntwo\r\n') },
      { latin: Buffer.from('th\xe9\r\n', 'latin1'), wide: wide('one\r\nzwei\r\n') },
    );
    expect(found.items.map(({ hunks }) => hunks?.[0]?.lines)).toEqual([
      ['-café', '+thé'],
      [' \ufeffone', '-two', '+zwei'],
    ]);
  });

  it('has no lines of what is no text', async () => {
    const found = await changes(
      { a: Buffer.from([0, 1, 0, 0, 2]) },
      { a: Buffer.from([0, 2, 0, 0]) },
    );
    expect(found.items).toMatchObject([{ is_binary: true, added: 0, removed: 0, hunks: [] }]);
  });

  it('tells what only became executable', async () => {
    const found = await changes({ a: '1\n' }, { a: { executable: '1\n' } });
    expect(found.items).toMatchObject([{ path: 'a', kind: 'changed', added: 0, hunks: [] }]);
  });

  it('leaves out the lines where the whole is too long, and gives them for one path', async () => {
    const long = (word: string) => `${word.repeat(300)}\n`.repeat(400);
    const before = Object.fromEntries(['a', 'b', 'c'].map((path) => [path, long('old')]));
    const after = Object.fromEntries(['a', 'b', 'c'].map((path) => [path, long('new')]));
    const found = await changes(before, after);
    expect(found).toMatchObject({ added: 1200, removed: 1200, is_complete: false });
    expect(found.items.map(({ hunks }) => hunks === null)).toEqual([false, true, true]);
    const one = await changes(before, after, { path: 'c' });
    expect(one).toMatchObject({ files: 1, is_complete: true });
    expect(one.items[0]?.hunks).toHaveLength(1);
  });

  it('cuts a line of 900 KB, and compares the first megabyte of a longer text', async () => {
    const found = await changes({ a: '' }, { a: 'x'.repeat(900_000) });
    expect(found.items[0]?.hunks?.[0]?.lines[0]).toHaveLength(2002);
    const text = 'one line\n'.repeat(300_000);
    const past = await changes({ a: text }, { a: `${text}more\n` });
    expect(past).toMatchObject({ added: 0, is_complete: false });
  });
});

describe('texts with little in common', () => {
  const random = (seed: number, lines: number) =>
    Array.from({ length: lines }, (_, at) => `${((at + 7) * seed) % 9973}\n`).join('');

  it('are compared in bounded time, and then shown as replaced between what they share', async () => {
    const before = `first\n${random(31, 20_000)}last\n`;
    const after = `first\n${random(57, 20_000)}last\n`;
    let edits: ReturnType<typeof lineEdits> = [];
    const took = await workOfThreads(() => {
      const [old, now] = [splitLines(Buffer.from(before)), splitLines(Buffer.from(after))];
      edits = lineEdits(old, now, { milliseconds: 500, edits: 3000 });
    });
    expect(took).toBeLessThan(4000);
    expect(edits[0]?.oldFrom).toBe(1);
    expect(edits.at(-1)).toMatchObject({ oldTo: 20_001, newTo: 20_001 });
  });

  it('are told apart by lines that stand once in each, where the rest takes too long', () => {
    const text = (changed: (at: number) => boolean) =>
      Array.from({ length: 20_000 }, (_, at) => `${at}${changed(at) ? ' changed' : ''}\n`).join('');
    const [old, now] = [
      splitLines(Buffer.from(text(() => false))),
      splitLines(Buffer.from(text((at) => at % 4 === 0))),
    ];
    const edits = lineEdits(old, now, { milliseconds: 2000, edits: 3000 });
    expect(edits).toHaveLength(5000);
    expect(edits[1]).toEqual({ oldFrom: 4, oldTo: 5, newFrom: 4, newTo: 5 });
  });
});

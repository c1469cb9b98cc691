import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runOnBytes } from './own-process.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'unblock-program-'));
const file = path.join(folder, 'stored');
const listener = createServer();
let input: Buffer;
beforeAll(async () => {
  writeFileSync(file, 'paid work');
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const address = listener.address();
  input = Buffer.from(
    JSON.stringify({ file, port: typeof address === 'object' ? address?.port : 0 }),
  );
});
afterAll(() => {
  listener.close();
  rmSync(folder, { recursive: true });
});

function run(how: string) {
  const program = path.join(import.meta.dirname, '../testing/hijacked-program.ts');
  const limits = { seconds: 5, heapMb: 64, outputBytes: 1_000_000 };
  return runOnBytes({ file: program, args: [how], ...limits }, input);
}

test('a program reads, writes, starts and reaches nothing, and knows no settings', async () => {
  expect(JSON.parse((await run('try')).toString())).toEqual({
    reads: false,
    lists: false,
    writes: false,
    starts: false,
    connects: false,
    environment: [],
    folder: path.parse(process.execPath).root,
  });
});

test('a program that takes too long or too much is ended', async () => {
  const began = performance.now();
  await expect(run('spin')).rejects.toMatchObject({ trouble: 'slow' });
  expect(performance.now() - began).toBeLessThan(60_000);
  await expect(run('shout')).rejects.toMatchObject({ trouble: 'large' });
  await expect(run('fill')).rejects.toMatchObject({ trouble: 'large' });
});

test('a program that fails is told apart from one that is ended', async () => {
  await expect(run('fail')).rejects.toMatchObject({ trouble: 'failed' });
});

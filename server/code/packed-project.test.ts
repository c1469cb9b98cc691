import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { PackedProject } from './packed-project.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const MB = 1024 * 1024;
const EACH = 12 * MB;
const FILES = 8;

test('large files that are read one after the other are not held together', async () => {
  const packed = zstdCompressSync(Buffer.alloc(EACH, 'x'));
  const files = Array.from({ length: FILES }, (_, at) => ({
    path: `${at}.sql`,
    hash: String(at),
    size: EACH,
    kind: 'large' as const,
    executable: false,
    pack: 'one',
    start: at,
    length: packed.length,
    skip: 0,
  }));
  const project = new PackedProject(files, async () => packed);
  collect();
  const before = process.memoryUsage().arrayBuffers;
  for (const { path } of files) expect((await project.read(path)).length).toBe(EACH);
  collect();
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(4 * EACH);
  // What is read from them is still right.
  expect((await project.read('0.sql')).subarray(0, 3).toString()).toBe('xxx');
});

/** A program that tries what a hijacked one would try; its input says which file to read. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';

const { file, port } = JSON.parse(await text(process.stdin)) as { file: string; port: number };
const [how] = process.argv.slice(2);
if (how === 'spin') for (;;);
if (how === 'shout') for (;;) process.stdout.write('x'.repeat(100_000));
if (how === 'fill') for (const kept: string[][] = []; ; ) kept.push([...'x'.repeat(100_000)]);
if (how === 'fail') throw new Error('cannot read this');

function does(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

const connects = await new Promise<boolean>((resolve) => {
  try {
    connect(port, '127.0.0.1')
      .once('connect', () => resolve(true))
      .once('error', () => resolve(false));
  } catch {
    resolve(false);
  }
});
const answer = {
  reads: does(() => readFileSync(file)),
  lists: does(() => readdirSync(path.dirname(file))),
  writes: does(() => writeFileSync(`${file}.new`, '')),
  starts: does(() => {
    const { error } = spawnSync('/bin/true');
    if (error) throw error;
  }),
  connects,
  environment: Object.keys(process.env),
  folder: process.cwd(),
};
process.stdout.end(JSON.stringify(answer), () => process.exit(0));

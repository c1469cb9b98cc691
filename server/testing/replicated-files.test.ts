/** An object store of three machines, one of which dies, as deploy/replicated/files-trial.sh sets it up. */
import { execFile, execFileSync } from 'node:child_process';
import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openStore } from '../store/open-store.ts';
import type { FileStore, ObjectName } from '../store/store.ts';
import { temporaryFolder } from './server-process.ts';
import { LONG } from './soak.ts';
import { arrived } from './store-contract.ts';

const TRIAL = path.join(import.meta.dirname, '../../deploy/replicated/files-trial.sh');
const ROUNDS = Number(process.env.ROUNDS ?? 6);
/** How long a failure may keep a file from being stored or read. */
const MOST_MS = 60_000;

test.runIf(LONG)(
  'a machine of the object store that dies or freezes takes no file along',
  async (context) => {
    const missing = missingForTrial();
    if (missing) return context.skip(`needs ${missing}`);
    const trial = await startTrial();
    const store = await openStore({ filesUrl: trial.filesUrl, dataDir: temporaryFolder() });
    const load = startLoad(store);
    onTestFinished(load.end);
    for (let round = 0; round < ROUNDS; round++) {
      const node = ['one', 'two', 'three'][round % 3] ?? 'one';
      const trouble = round % 2 === 0 ? 'kill' : 'freeze';
      await sleep(2000);
      await trial.run(trouble, node);
      const [stored, read] = await Promise.all([load.untilStored(), load.untilRead()]);
      console.log(`${trouble} ${node}: stored after ${stored} ms, read after ${read} ms`);
      expect(Math.max(stored, read)).toBeLessThan(MOST_MS);
      await trial.run('mend', node);
      await trial.untilWhole();
    }
    const kept = await load.stop();
    console.log(`${kept.size} files kept`);
    for (const [name, hash] of kept) expect(hashOf(await contentOf(store, name))).toBe(hash);
  },
  1_800_000,
);

function missingForTrial(): string | null {
  const programs = ['ceph', 'ceph-mon', 'ceph-mgr', 'ceph-osd', 'radosgw', 'haproxy', 'curl'];
  const missing = programs.filter(
    (name) => !['/usr/bin', '/usr/sbin'].some((at) => existsSync(path.join(at, name))),
  );
  return missing.length > 0 ? missing.join(', ') : null;
}

async function startTrial() {
  // Its disks are files of 4 GB, though most of them is empty.
  const folder = mkdtempSync('/var/tmp/unblock-files-trial-');
  onTestFinished(() => {
    execFileSync(TRIAL, ['down', folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  const run = async (...words: string[]) =>
    (await promisify(execFile)(TRIAL, [...words, folder])).stdout;
  const settings = (await run('up')).trim().split('\n');
  for (const line of settings)
    vi.stubEnv(line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1));
  return {
    filesUrl: process.env.FILES_URL ?? '',
    run,
    untilWhole: () =>
      vi.waitUntil(async () => (await run('status')).match(/up, every file/g)?.length === 3, {
        timeout: 180_000,
        interval: 1000,
      }),
  };
}

/** Stores one file after the other and reads any of them again, without pause. */
function startLoad(store: FileStore) {
  const kept = new Map<ObjectName, string>();
  const reads: string[] = [];
  let stops = false;
  const storing = async () => {
    while (!stops) {
      const content = randomBytes(randomInt(1, 300_000));
      const name: ObjectName = `originals/${randomUUID()}`;
      // One that was refused may be there or not: nobody was told that it is.
      const isStored = await store.put(name, await arrived(store, content)).then(
        () => true,
        () => false,
      );
      if (isStored) kept.set(name, hashOf(content));
    }
  };
  const reading = async () => {
    while (!stops) {
      const [name, hash] = [...kept][randomInt(Math.max(kept.size, 1))] ?? [];
      const content = name && (await contentOf(store, name).catch(() => null));
      if (content) reads.push(hashOf(content) === hash ? 'right' : 'wrong');
      else await sleep(50);
    }
  };
  const all = [storing(), storing(), reading(), reading()];
  const end = async () => {
    stops = true;
    await Promise.all(all);
  };
  return {
    untilStored: () => untilMore(() => kept.size),
    untilRead: () => untilMore(() => reads.length),
    end,
    stop: async () => {
      await end();
      expect(reads).not.toContain('wrong');
      return kept;
    },
  };
}

/** Until ten more are done, of which the first ones may have begun before. */
async function untilMore(count: () => number): Promise<number> {
  const [from, before] = [performance.now(), count()];
  while (count() < before + 10) await sleep(20);
  return Math.round(performance.now() - from);
}

async function contentOf(store: FileStore, name: ObjectName): Promise<Buffer> {
  return buffer(await store.read(name));
}

function hashOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

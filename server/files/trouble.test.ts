import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { FileRecord } from '#domain/file.ts';
import { StoreError } from '../store/store.ts';
import { aRequest, ok } from '../testing/deeds.ts';
import { expectProblem } from '../testing/expect-problem.ts';
import { download, follow, removeGone, sendForm, upload } from '../testing/files.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';
import { newFileKey } from './file-key.ts';
import { removeFiles } from './remove-files.ts';

let world: World;
afterEach(() => world.close());

describe('a full disk', () => {
  it('is told to whoever uploads, loses nothing, and is over once there is room', async (context) => {
    const folder = smallDisk();
    if (folder === null) return context.skip('needs the right to mount a file system');
    const person = await open(`file://${folder}/files`);
    const first = await upload(world, person, { content: Buffer.alloc(1_000_000, 'a') });
    const tooMuch = { content: Buffer.alloc(5_000_000, 'b') };
    const answer = await sendForm(world, `Bearer ${person.token}`, tooMuch);
    expect(answer).toMatchObject({ status: 507, body: { code: 'storage_full' } });
    expectProblem(answer, 'a full disk');
    expect(await readdir(path.join(folder, 'files/incoming'))).toEqual([]);
    expect(await rows()).toEqual([first.fileKey]);
    expect((await download(world, person, first.fileKey)).bytes).toHaveLength(1_000_000);
    ok(await person.call('POST', '/api/tickets', { ...aRequest, files: [first.fileKey] }));
    writeFileSync(path.join(folder, 'filler'), Buffer.alloc(2_000_000));
    const small = { content: Buffer.alloc(1_500_000) };
    expect((await sendForm(world, `Bearer ${person.token}`, small)).status).toBe(507);
    await rm(path.join(folder, 'filler'));
    await upload(world, person, small);
  });
});

describe('a fault of ours in an upload', () => {
  it('is not blamed on whoever uploads, and nothing of the file stays', async () => {
    const person = await open();
    vi.spyOn(String.prototype, 'toWellFormed').mockImplementation(() => {
      throw new TypeError('ours');
    });
    const answer = await sendForm(world, `Bearer ${person.token}`, {});
    vi.restoreAllMocks();
    expect(answer).toMatchObject({ status: 500, body: { code: 'internal' } });
    expectProblem(answer, 'our fault');
    expect(await readdir(world.context.files.incoming)).toEqual([]);
    expect(await rows()).toEqual([]);
  });
});

describe('a store that cannot be reached', () => {
  it('refuses uploads for the moment, and nothing else', async () => {
    const person = await open('s3://unblock?endpoint=http://127.0.0.1:9');
    const answer = await sendForm(world, `Bearer ${person.token}`, {});
    expect(answer).toMatchObject({ status: 503, body: { code: 'files_unavailable' } });
    expect(answer.headers['retry-after']).toBe('5');
    expectProblem(answer, 'no store');
    expect(await readdir(world.context.files.incoming)).toEqual([]);
    ok(await person.call('POST', '/api/tickets', aRequest));
  });

  it('refuses downloads without a word that is not true of the file', async () => {
    const person = await open('s3://unblock?endpoint=http://127.0.0.1:9');
    const key = 'k'.repeat(32);
    const row = { key, owner_id: person.id, name: 'a.txt', size: 5, type: 'text/plain' };
    await world.context.db
      .insertInto('files')
      .values({ ...row, status: 'stored' })
      .execute();
    const { url } = ok(await person.call<{ url: string }>('GET', `/api/files/${key}/link`));
    for (const headers of [{}, { range: 'bytes=1-2' }]) {
      const answer = await follow(world, url, headers);
      expect(answer.status).toBe(503);
      expect(answer.headers).not.toHaveProperty('content-disposition');
      expect(answer.headers).not.toHaveProperty('content-range');
      expect(answer.headers).not.toHaveProperty('etag');
    }
    for (const part of ['text', 'entries', 'text?entry=a']) {
      expect((await person.call('GET', `/api/files/${key}/${part}`)).status, part).toBe(503);
    }
    expect(ok(await person.call<FileRecord>('GET', `/api/files/${key}`)).name).toBe('a.txt');
  });

  it('keeps files that should go until it is there again', async () => {
    const person = await open('s3://unblock?endpoint=http://127.0.0.1:9');
    const key = 'k'.repeat(32);
    await world.context.db
      .insertInto('files')
      .values({ key, owner_id: person.id, status: 'removed' })
      .execute();
    await expect(removeGone(world)).rejects.toThrow();
    expect(await rows()).toEqual([key]);
  });
});

describe('a file that cannot be removed', () => {
  it('does not keep back the others, and is tried again', async () => {
    const person = await open();
    const { db, files } = world.context;
    const keys = ['a', 'b', 'c'].map((letter) => letter.repeat(32));
    const row = { owner_id: person.id, status: 'removed' as const };
    await db
      .insertInto('files')
      .values(keys.map((key) => ({ key, ...row })))
      .execute();
    await db
      .insertInto('code_packs')
      .values(keys.map((key) => ({ key })))
      .execute();
    const packs = async () =>
      (await db.selectFrom('code_packs').select('key').execute()).map(({ key }) => key);
    const remove = files.remove;
    const stuck = vi.spyOn(files, 'remove').mockImplementation(async (name) => {
      if (name.includes('aaa')) throw new Error('not permitted');
      await remove(name);
    });
    await expect(removeGone(world)).rejects.toThrow('Some could not be removed');
    expect([await rows(), await packs()]).toEqual([[keys[0]], [keys[0]]]);
    stuck.mockRestore();
    await removeGone(world);
    expect([await rows(), await packs()]).toEqual([[], []]);
  });

  it('keeps nothing back behind it for long, with however many others it comes first', async () => {
    const person = await open();
    const { db, files } = world.context;
    const row = { owner_id: person.id, status: 'removed' as const };
    const first = Array.from({ length: 25 }, (_, n) => String(n).padStart(32, '0'));
    const others = Array.from({ length: 40 }, newFileKey);
    await db
      .insertInto('files')
      .values([...first, ...others].map((key) => ({ key, ...row })))
      .execute();
    const remove = files.remove;
    const stuck = vi.spyOn(files, 'remove').mockImplementation(async (name) => {
      if (name.includes('/00000')) throw new StoreError('unavailable', null);
      await remove(name);
    });
    onTestFinished(() => stuck.mockRestore());
    for (let run = 0; run < 12; run++) await expect(removeGone(world)).rejects.toThrow();
    expect((await rows()).toSorted()).toEqual(first);
  });
});

describe('a folder of incoming files that cannot be read', () => {
  it('keeps back no file that should go, and is told', async () => {
    const person = await open();
    const { db, files } = world.context;
    const row = { owner_id: person.id, status: 'removed' as const };
    await db
      .insertInto('files')
      .values({ key: newFileKey(), ...row })
      .execute();
    const context = { ...world.context, files: { ...files, incoming: `${files.incoming}/gone` } };
    await expect(removeFiles(context)).rejects.toThrow('ENOENT');
    expect(await rows()).toEqual([]);
  });
});

async function open(filesUrl?: string): Promise<Person> {
  world = await openWorld(filesUrl === undefined ? {} : { filesUrl });
  return world.person('customer');
}

async function rows(): Promise<string[]> {
  const found = await world.context.db.selectFrom('files').select('key').execute();
  return found.map(({ key }) => key);
}

/** A disk of 4 MB; null where we may not make one. */
function smallDisk(): string | null {
  const folder = mkdtempSync(path.join(tmpdir(), 'unblock-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
  onTestFinished(() => {
    execFileSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true });
  });
  return folder;
}

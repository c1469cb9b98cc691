import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startS3, type TestS3 } from '../testing/s3.ts';
import { arrived, keepsTheContract } from '../testing/store-contract.ts';
import { openStore } from './open-store.ts';
import { S3_LIMITS } from './s3-store.ts';
import type { FileStore } from './store.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'unblock-store-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const dataDir = path.join(folder, 'data');

describe('a store on disk', () => {
  let store: FileStore;
  const files = path.join(folder, 'files');
  beforeAll(async () => {
    store = await openStore({ filesUrl: `file://${files}`, dataDir });
  });

  keepsTheContract(() => store);

  it('says so when its folder cannot be used', async () => {
    const file = await arrived(store, Buffer.from('x'));
    await rename(path.join(files, 'originals'), path.join(files, 'elsewhere'));
    writeFileSync(path.join(files, 'originals'), '');
    await expect(store.put('originals/key', file)).rejects.toMatchObject({
      trouble: 'unavailable',
    });
    await expect(store.read('originals/key')).rejects.toMatchObject({ trouble: 'unavailable' });
    await rm(path.join(files, 'originals'));
    await rename(path.join(files, 'elsewhere'), path.join(files, 'originals'));
  });
});

// TEST_FILES_URL names another one, such as the operator's own.
describe('a store in S3', () => {
  const given = process.env.TEST_FILES_URL;
  let server: TestS3 | null = null;
  let store: FileStore;
  let filesUrl: string;
  beforeAll(async () => {
    server = given === undefined ? await startS3(path.join(folder, 's3')) : null;
    filesUrl = given ?? server?.filesUrl ?? '';
    store = await openStore({ filesUrl, dataDir });
  });
  afterAll(() => server?.close());

  keepsTheContract(() => store);

  describe('of which a part is being read', () => {
    const { silentMs } = S3_LIMITS;
    // A machine that stands still for a second is not silent.
    beforeAll(() => void Object.assign(S3_LIMITS, { silentMs: 1500 }));
    afterAll(() => void Object.assign(S3_LIMITS, { silentMs }));

    it('waits for a reader who takes a break', async () => {
      const content = randomBytes(8 * 1024 * 1024);
      await store.put('originals/paused', await arrived(store, content));
      const chunks: Buffer[] = [];
      for await (const chunk of await store.read('originals/paused')) {
        if (chunks.length === 0) await sleep(4000);
        chunks.push(chunk);
      }
      expect(Buffer.concat(chunks).equals(content)).toBe(true);
    });

    it('breaks off where nothing more comes', async () => {
      const silent = createServer((_request, answer) => {
        answer.writeHead(200, { 'content-length': 100 }).write('a part');
      });
      onTestFinished(() => void silent.close().closeAllConnections());
      await once(silent.listen(0, '127.0.0.1'), 'listening');
      const { port } = silent.address() as AddressInfo;
      const stuck = await openStore({
        filesUrl: `s3://unblock?endpoint=http://127.0.0.1:${port}`,
        dataDir,
      });
      const read = stuck.read('originals/key').then((bytes) => bytes.toArray());
      await expect(read).rejects.toThrow();
      await expect(stuck.lend('originals/key', async () => null)).rejects.toMatchObject({
        trouble: 'unavailable',
      });
    });
  });

  // The small server from npm does not look at checksums.
  it.runIf(given)('takes nothing that was damaged on the way', async () => {
    const file = await arrived(store, Buffer.from('whole'));
    writeFileSync(file.path, 'holes');
    await expect(store.put('originals/damaged', file)).rejects.toMatchObject({
      trouble: 'unavailable',
    });
    await expect(store.read('originals/damaged')).rejects.toMatchObject({ trouble: 'missing' });
  });

  it('says so when it cannot be reached, or has no such bucket', async () => {
    const lost = await openStore({ filesUrl: 's3://unblock?endpoint=http://127.0.0.1:9', dataDir });
    const other = new URL(filesUrl);
    other.hostname = `none${randomBytes(4).toString('hex')}`;
    const wrong = await openStore({ filesUrl: other.href, dataDir });
    for (const store of [lost, wrong]) {
      const file = await arrived(store, Buffer.from('x'));
      await expect(store.put('originals/key', file)).rejects.toMatchObject({
        trouble: 'unavailable',
      });
      await expect(store.read('originals/key')).rejects.toMatchObject({ trouble: 'unavailable' });
      await expect(store.remove('originals/key')).rejects.toMatchObject({ trouble: 'unavailable' });
      await rm(file.path);
    }
  });
});

describe('the address of a store', () => {
  it.each([
    's3://',
    's3://UPPER?region=eu-west-1',
    's3://bucket/folder',
    's3://bucket?endpoint=localhost:9000',
    's3://bucket?endpoint=file:///etc',
    'file://host/folder',
    'file:///dev/null/files',
    'file:///proc/unblock/files',
  ])('is refused at the start: %s', async (filesUrl) => {
    await expect(openStore({ filesUrl, dataDir })).rejects.toThrow(
      /^FILES_URL (is not valid|cannot be used)/,
    );
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../config/ports.ts';
import { startEmbeddedDatabase } from './embedded.ts';

test('a database whose port is taken in the moment of its start takes another one', async () => {
  const other = createServer((socket) => socket.on('error', () => undefined).destroy());
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void other.close());
  const folder = mkdtempSync(path.join(tmpdir(), 'unblock-embedded-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const ports = [(other.address() as AddressInfo).port, await freePort()];
  const { url, stop } = await startEmbeddedDatabase({
    folder,
    settings: { fsync: 'off' },
    findPort: async () => ports.shift() ?? 0,
  });
  onTestFinished(stop);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.end();
  expect(ports).toEqual([]);
});

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createUploadEngine } from './upload-engine.ts';
import type { UploadEngine, UploadItem } from './upload-item.ts';

/** A line to the server that does what a test says. */
class Line {
  static all: Line[] = [];
  status = 0;
  statusText = '';
  responseText = '';
  readyState = 0;
  timeout = 0;
  withCredentials = false;
  responseType = '';
  onload?: () => void;
  onerror?: (event: Event) => void;
  ontimeout?: () => void;
  readonly upload: { onprogress?: (event: object) => void } = {};
  readonly headers: Record<string, string> = {};
  body: FormData | null = null;
  at = 0;

  open() {}
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  send(body: FormData) {
    this.body = body;
    this.at = Date.now();
    Line.all.push(this);
  }
  abort() {
    this.readyState = 4;
  }
  moves(loaded: number, total: number) {
    this.upload.onprogress?.({ lengthComputable: true, loaded, total });
  }
  answers(status: number, body: object) {
    Object.assign(this, { status, readyState: 4, responseText: JSON.stringify(body) });
    this.onload?.();
  }
  breaks() {
    this.onerror?.(new Event('error'));
  }
}

let engine: UploadEngine;
beforeEach(() => {
  Line.all = [];
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') });
  vi.stubGlobal('XMLHttpRequest', Line);
  vi.stubGlobal('ProgressEvent', Event);
  engine = createUploadEngine(10);
});
afterEach(() => {
  engine.destroy();
  vi.useRealTimers();
});

it('starts nothing by itself, then five at once under names with the time, and the next as one ends', async () => {
  engine.add(Array.from({ length: 8 }, (_, count) => aFile(`${count}.txt`)));
  await pass(1000);
  expect(Line.all).toHaveLength(0);
  expect(states()).toEqual(Array(8).fill('waiting'));
  engine.start();
  await pass(0);
  expect(Line.all).toHaveLength(5);
  const sent = Line.all[0]?.body?.get('file') as File;
  expect(sent.name).toBe(`unblock_${Date.parse('2026-11-20T12:00:00Z')}_0.txt`);
  expect([...(Line.all[0]?.body?.keys() ?? [])]).toEqual(['file']);
  Line.all[0]?.answers(201, { fileKey: 'k', name: '0.txt', size: 5, type: 'text/plain' });
  await pass(0);
  expect(Line.all).toHaveLength(6);
  expect(engine.state().items[0]).toMatchObject({ status: 'complete', uploaded: { fileKey: 'k' } });
  expect(engine.state().items[0]?.name).toBe('0.txt');
});

it('tries three times more, after 0.3, 0.6 and 1.2 seconds, as one and the same upload', async () => {
  engine.add([aFile('a.txt')]);
  engine.start();
  await pass(0);
  for (const delay of [300, 600, 1200]) {
    const tries = Line.all.length;
    Line.all.at(-1)?.breaks();
    await pass(delay - 1);
    expect(Line.all).toHaveLength(tries);
    await pass(1);
    expect(Line.all).toHaveLength(tries + 1);
  }
  Line.all.at(-1)?.breaks();
  await pass(60_000);
  expect(Line.all).toHaveLength(4);
  expect(only()).toMatchObject({ status: 'error' });
  expect(only().problem).toContain('This looks like a network error');
  const keys = Line.all.map(({ headers }) => headers['idempotency-key']);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(new Set(keys).size).toBe(1);
});

it('does not try again what the server refuses for cause', async () => {
  engine.add([aFile('a.txt')]);
  engine.start();
  await pass(0);
  Line.all[0]?.answers(413, { detail: 'Too large.' });
  await pass(5000);
  expect(Line.all).toHaveLength(1);
  expect(only()).toMatchObject({ status: 'error', problem: 'Too large.' });
});

it('warns after 30 seconds without progress, and takes the warning back when it moves on', async () => {
  engine.add([aFile('a.txt')]);
  engine.start();
  await pass(0);
  Line.all[0]?.moves(1, 10);
  await pass(29_999);
  expect(only().problem).toBeNull();
  await pass(1);
  expect(only()).toMatchObject({
    status: 'uploading',
    problem: 'Upload has not made any progress for 30 seconds. You may want to retry it.',
  });
  Line.all[0]?.moves(2, 10);
  expect(only().problem).toBeNull();
});

it('gives a try 60 seconds, and does not begin another by itself', async () => {
  engine.add([aFile('a.txt')]);
  engine.start();
  await pass(0);
  expect(Line.all[0]?.timeout).toBe(60_000);
  Line.all[0]?.ontimeout?.();
  await pass(5000);
  expect(Line.all).toHaveLength(1);
  expect(only().status).toBe('error');
});

it('begins a paused file anew under the same key, and forgets one that was removed', async () => {
  engine.add([aFile('a.txt')]);
  engine.start();
  await pass(0);
  Line.all[0]?.moves(5, 10);
  engine.pause(only().id);
  await pass(0);
  expect(only()).toMatchObject({ status: 'paused', sent: 0 });
  engine.resume(only().id);
  await pass(0);
  expect(Line.all).toHaveLength(2);
  expect(Line.all[1]?.headers['idempotency-key']).toBe(Line.all[0]?.headers['idempotency-key']);
  engine.remove(only().id);
  await pass(5000);
  expect(engine.state().items).toEqual([]);
  expect(Line.all).toHaveLength(2);
});

it('takes ten files of 20MB, and says of the others why not', () => {
  engine.add([aFile('large.bin', 20 * 1024 * 1024 + 1)]);
  expect(engine.state()).toMatchObject({
    items: [],
    refused: ['large.bin exceeds maximum allowed size of 20 MB'],
  });
  engine.add(Array.from({ length: 11 }, (_, count) => aFile(`${count}.txt`)));
  expect(engine.state().items).toHaveLength(10);
  expect(engine.state().refused).toEqual(['You can only upload 10 files: the first 10 stay.']);
});

function aFile(name: string, size = 10): File {
  return new File([new Uint8Array(size)], name, { type: 'text/plain' });
}

function only(): UploadItem {
  const [item] = engine.state().items;
  if (!item) throw new Error('nothing was chosen');
  return item;
}

const states = () => engine.state().items.map(({ status }) => status);

/** Lets time go by, with all that waits for nothing but a turn. */
async function pass(milliseconds: number): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await vi.advanceTimersByTimeAsync(0);
  await vi.advanceTimersByTimeAsync(milliseconds);
  for (let turn = 0; turn < 10; turn++) await vi.advanceTimersByTimeAsync(0);
}

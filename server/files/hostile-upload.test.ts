import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { FileRecord } from '#domain/file.ts';
import { MAX_STORED_BYTES } from '#domain/file-rules.ts';
import { ok } from '../testing/deeds.ts';
import { expectProblem } from '../testing/expect-problem.ts';
import { download, FORM_TYPE, formBody, kept, sendForm, upload } from '../testing/files.ts';
import { PATIENCE } from '../testing/patience.ts';
import { type Answer, openWorld, type Person, type World } from '../testing/world.ts';
import { newFileKey } from './file-key.ts';
import { UPLOAD_LIMITS } from './receive-upload.ts';
import { EICAR } from './scan-malware.ts';

const MAX = 20 * 1024 * 1024;

let world: World;
let customer: Person;
let bearer: string;
beforeAll(async () => {
  world = await openWorld();
  await world.listen();
  customer = await world.person('customer');
  bearer = `Bearer ${customer.token}`;
});
afterAll(() => world.close());

describe('an upload of 20MB', () => {
  it('is taken whole', async () => {
    const content = Buffer.alloc(MAX, 'unblock');
    const { fileKey, size } = await upload(world, customer, { content });
    expect(size).toBe(MAX);
    expect((await download(world, customer, fileKey)).bytes.equals(content)).toBe(true);
  });

  it('is refused with one byte more, and nothing of it stays', async () => {
    const before = await kept(world);
    const answer = await sendForm(world, bearer, { content: Buffer.alloc(MAX + 1) });
    expectProblem(answer, 'one byte more');
    expect(answer).toMatchObject({ status: 413, body: { code: 'file_too_large' } });
    expect(await kept(world)).toEqual(before);
  });

  it('is refused by its announced length before anything is read', async () => {
    const socket = await open(['Content-Length: 99999999']);
    expect(await answerOf(socket)).toMatch(/^HTTP\/1\.1 413 /);
  });
});

describe('an upload that never ends', () => {
  it('is cut off as soon as it is too large, and the sender is told', async () => {
    const socket = await open(['Transfer-Encoding: chunked']);
    const chunk = Buffer.alloc(64 * 1024, 'x');
    let isOpen = true;
    socket.on('close', () => (isOpen = false)).on('error', () => undefined);
    socket.write(chunked(formHead()));
    const answer = answerOf(socket);
    const pour = () => {
      while (isOpen && socket.write(chunked(chunk)));
    };
    socket.on('drain', pour);
    pour();
    expect(await answer).toMatch(/^HTTP\/1\.1 413 /);
    await vi.waitUntil(() => !isOpen, PATIENCE);
    expect((await kept(world)).incoming).toEqual([]);
  });

  it('is cut off soon when it is of nobody', async () => {
    const socket = await open(['Transfer-Encoding: chunked'], 'Bearer none');
    let isOpen = true;
    socket.on('close', () => (isOpen = false)).on('error', () => undefined);
    const answer = answerOf(socket);
    socket.write(chunked(formHead()));
    const drip = setInterval(() => socket.write(chunked(Buffer.from('x'))), 20);
    expect(await answer).toMatch(/^HTTP\/1\.1 401 /);
    await vi.waitUntil(() => !isOpen, PATIENCE);
    clearInterval(drip);
  });

  it('is cut off when its time is over, however slowly it comes', async () => {
    const { milliseconds } = UPLOAD_LIMITS;
    UPLOAD_LIMITS.milliseconds = 300;
    onTestFinished(() => {
      UPLOAD_LIMITS.milliseconds = milliseconds;
    });
    const before = await kept(world);
    for (const start of [formHead(), formHead().subarray(0, 40), Buffer.alloc(0)]) {
      const socket = await open(['Transfer-Encoding: chunked']);
      const answer = answerOf(socket);
      if (start.length > 0) socket.write(chunked(start));
      const drip = setInterval(() => socket.write(chunked(Buffer.from('x'))), 50);
      expect(await answer).toMatch(/^HTTP\/1\.1 408 [\s\S]*upload_timeout/);
      await new Promise((closed) => socket.once('close', closed).on('error', () => undefined));
      clearInterval(drip);
    }
    await vi.waitUntil(
      async () => JSON.stringify(await kept(world)) === JSON.stringify(before),
      PATIENCE,
    );
  });
});

describe('an upload that breaks off', () => {
  it('leaves nothing, wherever that happens', async () => {
    const before = await kept(world);
    const body = formBody({ content: Buffer.alloc(300_000, 'x') });
    const places = [0, 10, 150, 5000, 250_000, body.length - 4];
    for (const [bytes, wait] of places.flatMap((place) => [
      [place, 0] as const,
      [place, 50] as const,
    ])) {
      const socket = await open([`Content-Length: ${body.length}`]);
      socket.on('error', () => undefined);
      socket.write(body.subarray(0, bytes));
      if (wait > 0) await sleep(wait);
      socket.destroy();
    }
    await vi.waitUntil(
      async () => JSON.stringify(await kept(world)) === JSON.stringify(before),
      PATIENCE,
    );
  });

  it('is not kept for somebody who has left meanwhile', async () => {
    const leaving = await world.person('customer');
    const body = formBody({ content: 'x' });
    const socket = await open([`Content-Length: ${body.length}`], `Bearer ${leaving.token}`);
    const answer = answerOf(socket);
    const mine = () =>
      world.context.db.selectFrom('files').select('key').where('owner_id', '=', leaving.id);
    socket.write(body.subarray(0, -10));
    await vi.waitUntil(async () => (await mine().execute()).length === 1, PATIENCE);
    await world.context.db
      .updateTable('files')
      .set({ status: 'removed' })
      .where('owner_id', '=', leaving.id)
      .execute();
    socket.write(body.subarray(-10));
    expect(await answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(await mine().execute()).toEqual([]);
    socket.destroy();
  });

  it.each([
    ['no boundary', 'multipart/form-data', 'x'],
    ['an empty form', FORM_TYPE, ''],
    ['no form', FORM_TYPE, 'hello'],
    ['half a form', FORM_TYPE, formBody({}).subarray(0, 100)],
    ['a form without its end', FORM_TYPE, formBody({}).subarray(0, -10)],
    ['another boundary', 'multipart/form-data; boundary=other', formBody({})],
    ['JSON', 'application/json', '{"file": "x"}'],
    ['a plain form', 'application/x-www-form-urlencoded', 'file=x'],
    ['bytes', 'application/octet-stream', 'x'],
    ['a field of the name alone', FORM_TYPE, field('file', 'not a file')],
    ['a field that changes prototypes', FORM_TYPE, field('__proto__', 'x')],
    [
      'too many fields',
      FORM_TYPE,
      Buffer.concat(Array.from({ length: 40 }, () => field('a', 'x', false))),
    ],
  ])('is refused in words: %s', async (about, type, payload) => {
    const before = await kept(world);
    const answer = await world.app.inject({
      method: 'POST',
      url: '/files/upload',
      headers: { 'content-type': type, authorization: bearer },
      payload,
    });
    expect(answer.statusCode, answer.body).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode, answer.body).toBeLessThan(500);
    const { statusCode: status, headers } = answer;
    expectProblem({ status, body: answer.json(), headers }, about);
    expect(await kept(world)).toEqual(before);
  });
});

describe('the name of a file', () => {
  it.each([
    ['../../etc/passwd', 'passwd'],
    ['/etc/passwd', 'passwd'],
    ['C:\\\\Windows\\\\notes.txt', 'notes.txt'],
    ['..', 'file'],
    ['.env', '.env'],
    ['CON', 'CON'],
    ['unblock_1731000000000_shot.png', 'shot.png'],
    ['photo\u202egnp.exe', 'photognp.exe'],
    ['a\u0007b\u0000c.txt', 'a b c.txt'],
    ['Entwürfe 日本語 👩‍💻.pdf', 'Entwürfe 日本語 👩‍💻.pdf'],
    ['<img src=x onerror=alert(1)>.html', '<img src=x onerror=alert(1)>.html'],
    [`${'n'.repeat(300)}.tar.gz`, `${'n'.repeat(197)}.gz`],
    ['   ', 'file'],
    ['...', 'file'],
    ['...hidden', '...hidden'],
    ['\u200b.\u2060\u3164', 'file'],
    ['\u200f\u202b\u2067.htaccess\u2069', '.htaccess'],
    ['שלום عالم.txt', 'שלום عالم.txt'],
    [`${'b'.repeat(251)}.txt`, `${'b'.repeat(196)}.txt`],
    [`${'😀'.repeat(150)}.png`, `${'😀'.repeat(98)}.png`],
    [`x${'😀'.repeat(150)}.png`, `x${'😀'.repeat(97)}.png`],
    ['notes/..\\..\\..%2f..%2fetc%2fpasswd', '..%2f..%2fetc%2fpasswd'],
  ])('%s is shown as %s', async (name, shown) => {
    const { fileKey, name: answered } = await upload(world, customer, { name });
    expect(answered).toBe(shown);
    const file = ok(await customer.call<FileRecord>('GET', `/api/files/${fileKey}`));
    expect(file.name).toBe(shown);
    const saved = await download(world, customer, fileKey);
    const disposition = String(saved.headers['content-disposition']);
    expect(disposition).toMatch(/^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''\S*$/);
    expect(decodeURIComponent(disposition.split("UTF-8''")[1] ?? '')).toBe(shown);
  });

  it('need not be there', async () => {
    const body = formBody({ content: 'Hello' }).toString();
    const { statusCode, payload } = await world.app.inject({
      method: 'POST',
      url: '/files/upload',
      headers: { 'content-type': FORM_TYPE, authorization: bearer },
      payload: body.replace('; filename="notes.txt"', ''),
    });
    expect(JSON.parse(payload)).toMatchObject({ name: 'file', size: 5 });
    expect(statusCode).toBe(201);
  });

  it('may be that of another file', async () => {
    const [one, two] = [
      await upload(world, customer, { name: 'same.txt', content: 'one' }),
      await upload(world, customer, { name: 'same.txt', content: 'two' }),
    ];
    expect((await download(world, customer, one.fileKey)).bytes.toString()).toBe('one');
    expect((await download(world, customer, two.fileKey)).bytes.toString()).toBe('two');
  });
});

describe('what a file is', () => {
  it.each([
    ['page.html', '<!doctype html><script>alert(1)</script>', 'text/plain'],
    ['logo.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'text/plain'],
    ['feed.xml', '<?xml version="1.0"?><x/>', 'text/plain'],
    ['lie.png', 'no picture', 'text/plain'],
    ['umlaut.txt', Buffer.from('fünf', 'latin1'), 'application/octet-stream'],
    ['nul.txt', 'a\0b', 'application/octet-stream'],
    ['paper.pdf', '%PDF-1.7\n1 0 obj', 'application/pdf'],
    ['polyglot.html', Buffer.from('GIF89a/*<script>alert(1)</script>*/'), 'image/gif'],
    ['nothing.txt', '', 'text/plain'],
  ])('is decided by its content: %s', async (name, content, type) => {
    const uploaded = await upload(world, customer, { name, content, type: 'text/html' });
    expect(uploaded.type).toBe(type);
    const { headers } = await download(world, customer, uploaded.fileKey);
    expect(headers).toMatchObject({
      'content-type': type === 'text/plain' ? 'text/plain; charset=utf-8' : type,
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      'cache-control': 'private, no-store',
    });
    expect(headers['content-disposition']).toMatch(/^attachment;/);
  });

  it('may not be the test file of malware scanners, wherever in it that stands', async () => {
    const around = [EICAR, ` \n${EICAR}\n`, 'x'.repeat(65_536 - 30) + EICAR];
    for (const content of around) {
      const answer = await sendForm(world, bearer, { content });
      expect(answer).toMatchObject({ status: 422, body: { code: 'file_refused' } });
    }
    expect((await sendForm(world, bearer, { content: EICAR.slice(1) })).status).toBe(201);
  });
});

describe('a person who uploads too much', () => {
  it('has to use or remove uploads first', async () => {
    const busy = await world.person('customer');
    const rows = Array.from({ length: 100 }, () => ({
      key: newFileKey(),
      owner_id: busy.id,
      size: 1,
      type: 'text/plain',
      status: 'stored' as const,
    }));
    await world.context.db.insertInto('files').values(rows).execute();
    const answer = await sendForm(world, `Bearer ${busy.token}`);
    expect(answer).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  });

  it('stores no more than an account may have, also by uploads that end together', async () => {
    const full = await world.person('customer');
    const row = () => ({ key: newFileKey(), owner_id: full.id, type: 'text/plain' });
    const rows = [MAX_STORED_BYTES / 2, MAX_STORED_BYTES / 2 - 35].map((size) => ({
      ...row(),
      size,
      status: 'attached' as const,
    }));
    await world.context.db.insertInto('files').values(rows).execute();
    const send = () => sendForm(world, `Bearer ${full.token}`, { content: '0123456789' });
    const answers = await Promise.all(Array.from({ length: 12 }, send));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(answers.find(({ status }) => status !== 201)).toMatchObject({
      status: 409,
      body: { code: 'storage_used_up', detail: expect.stringContaining('at most 2GB') },
    });
    const stored = await world.context.db
      .selectFrom('files')
      .select('status')
      .where('owner_id', '=', full.id)
      .execute();
    expect(stored).toHaveLength(5);
    const [{ key = '' } = {}] = rows;
    await world.context.db
      .updateTable('files')
      .set({ status: 'removed' })
      .where('key', '=', key)
      .execute();
    expect((await send()).status).toBe(201);
  });

  it('is held to the limit by all servers together', async () => {
    const limited = await openWorld({ rateLimits: true });
    onTestFinished(() => limited.close());
    const busy = await limited.person('customer');
    const key = `Bearer ${busy.token}`;
    const answers: Answer<unknown>[] = [];
    for (let count = 0; count < 9; count++) {
      const some = Array.from({ length: 25 }, () => sendForm(limited, key, { field: 'none' }));
      answers.push(...(await Promise.all(some)));
    }
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(200);
    expect(answers.find(({ status }) => status === 429)?.headers['retry-after']).toMatch(/^\d+$/);
  }, 300_000);
});

/** A connection that has sent the head of an upload. */
async function open(headers: string[], authorization = bearer): Promise<Socket> {
  const { hostname, port } = new URL(world.url);
  const socket = connect(Number(port), hostname);
  await new Promise((connected) => socket.once('connect', connected));
  socket.write(
    [
      'POST /files/upload HTTP/1.1',
      `Host: ${hostname}`,
      `Authorization: ${authorization}`,
      `Content-Type: ${FORM_TYPE}`,
      ...headers,
      '\r\n',
    ].join('\r\n'),
  );
  return socket;
}

/** The first answer, as far as it came at once. */
function answerOf(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    socket.on('data', (bytes) => {
      text += bytes;
      if (text.includes('\r\n\r\n{')) resolve(text);
    });
    socket.once('close', () => resolve(text));
  });
}

/** The beginning of a form, up to where the content of its file begins. */
function formHead(): Buffer {
  const whole = formBody({ content: '@' });
  return whole.subarray(0, whole.indexOf('@'));
}

function chunked(bytes: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`${bytes.length.toString(16)}\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ]);
}

function field(name: string, value: string, isLast = true): Buffer {
  const boundary = FORM_TYPE.split('boundary=')[1];
  return Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n${isLast ? `--${boundary}--\r\n` : ''}`,
  );
}

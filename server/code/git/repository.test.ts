import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Snapshot } from '#domain/code.ts';
import { pathsOf, read } from '../../testing/code.ts';
import { ok, postRequest } from '../../testing/deeds.ts';
import { kept } from '../../testing/files.ts';
import {
  byGit,
  drip,
  endless,
  hasGit,
  line,
  newRepository,
  ONE_MORE,
  REFS_BEGIN,
  REFS_TYPE,
  serve,
} from '../../testing/git-server.ts';
import { openWorld, type Person, type World } from '../../testing/world.ts';
import { checkPack } from './check-pack.ts';
import { eachInRepository } from './each-in-repository.ts';

let world: World;
let customer: Person;
const after: (() => unknown)[] = [];
beforeAll(async () => {
  world = await openWorld({ looksAtLoopback: true });
  customer = await world.person('customer');
});
afterAll(async () => {
  for (const end of after) await end();
});
afterAll(() => world.close());

async function bringFrom(git_url: string, ref?: string): Promise<Snapshot> {
  const { id } = await postRequest(customer);
  const body = { git_url, kind: 'project', ...(ref && { ref }) };
  const path = `/api/tickets/${id}/snapshots`;
  const brought = ok(await customer.call<Snapshot>('POST', path, body));
  return read(world, customer, brought.id);
}

async function served(answer: Parameters<typeof serve>[0]): Promise<string> {
  const { url, close } = await serve(answer);
  after.push(close);
  return url;
}

function repository() {
  const made = newRepository();
  after.push(made.remove);
  made.write({ 'README.md': '# Shop\n', 'src/app.ts': 'one\n', 'node_modules/a/index.js': '1\n' });
  made.git('add', '-A');
  made.git('commit', '-qm', 'First');
  return made;
}

describe.runIf(hasGit)('a public repository', () => {
  it('is read without its history; links, submodules and large files elsewhere are named', async () => {
    const [inner, outer] = [repository(), repository()];
    outer.git('submodule', 'add', '-q', inner.folder, 'lib/inner');
    outer.link('src/link.ts', 'app.ts');
    outer.write({
      'run.sh': '#!/bin/sh\n',
      'big.psd': `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 9\n`,
    });
    outer.git('update-index', '--add', '--chmod=+x', 'run.sh');
    outer.git('add', '-A');
    outer.git('commit', '-qm', 'Second');
    const url = await served(byGit(outer));
    const version = await bringFrom(`${url}/shop.git`);
    expect(version).toMatchObject({ state: 'ready', source: 'git', ref: 'main', trouble: null });
    expect(await pathsOf(customer, version.id)).toEqual([
      '.gitmodules',
      'README.md',
      'run.sh',
      'src/app.ts',
    ]);
    expect(version.left_out).toEqual([
      { path: 'big.psd', reason: 'lfs', files: 1 },
      { path: 'lib/inner', reason: 'submodule', files: 1 },
      { path: 'node_modules/', reason: 'dependencies', files: 1 },
      { path: 'src/link.ts', reason: 'link', files: 1 },
    ]);
  });

  it('is read by a branch or tag, and where it has moved to', async () => {
    const made = repository();
    made.git('checkout', '-qb', 'fix/login');
    made.write({ 'src/app.ts': 'two\n', 'only.txt': 'here\n' });
    made.git('add', '-A');
    made.git('commit', '-qm', 'Fix');
    made.git('tag', '-a', 'v1', '-m', 'One');
    made.git('checkout', '-q', 'main');
    const answer = byGit(made);
    const url = await served((request, response) => {
      if (!request.url?.startsWith('/old')) return answer(request, response);
      response.writeHead(301, { location: request.url.replace('/old', '/new') }).end();
    });
    for (const [from, ref] of [
      [`${url}/new`, 'fix/login'],
      [`${url}/old`, 'v1'],
    ] as const) {
      const version = await bringFrom(from, ref);
      expect(version).toMatchObject({ state: 'ready', ref });
      expect(await pathsOf(customer, version.id)).toContain('only.txt');
    }
    const missing = await bringFrom(url, 'nowhere');
    expect(missing).toMatchObject({ state: 'failed' });
    expect(missing.trouble).toContain('“nowhere”');
  });
});

const OID = '1'.repeat(40);
const REFS = `${REFS_BEGIN}0000`;

/** Refs as they should be, and then whatever a test wants. */
function refsAndThen(then: (response: ServerResponse) => void) {
  return served((request, response) => {
    if (request.method === 'GET') {
      response.setHeader('content-type', REFS_TYPE);
      response.end(REFS);
    } else then(response);
  });
}

/** What a server tells meanwhile. */
const PROGRESS = Buffer.from(line(`\x02${'.'.repeat(60_000)}`));

/** A pack as the server would send it. */
function withPack(pack: Buffer) {
  return refsAndThen((response) => {
    response.write(`${line(`shallow ${OID}`)}0000${line('NAK\n')}`);
    for (let at = 0; at < pack.length; at += 60_000) {
      const piece = pack.subarray(at, at + 60_000);
      response.write((piece.length + 5).toString(16).padStart(4, '0'));
      response.write(Buffer.concat([Buffer.from([1]), piece]));
    }
    response.end('0000');
  });
}

function packOf(objects: Buffer[], count = objects.length): Buffer {
  const head = Buffer.from('PACK\0\0\0\x02\0\0\0\0');
  head.writeUInt32BE(count, 8);
  const body = Buffer.concat([head, ...objects]);
  return Buffer.concat([body, createHash('sha1').update(body).digest()]);
}

/** The head of an object: its type and how long it says that it is. */
function headOf(type: number, size: number): Buffer {
  const bytes = [(type << 4) | (size & 15)];
  for (let left = Math.floor(size / 16); left > 0; left = Math.floor(left / 128)) {
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 128;
    bytes.push(left & 127);
  }
  return Buffer.from(bytes);
}

const object = (type: number, content: Buffer, size = content.length) =>
  Buffer.concat([headOf(type, size), deflateSync(content)]);

describe('a repository that is none, or worse', () => {
  it.each<[string, () => Promise<string>, RegExp]>([
    ['a page', () => served((_, response) => response.end('<h1>Hi</h1>')), /no Git repository/],
    ['not there', () => served((_, response) => response.writeHead(404).end()), /no public repos/],
    ['an error', () => served((_, response) => response.writeHead(500).end()), /error \(500\)/],
    ['broken off', () => served((request) => request.socket.destroy()), /broke off/],
    [
      'a redirect to a private address',
      () => served((_, r) => r.writeHead(302, { location: 'http://10.0.0.1/x' }).end()),
      /not one of the public internet/,
    ],
    [
      'a redirect to a file',
      () => served((_, r) => r.writeHead(302, { location: 'file:///etc/passwd' }).end()),
      /Only http and https/,
    ],
    [
      'redirects without end',
      () => served((request, r) => r.writeHead(302, { location: `${request.url}x` }).end()),
      /leads on and on/,
    ],
    [
      'a redirect of what is asked for',
      () => refsAndThen((r) => r.writeHead(307, { location: 'http://127.0.0.1:1/' }).end()),
      /leads on and on/,
    ],
    [
      'refs without end',
      () =>
        served((_, response) => {
          response.setHeader('content-type', REFS_TYPE);
          response.write(REFS_BEGIN);
          endless(response, Buffer.from(ONE_MORE.repeat(1000)));
        }),
      /more than 16 MB/,
    ],
    ['an answer without end', () => refsAndThen((r) => endless(r, PROGRESS)), /more than 64 MB/],
    [
      'no pack',
      () => refsAndThen((response) => response.end(line('NAK\n'))),
      /damaged|cannot be read/,
    ],
    ['a wrong pack', () => withPack(Buffer.alloc(200, 'x')), /damaged/],
    ['a pack without its objects', () => withPack(packOf([], 7)), /damaged/],
    ['an empty pack', () => withPack(packOf([])), /cannot be read|damaged/],
    [
      'a pack of another commit',
      () => withPack(packOf([object(3, Buffer.from('hi'))])),
      /cannot be read/,
    ],
    [
      'an object of another size',
      () => withPack(packOf([object(3, Buffer.from('hi'), 9)])),
      /damaged/,
    ],
    [
      'a bomb',
      () => withPack(packOf([object(3, Buffer.alloc(70 * 1024 * 1024))])),
      /larger than what a project can hold/,
    ],
    [
      'many small bombs',
      () => withPack(packOf(Array(12).fill(object(3, Buffer.alloc(40 * 1024 * 1024))))),
      /larger than what a project can hold/,
    ],
    [
      'a difference that makes a bomb',
      () => {
        const delta = Buffer.from([2, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f]);
        const ofs = Buffer.concat([headOf(6, delta.length), Buffer.from([1]), deflateSync(delta)]);
        return withPack(packOf([object(3, Buffer.from('hi')), ofs]));
      },
      /larger than what a project can hold/,
    ],
  ])(
    'fails in words: %s',
    async (_, address, words) => {
      const version = await bringFrom(await address());
      expect(version.state).toBe('failed');
      expect(version.trouble).toMatch(words);
      const { incoming } = await kept(world);
      expect(incoming).toEqual([]);
    },
    60_000,
  );

  it('is known by its pack before anything else reads it', () => {
    expect(() => checkPack(packOf([object(3, Buffer.from('hi'))]))).not.toThrow();
    expect(() => checkPack(packOf([object(3, Buffer.from('hi'))]).subarray(0, -1))).toThrow();
  });
});

describe('a repository that drips without end', () => {
  const SECONDS = 2;
  // All they do is wait.
  it.concurrent.each<[string, () => Promise<string>]>([
    ['says nothing at all', () => served(() => undefined)],
    [
      'never ends the head of its answer',
      () => served(({ socket }) => drip(socket, 'HTTP/1.1 200 OK\r\n', 'x-more: 1\r\n')),
    ],
    [
      'names branches one by one',
      () =>
        served((_, response) => {
          response.setHeader('content-type', REFS_TYPE);
          drip(response, REFS_BEGIN, ONE_MORE);
        }),
    ],
    ['tells how far it is', () => refsAndThen((response) => drip(response, '', PROGRESS))],
    [
      'sends its pack byte by byte',
      () =>
        refsAndThen((response) =>
          drip(response, `${line(`shallow ${OID}`)}0000${line('NAK\n')}`, line('\x01x')),
        ),
    ],
    [
      'leads on and on, slowly',
      () =>
        served((request, response) => {
          const location = `${request.url}x`;
          setTimeout(() => response.writeHead(302, { location }).end(), 700).unref();
        }),
    ],
  ])('is given up in its time where it %s, and leaves nothing', async (_, address) => {
    const within = mkdtempSync(path.join(tmpdir(), 'unblock-drip-'));
    after.push(() => rmSync(within, { recursive: true, force: true }));
    const folder = path.join(within, 'half.git');
    const url = await address();
    const reach = { looksAtLoopback: true, userAgent: 'test' };
    const taken: string[] = [];
    const began = performance.now();
    const reading = eachInRepository(
      { url, ref: null, folder, reach, seconds: SECONDS },
      async ({ name }) => void taken.push(name),
    );
    await expect(reading).rejects.toMatchObject({
      code: 'project_refused',
      message: `The repository took longer than ${SECONDS} seconds.`,
    });
    expect(performance.now() - began).toBeLessThan((SECONDS + 20) * 1000);
    expect(taken).toEqual([]);
    expect(existsSync(folder)).toBe(false);
  });
});

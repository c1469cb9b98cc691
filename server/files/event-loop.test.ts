import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { aRequest } from '../testing/deeds.ts';
import { sendTo } from '../testing/files.ts';
import { newCustomer, startProcess } from '../testing/server-process.ts';
import { LONG } from '../testing/soak.ts';
import { zipOf } from '../testing/write-zip.ts';

/**
 * 50 ms are the promise, which `npm run bench` measures on a quiet machine. Here it is the thread's own
 * time, which is longer where others want its caches; what holds the server takes seconds.
 */
const MAX_HELD_MS = 200;
/**
 * What is made ready once, or tidied up, holds the server once, and so does the work of others that
 * came together while a busy machine gave the server no turn; what holds it does so every time.
 */
const TRIES = 10;
/**
 * `npm run soak` sends so much that a thread is at it until its time is over. Here it is the least that
 * a thread is at for longer than the server may be held.
 */
const much = (long: number, short: number) => (LONG ? long : short);

interface Input {
  name: string;
  content: Buffer;
}

const BOMB = Buffer.alloc(much(30_000_000, 3_000_000), 'a');

it('nothing that is uploaded holds up the server', async () => {
  const [archives, texts] = [hostileArchives(), hostileTexts()];
  const project = archive(zipOf({ 'a.txt': lines(), 'b.txt': BOMB }));
  const server = await openServer();
  const before = await server.send(project);
  const held: Record<string, number> = {};
  const keys: Record<string, string> = {};
  for (const [what, input] of Object.entries({ ...archives, ...texts })) {
    held[`upload ${what}`] = await server.heldFor(async () => {
      keys[what] = await server.send(input);
    });
  }
  await server.attach([before, ...Object.keys(archives).map((what) => keys[what] ?? '')]);
  for (const what of Object.keys(keys)) {
    const looks =
      what in archives
        ? ['entries', 'text?entry=a.txt', 'stack', `changes?since=${before}`]
        : ['text', 'stack'];
    for (const look of looks) {
      held[`${look} of ${what}`] = await server.heldFor(() => server.get(`${keys[what]}/${look}`));
    }
  }
  const tooLong = Object.entries(held).filter(([, time]) => time > MAX_HELD_MS);
  expect(tooLong).toEqual([]);
}, 300_000);

function hostileArchives(): Record<string, Input> {
  const many = Array.from({ length: much(100_000, 3000) }, (_, index) => `src/${index}.ts`);
  const deep = Array.from(
    { length: much(300, 15) },
    (_, index) => `${'a/'.repeat(30_000)}${index}.ts`,
  );
  const same = Array.from({ length: much(5000, 20) }, () => 'a.txt');
  return {
    'an archive of many entries': archive(listing(many, much(5_000_000, 5000))),
    'an archive of deep paths': archive(listing(deep, much(5_000_000, 5000))),
    'an archive of manifests': archive(zipOf(manifests())),
    'an archive of bombs': archive(zipOf({ 'a.txt': BOMB, 'b/package.json': BOMB })),
    'an archive that lists one file again and again': archive(
      listing(same, much(5_000_000, 100_000)),
    ),
    'an archive of random lines': archive(zipOf({ 'a.txt': lines(), 'b.txt': lines() })),
  };
}

function hostileTexts(): Record<string, Input> {
  const text = (name: string, part: string, length: number) => {
    return { name, content: Buffer.alloc(length, part) };
  };
  return {
    '4 MB of line ends': text('Gemfile', '\n', 4_000_000),
    'one long line': text('go.mod', 'password=x', 4_000_000),
    'markup of comments': text('logo.svg', '<!---->', much(64_000, 2000)),
    'markup of declarations': text('logo.svg', '<?xml ?><!DOCTYPE >\n', 64_000),
  };
}

function archive(content: Buffer): Input {
  return { name: 'code.zip', content };
}

async function openServer() {
  const server = await startProcess({ CONFIRM_EMAIL: 'false' });
  await server.ready();
  const { token, call } = await newCustomer(server.url);
  async function send(sent: Input): Promise<string> {
    return (await sendTo(server.url, token, sent)).fileKey;
  }

  /** The longest time that the server's thread answered nobody while some work was done (ms). */
  async function heldFor(work: () => Promise<unknown>): Promise<number> {
    let best = Number.POSITIVE_INFINITY;
    for (let tries = 0; tries < TRIES && best > MAX_HELD_MS; tries++) {
      await server.longestHold();
      await work();
      best = Math.min(best, await server.longestHold());
    }
    return best;
  }

  return {
    send,
    heldFor,
    get: (path: string) => call('GET', `/api/files/${path}`),
    attach: (files: string[]) => call('POST', '/api/tickets', { ...aRequest, files }),
  };
}

function manifests(): Record<string, string> {
  const names = ['package.json', 'pom.xml', 'Gemfile', 'go.mod', 'setup.py', 'build.gradle'];
  const signs = [' ', '\n', '(', '"', '<', 'a', '['];
  return Object.fromEntries(
    names.flatMap((name) =>
      signs.map((sign, place) => [
        `${place}/${name}`,
        `{"dependencies":{"a":${sign.repeat(much(250_000, 50_000))}`,
      ]),
    ),
  );
}

/** An archive whose directory names the same so many bytes again and again. */
function listing(names: readonly string[], bytes: number): Buffer {
  const one = zipOf({ 'a.txt': Buffer.alloc(bytes, 'a') });
  const end = one.length - 22;
  const start = one.readUInt32LE(end + 16);
  const line = one.subarray(start, start + 46);
  const lines = names.map((name) => {
    const named = Buffer.from(line);
    named.writeUInt16LE(name.length, 28);
    return Buffer.concat([named, Buffer.from(name)]);
  });
  const directory = Buffer.concat(lines);
  return Buffer.concat([one.subarray(0, start), directory, endOf(names.length, directory, start)]);
}

/** The end of an archive of more than 65,535 entries (APPNOTE 4.3.14 to 4.3.16). */
function endOf(count: number, directory: Buffer, start: number): Buffer {
  const end = Buffer.alloc(56 + 20 + 22);
  end.write('PK\x06\x06', 0, 'latin1');
  end.writeBigUInt64LE(44n, 4);
  end.writeBigUInt64LE(BigInt(count), 24);
  end.writeBigUInt64LE(BigInt(count), 32);
  end.writeBigUInt64LE(BigInt(directory.length), 40);
  end.writeBigUInt64LE(BigInt(start), 48);
  end.write('PK\x06\x07', 56, 'latin1');
  end.writeBigUInt64LE(BigInt(start + directory.length), 64);
  end.writeUInt32LE(1, 72);
  end.write('PK\x05\x06', 76, 'latin1');
  end.fill(0xff, 84, 96);
  return end;
}

/** Up to half a megabyte of lines that nothing else has. */
function lines(): string {
  return randomBytes(much(250_000, 50_000)).toString('hex').replaceAll('a', '\n');
}

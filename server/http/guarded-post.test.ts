import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openNameServer } from '../testing/name-server.ts';
import { openLine, type PostAnswer } from './guarded-post.ts';

const TESTS = { looksAtLoopback: true, userAgent: 'Unblock-Webhook/1' };
const MEGABYTE = 1024 * 1024;
const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n';

let server: Server;
let url: string;
/** What came over each connection, and what is done once a call has begun to arrive. */
const sockets: { socket: Socket; heard: string }[] = [];
let answer: (socket: Socket, heard: string) => void = () => undefined;

beforeAll(async () => {
  server = createServer((socket) => {
    const one = { socket, heard: '' };
    sockets.push(one);
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      one.heard += bytes;
      answer(socket, one.heard);
    });
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
});
afterEach(() => {
  for (const { socket } of sockets.splice(0)) socket.destroy();
});
afterAll(() => server.close());

async function post(how: Partial<Parameters<typeof openLine>[1]> = {}, address = url) {
  const line = openLine(address, { ...TESTS, longestMs: 1500, ...how });
  const began = performance.now();
  try {
    const answered: PostAnswer | Error = await line
      .post({ 'webhook-id': 'one' }, '{"a":1}')
      .catch((error: Error) => error);
    const said = answered instanceof Error ? answered.message : `answered ${answered.status}`;
    const begins = answered instanceof Error ? '' : answered.begins.toString();
    return { said, begins, milliseconds: performance.now() - began };
  } finally {
    line.close();
  }
}

/** Writes without end, as fast as the other side reads. */
function flood(socket: Socket, part: string): void {
  const parts = Buffer.from(part.repeat(Math.ceil(65_536 / part.length)));
  const go = () => {
    while (!socket.destroyed && socket.write(parts));
  };
  socket.on('drain', go);
  go();
}
const written = () => sockets.reduce((sum, { socket }) => sum + socket.bytesWritten, 0);

describe('a call to an address that somebody named', { timeout: 60_000 }, () => {
  test('takes its body along, and nothing of anybody', async () => {
    answer = (socket) => socket.end(`${HEAD}content-length: 4\r\n\r\nDone`);
    expect(await post()).toMatchObject({ said: 'answered 200', begins: 'Done' });
    const [{ heard } = { heard: '' }] = sockets;
    expect(heard).toMatch(/^POST \/hook HTTP\/1\.1\r\n/);
    expect(heard).toContain('{"a":1}');
    expect(heard.toLowerCase()).not.toMatch(/cookie|authorization|referer|origin|x-forwarded/);
  });

  test('uses one connection for several, and another where the receiver has closed it', async () => {
    answer = (socket) => socket.write(`${HEAD}content-length: 0\r\n\r\n`);
    const line = openLine(url, TESTS);
    for (let count = 0; count < 3; count++) await line.post({}, '{}');
    expect(sockets).toHaveLength(1);
    answer = (socket, heard) => {
      if (sockets.length === 1) socket.resetAndDestroy();
      else if (heard) socket.write(`${HEAD}content-length: 0\r\n\r\n`);
    };
    expect((await line.post({}, '{}')).status).toBe(200);
    expect(sockets).toHaveLength(2);
    line.close();
  });

  test.each([301, 302, 303, 307, 308])('follows no redirect: %i', async (status) => {
    const location = url.replace('/hook', '/other');
    answer = (socket) =>
      socket.end(`HTTP/1.1 ${status} Go\r\nlocation: ${location}\r\ncontent-length: 0\r\n\r\n`);
    expect((await post()).said).toBe(`answered ${status}`);
    expect(sockets).toHaveLength(1);
  });

  test.each([
    ...['http://10.0.0.1/', 'http://169.254.169.254/latest/', 'http://[fd00::1]/', 'http://[::]/'],
    ...['http://0x7f000001/', 'http://localhost/', 'http://db.internal/', 'ftp://example.com/'],
    ...['https://a:b@example.com/', 'http://example.com:22/', 'nonsense'],
  ])('never goes to %s', async (address) => {
    const { said } = await post({ looksAtLoopback: false }, address);
    expect(said).not.toMatch(/^answered/);
    expect(sockets).toEqual([]);
  });

  test('ends where nothing is answered', async () => {
    answer = () => undefined;
    const { said, milliseconds } = await post();
    expect(said).toBe('It did not answer within 1.5 seconds');
    expect(milliseconds).toBeLessThan(20_000);
  });

  test('ends where the head of the answer drips', async () => {
    answer = (socket) => {
      const drip = setInterval(() => socket.write('a'), 50);
      socket.on('close', () => clearInterval(drip));
      socket.write('HTTP/1.1 200 OK\r\nx-slow: ');
    };
    expect((await post()).said).toBe('It did not answer within 1.5 seconds');
  });

  test.each([
    ['drips', (socket: Socket) => void setInterval(() => socket.write('1\r\na\r\n'), 50).unref()],
    ['never ends', (socket: Socket) => flood(socket, '4\r\nabcd\r\n')],
    ['comes in one endless chunk', (socket: Socket) => flood(socket, 'fffffff\r\nabcd')],
    ['stops', () => undefined],
  ])('takes the status of an answer whose rest %s', async (_, go) => {
    answer = (socket) => {
      socket.write(`${HEAD}transfer-encoding: chunked\r\n\r\n4\r\nDone\r\n`);
      go(socket);
    };
    const { said, begins, milliseconds } = await post({ longestMs: 30_000 });
    expect(said).toBe('answered 200');
    expect(begins).toMatch(/^Done/);
    expect(begins.length).toBeLessThanOrEqual(1024);
    expect(milliseconds).toBeLessThan(20_000);
    // With what lies in the buffers of the network.
    expect(written()).toBeLessThan(16 * MEGABYTE);
  });

  test.each([
    ['huge headers', HEAD, 'x-a: bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\r\n', 'Its answer cannot be read'],
    ['a header without end', `${HEAD}x-a: `, 'bbbbbbbb', 'Its answer cannot be read'],
    [
      'answers before the answer',
      '',
      'HTTP/1.1 103 Early Hints\r\n\r\n',
      'Its answer cannot be read',
    ],
    [
      'something else than HTTP',
      '',
      '220 mail.example.com ESMTP\r\n',
      'It does not answer in HTTP',
    ],
  ])('gives up at once on %s', async (_, head, part, why) => {
    answer = (socket) => {
      socket.write(head);
      flood(socket, part);
    };
    const { said, milliseconds } = await post({ longestMs: 30_000 });
    expect(said).toBe(why);
    expect(milliseconds).toBeLessThan(20_000);
    expect(written()).toBeLessThan(16 * MEGABYTE);
  });

  test('becomes nothing else: an upgrade is refused', async () => {
    answer = (socket) =>
      socket.write('HTTP/1.1 101 Switching\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n');
    expect((await post()).said).toBe('It does not answer in HTTP');
  });

  test('connects to what was looked up, though the name changes at once', async () => {
    const names = await openNameServer((lookup) => (lookup === 1 ? ['127.0.0.1'] : ['10.0.0.1']));
    const dnsServers = [names.address];
    const atName = url.replace('127.0.0.1', 'app.example.com');
    answer = (socket) => socket.end(`${HEAD}content-length: 0\r\n\r\n`);
    expect((await post({ dnsServers }, atName)).said).toBe('answered 200');
    expect((await post({ dnsServers }, atName)).said).toMatch(/public internet$/);
    expect(sockets).toHaveLength(1);
    names.close();
  });

  test('goes nowhere where one of the addresses of its name is not public', async () => {
    const names = await openNameServer(() => ['127.0.0.1', '10.0.0.1']);
    const atName = url.replace('127.0.0.1', 'app.example.com');
    expect((await post({ dnsServers: [names.address] }, atName)).said).toMatch(/public internet$/);
    names.close();
  });
});

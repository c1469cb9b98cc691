import { createSocket } from 'node:dgram';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket as Tcp } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type NameServer, openNameServer } from '../testing/name-server.ts';
import { workOf } from '../testing/own-time.ts';
import { type Answered, LONGEST_LOOK_MS, lookAt } from './guarded-look.ts';
import { decoded, excerptRound, pageText } from './page-text.ts';
import { isPublic, whyUnreachable } from './public-address.ts';

const ONLY_PUBLIC = { looksAtLoopback: false };
const TESTS = { looksAtLoopback: true, userAgent: 'Unblock-Check/1' };
const MEGABYTE = 1024 * 1024;
const UNREADABLE = 'Its answer cannot be read';

describe('an IP address', () => {
  it.each(['8.8.8.8', '93.184.216.34', '2606:4700:4700::1111', '2a00:1450:4001:82a::200e'])(
    'is public: %s',
    (address) => expect(isPublic(address)).toBe(true),
  );

  it.each([
    ...[
      '0.0.0.0',
      '0.1.2.3',
      '10.0.0.1',
      '100.64.0.1',
      '100.127.255.255',
      '127.0.0.1',
      '127.9.9.9',
    ],
    ...['169.254.169.254', '172.16.0.1', '172.31.255.255', '192.0.0.1', '192.0.2.1', '192.88.99.1'],
    ...['192.168.1.1', '198.18.0.1', '198.19.255.255', '198.51.100.1', '203.0.113.1', '224.0.0.1'],
    ...['239.255.255.255', '240.0.0.1', '255.255.255.255'],
    ...['::', '::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:a00:1', '::7f00:1'],
    ...[
      '64:ff9b::7f00:1',
      '64:ff9b::8.8.8.8',
      '64:ff9b:1::a00:1',
      '2002:7f00:1::',
      '2002:808:808::1',
    ],
    ...['2001::1', '2001:0:53aa:64c:0:fbff:ffff:ffff', '2001:db8::1', '3fff::1', '100::1'],
    ...['fc00::1', 'fd12:3456::1', 'fe80::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1', '5f00::1'],
    ...['', 'example.com', '2130706433', '0x7f.1', '127.1', '8.8.8.8.8', '1.2.3.4/8'],
  ])('is not public: %s', (address) => expect(isPublic(address)).toBe(false));
});

describe('an address that is not looked at', () => {
  it.each([
    ...['http://127.0.0.1/', 'http://127.1/', 'http://2130706433/', 'http://0x7f000001/'],
    ...['http://0177.0.0.1/', 'http://0x7f.1/', 'http://017700000001/', 'http://127.0.0.1./'],
    ...['http://[::1]/', 'http://[::ffff:127.0.0.1]/', 'http://[::ffff:7f00:1]/', 'http://[::]/'],
    ...['http://[64:ff9b::127.0.0.1]/', 'http://[2002:7f00:1::]/', 'http://[fe80::1]/'],
    ...['http://169.254.169.254/latest/meta-data/', 'http://0/', 'http://10.1.2.3:8080/'],
    ...['http://１２７.０.０.１/', 'http://①②⑦.⓪.⓪.①/', 'http://127。0。0。1/'],
    ...['http://localhost/', 'http://LOCALHOST./', 'http://a.localhost/', 'http://printer/'],
    ...['http://db.internal/', 'http://nas.local/', 'http://1.0.0.127.in-addr.arpa/'],
    ...['ftp://example.com/', 'file:///etc/passwd', 'gopher://example.com/', 'data:text/html,x'],
    ...['https://a:b@example.com/', 'https://a@example.com/', 'http://example.com:22/'],
    ...['http://example.com:25/', 'http://example.com:0/', 'nonsense', 'http://', ''],
  ])('%s', (address) => expect(whyUnreachable(address, ONLY_PUBLIC)).toBeTruthy());

  it.each(['https://example.com/', 'http://example.com:3000/a?b#c', 'http://8.8.8.8/'])(
    'is not this one: %s',
    (address) => expect(whyUnreachable(address, ONLY_PUBLIC)).toBeNull(),
  );

  it('is, for tests, no longer this machine, and still every other network', () => {
    for (const address of [
      'http://127.0.0.1:8000/',
      'http://[::1]:8000/',
      'http://localhost:8000/',
    ])
      expect(whyUnreachable(address, TESTS)).toBeNull();
    for (const address of ['http://10.0.0.1/', 'http://[::ffff:127.0.0.1]/', 'http://0.0.0.0/'])
      expect(whyUnreachable(address, TESTS)).toBeTruthy();
  });
});

describe('a look', { timeout: 60_000 }, () => {
  let server: Server;
  let url: string;
  /** What the server was asked, by path. */
  let asked: { path: string; headers: Record<string, unknown> }[] = [];
  const open: ServerResponse[] = [];
  let answer: (path: string, response: ServerResponse) => void = () => undefined;

  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push({ path: request.url ?? '', headers: request.headers });
      open.push(response);
      answer(request.url ?? '', response);
    });
    server.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    asked = [];
    for (const response of open.splice(0)) response.destroy();
  });
  afterAll(() => server.close());

  const failed = (address: string, how: Partial<Parameters<typeof lookAt>[1]> = {}) =>
    lookAt(address, { ...TESTS, ...how }).then(
      ({ status }) => `answered ${status}`,
      (error: Error) => error.message,
    );
  const textOf = ({ body, type }: Answered) => decoded(body, type);

  it('brings status and text, and takes nothing of anybody along', async () => {
    answer = (_, response) => {
      response.setHeader('set-cookie', 'a=b');
      response.setHeader('content-type', 'text/html; charset=iso-8859-1');
      response.writeHead(203).end(Buffer.from('<p>Gr\xfc\xdfe', 'latin1'));
    };
    const seen = await lookAt(`${url}/page`, TESTS);
    expect(seen.status).toBe(203);
    expect(textOf(seen)).toBe('<p>Grüße');
    await lookAt(`${url}/again`, TESTS);
    for (const { headers } of asked) {
      expect(headers).toMatchObject({ 'user-agent': 'Unblock-Check/1', connection: 'close' });
      for (const name of ['cookie', 'referer', 'authorization', 'origin', 'x-forwarded-for'])
        expect(headers).not.toHaveProperty(name);
    }
  });

  it('follows five redirects, and not a sixth', async () => {
    answer = (path, response) => {
      const left = Number(path.slice(1));
      if (left === 0) return response.end('there');
      return response.writeHead(302, { location: `/${left - 1}` }).end();
    };
    expect(await failed(`${url}/5`)).toBe('answered 200');
    expect(asked).toHaveLength(6);
    expect(await failed(`${url}/6`)).toBe('It leads on and on');
    expect(await failed(`${url}/5`, { expects: 302 })).toBe('answered 302');
  });

  it.each([
    ...[
      'http://10.0.0.1/',
      'http://169.254.169.254/latest/',
      '//192.168.0.1/x',
      'http://[fd00::1]/',
    ],
    ...[
      'http://[::ffff:127.0.0.1]/',
      'http://0xa9fea9fe/',
      'file:///etc/passwd',
      'http://db.internal/',
    ],
    ...['ftp://example.com/', 'https://a:b@example.com/', 'http://127.0.0.1:22/', 'javascript:0'],
  ])('is not led to %s', async (location) => {
    answer = (_, response) => void response.writeHead(307, { location }).end();
    expect(await failed(url)).toMatch(/^It leads on: /);
    expect(asked).toHaveLength(1);
  });

  it('does not end where its address leads to nothing', async () => {
    answer = (_, response) => void response.writeHead(301, { location: 'http://[' }).end();
    expect(await failed(url)).toBe('It leads to no whole address');
    answer = (_, response) => void response.writeHead(301).end();
    expect(await failed(url)).toBe('answered 301');
  });

  it('takes five seconds at most: headers, a page or a redirect that never comes', async () => {
    const since = performance.now();
    answer = (path, response) => {
      if (path === '/body') response.write('on and ');
      if (path.startsWith('/slow')) {
        setTimeout(() => response.writeHead(302, { location: `${path}.` }).end(), 1500);
      }
    };
    const said = await Promise.all(
      ['/nothing', '/body', '/slow'].map((path) => failed(`${url}${path}`)),
    );
    expect(said).toEqual(said.map(() => 'It took longer than 5 seconds'));
    expect(performance.now() - since).toBeLessThan(LONGEST_LOOK_MS + 20_000);
  });

  it('reads a megabyte, however much comes and however it is packed', async () => {
    const bomb = Buffer.alloc(64 * MEGABYTE);
    const packed: Record<string, Buffer> = {
      gzip: gzipSync(bomb),
      br: brotliCompressSync(bomb, { params: { 0: 0, 1: 1 } }),
    };
    answer = (path, response) => {
      const encoding = path.slice(1);
      if (packed[encoding]) response.setHeader('content-encoding', encoding);
      response.end(packed[encoding] ?? bomb);
    };
    for (const path of ['/plain', '/gzip', '/br']) {
      const { body } = await lookAt(`${url}${path}`, TESTS);
      expect(body).toHaveLength(MEGABYTE);
    }
  });

  it('takes a page as far as it came, and says where it cannot be read', async () => {
    answer = (path, response) => {
      if (path === '/cut') {
        response.setHeader('content-encoding', 'gzip');
        response.end(gzipSync('Hello, this is whole').subarray(0, 24));
      } else if (path === '/not') {
        response.setHeader('content-encoding', 'gzip');
        response.end('not packed at all');
      } else {
        response.setHeader('content-length', '100');
        response.write('half');
        setTimeout(() => response.destroy(), 50);
      }
    };
    expect(textOf(await lookAt(`${url}/cut`, TESTS))).toMatch(/^Hel/);
    expect(await failed(`${url}/not`)).toBe(UNREADABLE);
    expect(await failed(`${url}/half`)).toBe('The connection broke off');
  });

  it('says what is there that is no page', async () => {
    const sockets: Tcp[] = [];
    const tcp = createTcpServer((socket) => {
      sockets.push(socket.on('error', () => undefined));
      socket.end('220 mail.example.com ESMTP\r\n');
    });
    tcp.listen(0, '127.0.0.1');
    await new Promise((resolve) => tcp.once('listening', resolve));
    const { port } = tcp.address() as AddressInfo;
    expect(await failed(`http://127.0.0.1:${port}/`)).toBe('It does not answer in HTTP');
    expect(await failed(`https://127.0.0.1:${port}/`)).toBe('No safe connection could be made');
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => tcp.close(resolve));
    expect(await failed(`http://127.0.0.1:${port}/`)).toBe('Nothing answers there');
  });

  it('unpacks nothing that asks for more than 8 MB at a time', async () => {
    // A frame of one raw block of five bytes, whose window is 2 to the power given. Source: RFC 8878.
    const frame = (power: number) =>
      Buffer.from([
        0x28,
        0xb5,
        0x2f,
        0xfd,
        0,
        (power - 10) << 3,
        0x29,
        0,
        0,
        ...Buffer.from('hello'),
      ]);
    answer = (path, response) => {
      response.setHeader('content-encoding', 'zstd');
      response.end(frame(Number(path.slice(1))));
    };
    expect(textOf(await lookAt(`${url}/23`, TESTS))).toBe('hello');
    for (const power of [24, 27, 31]) expect(await failed(`${url}/${power}`)).toBe(UNREADABLE);
  });

  it.each([
    ['answers before the answer', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
    ['chunks of a byte each', '1\r\na\r\n'],
  ])('gives up at once where there is no end of %s', async (_, part) => {
    const sockets: Tcp[] = [];
    const tcp = createTcpServer((socket) => {
      sockets.push(socket.on('error', () => undefined));
      const parts = Buffer.from(part.repeat(10_000));
      const go = () => {
        while (!socket.destroyed && socket.write(parts));
      };
      if (!part.startsWith('HTTP'))
        socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
      socket.on('drain', go).once('data', go);
    });
    tcp.listen(0, '127.0.0.1');
    await new Promise((resolve) => tcp.once('listening', resolve));
    const { port } = tcp.address() as AddressInfo;
    // On a busy machine its time is over first.
    expect([UNREADABLE, 'It took longer than 5 seconds']).toContain(
      await failed(`http://127.0.0.1:${port}/`),
    );
    const taken = sockets.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0);
    // With what lies in the buffers of the network.
    expect(taken).toBeLessThan(16 * MEGABYTE);
    for (const socket of sockets) socket.destroy();
    tcp.close();
  });

  describe('by a name', () => {
    let names: NameServer;
    let dnsServers: string[];
    /** What the name server answers: IPv4 addresses, by the place of the question. */
    let records: (lookup: number) => string[] = () => [];
    beforeAll(async () => {
      names = await openNameServer((lookup) => records(lookup));
      dnsServers = [names.address];
    });
    afterEach(() => {
      names.lookups = 0;
    });
    afterAll(() => names.close());

    const atName = (path = '/') => url.replace('127.0.0.1', 'app.example.com') + path;

    it('goes to what its name stands for', async () => {
      records = () => ['127.0.0.1'];
      answer = (_, response) => void response.end('there');
      expect(await failed(atName(), { dnsServers })).toBe('answered 200');
      expect(asked[0]?.headers).toMatchObject({
        host: expect.stringMatching(/^app\.example\.com:/),
      });
    });

    it('goes nowhere where one of its addresses is not public', async () => {
      records = () => ['127.0.0.1', '10.0.0.1'];
      const refused = 'This name does not stand for an address of the public internet';
      expect(await failed(atName(), { dnsServers })).toBe(refused);
      records = () => ['127.0.0.1'];
      expect(await failed(atName(), { dnsServers, ...ONLY_PUBLIC })).toBe(refused);
      expect(asked).toEqual([]);
    });

    it('connects to what was looked up, though the name stands for something else a moment later', async () => {
      records = (lookup) => (lookup === 1 ? ['127.0.0.1'] : ['10.0.0.1']);
      answer = (path, response) =>
        path === '/'
          ? void response.end('there')
          : void response.writeHead(302, { location: '/' }).end();
      expect(await failed(atName(), { dnsServers })).toBe('answered 200');
      expect(names.lookups).toBe(1);
      // The same name is asked about again for the redirect, and refused by what it says then.
      names.lookups = 0;
      expect(await failed(atName('/on'), { dnsServers })).toMatch(/public internet$/);
      expect(names.lookups).toBe(2);
    });

    it('says that there is no such address', async () => {
      records = () => [];
      expect(await failed(atName(), { dnsServers })).toBe('There is no such address');
    });
  });

  it('waits no longer for a name whose server is silent', async () => {
    const silent = createSocket('udp4');
    silent.bind(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const since = performance.now();
    const dnsServers = [`127.0.0.1:${silent.address().port}`];
    expect(await failed('http://app.example.com/', { dnsServers })).toMatch(
      /^(?:There is no such address|It took longer than 5 seconds)$/,
    );
    expect(performance.now() - since).toBeLessThan(LONGEST_LOOK_MS + 20_000);
    silent.close();
  });
});

describe('the text of a page', () => {
  it('is what somebody would read', () => {
    const page = `<!doctype html><title>Shop</title><style>p { color: red }</style>
      <script>if (a < b) document.write("<b>Hidden</b>")</script><!-- <p>note</p> -->
      <p>Welcome&nbsp;back,&#32;M&#x61;ya &amp; Co &lt;3 &unknown;</p>\u202egpj.exe\u0000`;
    expect(pageText(page, 'text/html')).toBe('Shop Welcome back, Maya & Co <3 &unknown; gpj.exe');
    expect(pageText('{"a": "<b>"}', 'application/json')).toBe('{"a": "<b>"}');
  });

  it('is shown round the words that were looked for', () => {
    const text = `${'before '.repeat(100)}Welcome back ${'after '.repeat(100)}`;
    const excerpt = excerptRound(text, 'welcome BACK') ?? '';
    expect(excerpt).toContain('Welcome back');
    expect(excerpt.length).toBeLessThan(250);
    expect(excerptRound('', null)).toBeNull();
  });

  it.each([
    '<',
    '<a',
    '<!--',
    '<script>',
    '</script',
    '<script></script',
    '&',
    '&#',
    '<svg><p>',
    ' \u200b',
    '&#x110000;',
  ])('is read in a moment of a megabyte of %j', (part) => {
    const page = part.repeat(MEGABYTE / part.length);
    expect(workOf(() => pageText(page, 'text/html'))).toBeLessThan(3000);
  });
});

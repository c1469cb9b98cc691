import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { Machine } from './testing.ts';

// A server that is broken, or hostile, must neither get a token that is not its own, nor write where
// nobody expects it, nor hang the command.

const TOKEN = { UNBLOCK_TOKEN: 'ubk_any' };
const ID = '0195f3a0-0000-7000-8000-000000abc123';

async function serverThat(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Answers each path with the first of these that fits. */
const answering =
  (answers: Record<string, unknown>): RequestListener =>
  (request, response) => {
    const key = Object.keys(answers).find((each) => request.url?.startsWith(each));
    const answer = key === undefined ? undefined : answers[key];
    response.setHeader('content-type', 'application/json');
    if (answer === undefined) response.writeHead(404).end('{"detail":"Not found."}');
    else if (typeof answer === 'string') response.end(answer);
    else response.end(JSON.stringify(answer));
  };

const ticket = {
  id: ID,
  title: '#ABC123 Web',
  description: 'It loops',
  status: 'DEVELOPER_WORKING',
  relation: 'customer',
  customer_id: ID,
  turn: { whose: 'mine', sentence: 'Your turn' },
};

test.each<[string, RequestListener]>([
  ['no JSON', (_, response) => response.end('<html>hello')],
  ['nothing', (_, response) => response.end()],
  ['another shape', answering({ '/api/me': { user_type: 'customer' }, '/api/tickets': [7] })],
  ['a list that is none', answering({ '/api/me': {}, '/api/tickets': { items: 'many' } })],
  ['an error of its own', (_, response) => response.writeHead(502).end('bad gateway')],
  [
    'half an answer',
    (_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"user_type"');
      setTimeout(() => response.destroy(), 50);
    },
  ],
])('a server that answers %s is told from an Unblock server', async (_, listener) => {
  const machine = new Machine(await serverThat(listener));
  const { code, out, err } = await machine.run(['status'], { env: TOKEN });
  expect({ code, out }).toEqual({ code: 5, out: '' });
  expect(err).not.toMatch(/^ +at /m);
});

test('a list that never ends ends', async () => {
  let asked = 0;
  const machine = new Machine(
    await serverThat((request, response) => {
      asked++;
      const isMe = request.url === '/api/me';
      response.end(
        JSON.stringify(isMe ? { user_type: 'customer' } : { items: [], next_cursor: 'x' }),
      );
    }),
  );
  expect(await machine.run(['status'], { env: TOKEN })).toMatchObject({ code: 0 });
  expect(asked).toBeLessThan(30);
});

test('an answer without end fills no memory', async () => {
  const server = await serverThat((_, response) => {
    const part = Buffer.alloc(1024 * 1024, 'x');
    const more = () => {
      while (!response.destroyed && response.write(part));
    };
    response.on('drain', more);
    more();
  });
  const machine = new Machine(server);
  expect(await machine.run(['status'], { env: TOKEN })).toMatchObject({
    code: 5,
    err: expect.stringContaining('too long'),
  });
}, 60_000);

test('a token goes to no other server than the one that was chosen', async () => {
  const seen: (string | undefined)[] = [];
  const other = await serverThat(({ headers }, response) => {
    seen.push(headers.authorization);
    response.end('{}');
  });
  const machine = new Machine(
    await serverThat((_, response) =>
      response.writeHead(307, { location: `${other}/api/me` }).end(),
    ),
  );
  expect(await machine.run(['status'], { env: TOKEN })).toMatchObject({ code: 5 });
  const metadata = (server: string) => ({
    issuer: server,
    authorization_endpoint: `${server}/oauth/authorize`,
    token_endpoint: `${other}/oauth/token`,
    registration_endpoint: `${other}/oauth/register`,
    device_authorization_endpoint: `${other}/oauth/device`,
    response_types_supported: ['code'],
  });
  const liar: string = await serverThat((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(metadata(liar)));
  });
  expect(await machine.run(['login', '--no-browser', '--server', liar])).toMatchObject({
    code: 5,
    err: expect.stringContaining('not its own'),
  });
  expect(seen).toEqual([]);
});

test.each([
  'http://example.com',
  'ftp://127.0.0.1',
  'https://user:password@example.com',
  'nonsense',
  'http://127.0.0.1.example.com',
])('the address %s is no server to sign in to', async (server) => {
  const machine = new Machine('');
  expect(await machine.run(['status', '--server', server], { env: TOKEN })).toMatchObject({
    code: 2,
    out: '',
  });
});

test('a server that calls itself by another address is told by that one', async () => {
  const issuer = 'http://localhost:3000';
  const machine = new Machine(
    await serverThat((_, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ issuer }));
    }),
  );
  expect(await machine.run(['login', '--no-browser'])).toMatchObject({
    code: 5,
    err: expect.stringContaining(`calls itself ${issuer}`),
  });
});

test('an id that leads elsewhere becomes no part of an address', async () => {
  const asked: string[] = [];
  const answer = answering({
    '/api/me': { user_type: 'customer' },
    '/api/tickets?': {
      items: [{ ...ticket, id: '../../files/download/x?' }],
      next_cursor: null,
    },
  });
  const machine = new Machine(
    await serverThat((request, response) => {
      asked.push(request.url ?? '');
      answer(request, response);
    }),
  );
  expect(await machine.run(['pull', '--yes'], { env: TOKEN })).toMatchObject({ code: 5 });
  expect(asked.every((url) => /^\/api\/(?:me|tickets\?)/.test(url))).toBe(true);
});

/** A server with one delivery, whose patch is this. */
const delivering = (patch: string) =>
  answering({
    '/api/me': { user_type: 'customer' },
    '/api/tickets?': { items: [ticket], next_cursor: null },
    [`/api/tickets/${ID}/snapshots`]: {
      items: [{ id: ID, number: 2, kind: 'delivery', state: 'ready', opens: 'contents' }],
    },
    [`/api/snapshots/${ID}/patch`]: patch,
    [`/api/snapshots/${ID}/changes`]: { items: [{ path: 'a\u001b[2J.txt', added: 1, removed: 0 }] },
  });

const adding = (file: string, mode = '100644', line = 'owned') =>
  `diff --git a/${file} b/${file}\nnew file mode ${mode}\n--- /dev/null\n+++ b/${file}\n@@ -0,0 +1 @@\n+${line}\n`;

/** What would lead the link of the test to another file. */
const RETARGETED =
  '@@ -1 +1 @@\n-../elsewhere\n\\ No newline at end of file\n+/etc\n\\ No newline at end of file\n';

test.each([
  ['out of the folder', adding('../outside.txt')],
  ['into an absolute path', adding('/tmp/unblock-outside.txt').replaceAll('b//tmp', '/tmp')],
  ['into the hooks of git', adding('.git/hooks/post-checkout', '100755')],
  ['a link', adding('link', '120000', '/etc/passwd')],
  ['a link, by another number', adding('link', '0120000', '/etc/passwd')],
  ['a link, by a number below zero', adding('link', `-${(2n ** 64n - 0o120000n).toString(8)}`)],
  ['a link elsewhere', `--- a/linked\n+++ b/linked\n${RETARGETED}`],
  [
    'a link by another name',
    `diff --git a/linked b/link\nsimilarity index 50%\nrename from linked\nrename to link\n--- a/linked\n+++ b/link\n${RETARGETED}`,
  ],
  [
    'a submodule',
    adding('sub', '160000', 'Subproject commit 0000000000000000000000000000000000000000'),
  ],
  ['through a link that is there', adding('linked/owned.txt')],
  ['nothing that git knows', 'hello\n'],
  ['bytes', '\u0000\u0001\u0002'],
])('a patch that leads %s is not applied', async (_, patch) => {
  const machine = new Machine(await serverThat(delivering(patch)));
  const folder = await machine.folder('shop', { 'a.txt': 'a\n' });
  execFileSync('git', ['init', '-q'], { cwd: folder });
  await mkdir(path.join(machine.home, 'elsewhere'));
  await symlink('../elsewhere', path.join(folder, 'linked'));
  const { code, err } = await machine.run(['pull', '--yes'], { env: TOKEN, cwd: folder });
  expect(code).toBe(7);
  expect(err).not.toContain('\u001b');
  const { stdout } = await new Promise<{ stdout: string }>((resolve) =>
    resolve({
      stdout: execFileSync('find', [machine.home, '-newer', path.join(folder, 'a.txt')]).toString(),
    }),
  );
  expect(stdout).not.toContain('owned');
  expect(stdout).not.toContain('outside');
  expect(stdout).not.toContain('post-checkout');
  expect(await readlink(path.join(folder, 'linked'))).toBe('../elsewhere');
  expect(await readdir(folder)).not.toContain('link');
});

test('the files that a patch changes are those that git reads in it', async () => {
  const patch = adding('b.txt') + adding('src/c.txt');
  const machine = new Machine(await serverThat(delivering(patch)));
  const root = await machine.folder('mono', { 'shop/a.txt': 'a\n' });
  execFileSync('git', ['init', '-q'], { cwd: root });
  const way = { env: TOKEN, cwd: path.join(root, 'shop') };
  expect(await machine.json(['pull', '--check'], way)).toMatchObject({
    files: [
      { path: 'b.txt', added: 1, removed: 0 },
      { path: 'src/c.txt', added: 1, removed: 0 },
    ],
  });
});

test('placeholders that no key here belongs to are named before a patch is applied', async () => {
  const left = '{{SECRET:github:345678}}';
  const patch = adding('b.txt', '100644', `key = '${left}', once more '${left}'`);
  const machine = new Machine(await serverThat(delivering(patch)));
  const folder = await machine.folder('shop', { 'a.txt': 'a\n' });
  const way = { env: TOKEN, cwd: folder };
  expect(await machine.json(['pull', '--check'], way)).toMatchObject({ placeholders: [left] });
  expect(await machine.run(['pull', '--yes'], way)).toMatchObject({
    code: 0,
    err: expect.stringMatching(/no file here .*: \{\{SECRET:github:345678\}\}\. .* by hand/),
  });
});

/** A server with a request for which a patch can be delivered. */
const taking =
  (others: RequestListener): RequestListener =>
  (request, response) => {
    const milestone = { id: ID, title: 'Fix', status: 'IN_PROGRESS', checks: [] };
    const milestones = { items: [{ ...milestone, actions: { submit: { allowed: true } } }] };
    if (request.url?.endsWith('/milestones')) response.end(JSON.stringify(milestones));
    else if (request.url?.endsWith(`/tickets/${ID}`)) response.end(JSON.stringify(ticket));
    else others(request, response);
  };

test('a patch in any encoding is delivered as it is, from a file as from standard input', async () => {
  const patch = Buffer.from(adding('a.txt', '100644', 'caf\u00e9'), 'latin1');
  const uploads: Buffer[] = [];
  const server = await serverThat(
    taking(async (request, response) => {
      const body = await buffer(request);
      if (request.url === '/files/upload') uploads.push(body);
      response.end(JSON.stringify({ fileKey: 'x', id: ID, number: 2, state: 'ready' }));
    }),
  );
  const machine = new Machine(server);
  await writeFile(path.join(machine.home, 'a.patch'), patch);
  for (const file of ['-', 'a.patch'])
    expect(
      await machine.run(['deliver', ID, file, '--yes'], { env: TOKEN, input: patch }),
    ).toMatchObject({ code: 0 });
  expect(uploads.map((body) => body.includes(patch))).toEqual([true, true]);
});

test('what a person has set up for their own git changes no patch', async () => {
  const uploads: Buffer[] = [];
  let answer = taking(delivering(adding('b.txt', '100644', 'a line \t')));
  const server = await serverThat(async (request, response) => {
    if (request.url === '/files/upload') uploads.push(await buffer(request));
    answer(request, response);
  });
  const machine = new Machine(server);
  await writeFile(
    path.join(machine.home, '.gitconfig'),
    `[apply]
  whitespace = error
  ignoreWhitespace = change
[diff]
  context = 0
  orderFile = nowhere
  submodule = log
[diff "loud"]
  textconv = tr a-z A-Z <
`,
  );
  const folder = await machine.folder('shop', {
    'a.txt': 'a\n',
    '.gitattributes': '*.txt diff=loud',
  });
  const git = (...words: string[]) => execFileSync('git', words, { cwd: folder });
  const commit = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '-qm', 'x'];
  git('init', '-q');
  git('add', '-A');
  git(...commit);
  git('init', '-q', 'part');
  git('-C', 'part', ...commit, '--allow-empty');
  await writeFile(path.join(folder, 'a.txt'), 'a\nnew line\n');
  const way = { env: TOKEN, cwd: folder };
  await machine.run(['deliver', ID, '--yes'], way);
  expect(String(uploads[0])).toContain('\n a\n+new line\n');
  expect(String(uploads[0])).toContain('+++ b/part\n');
  expect(await machine.run(['pull', '--yes'], way)).toMatchObject({ code: 0 });
  expect(await readFile(path.join(folder, 'b.txt'), 'utf8')).toBe('a line \t\n');
  // Other blanks than are there.
  const misfit = '--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,3 @@\n a\n new  line\n+b\n';
  answer = taking(delivering(misfit));
  expect(await machine.run(['pull', '--yes'], way)).toMatchObject({ code: 7 });
});

test('a folder that only looks like a repository has no command of its settings run', async () => {
  const server = await serverThat(taking(delivering(adding('b.txt'))));
  const machine = new Machine(server);
  const ran = path.join(machine.home, 'ran');
  const folder = await machine.folder('shop', { 'a.txt': 'a\n' });
  const git = (...words: string[]) => execFileSync('git', words, { cwd: folder });
  git('init', '-q', '--bare', '.');
  git('config', 'core.bare', 'false');
  git('config', 'core.worktree', '.');
  const tree = String(git('mktree')).trim();
  const author = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
  const commit = String(git(...author, 'commit-tree', '-m', 'x', tree)).trim();
  git('update-ref', 'HEAD', commit);
  git('config', 'core.fsmonitor', `touch ${ran}; false`);
  git('config', 'filter.x.clean', `touch ${ran}; cat`);
  await writeFile(path.join(folder, '.gitattributes'), '* filter=x\n');
  const way = { env: TOKEN, cwd: folder };
  const delivered = await machine.run(['deliver', ID, '--yes'], way);
  const pulled = await machine.run(['pull', '--yes'], way);
  await expect(readFile(ran)).rejects.toThrow('ENOENT');
  expect(delivered).toMatchObject({ code: 2, err: expect.stringContaining('no Git repository') });
  expect(pulled).toMatchObject({ code: 0 });
});

test('files of a project are read as they lie there, and links lead nowhere', async () => {
  const machine = new Machine('http://127.0.0.1:9');
  const folder = await machine.folder('shop', {
    'a.ts': 'export {};\n',
    '.gitignore': '\\\n[\n!\n**/**/**/**/**/x\n',
    'dist/out.js': 'x',
    'name\u202etxt.exe': 'x',
  });
  await machine.folder('private', { 'key.txt': 'hello' });
  await symlink(path.join(machine.home, 'private'), path.join(folder, 'folder'));
  await symlink(path.join(machine.home, 'private', 'key.txt'), path.join(folder, 'file.txt'));
  await symlink(folder, path.join(folder, 'round'));
  execFileSync('mkfifo', [path.join(folder, 'pipe')]);
  const words = ['ask', folder, '-p', 'x', '-t', 'Claude', '--dry-run'];
  const { project, left_out } = await machine.json<{
    project: { files: number };
    left_out: { path: string; reason: string }[];
  }>(words);
  expect(project.files).toBe(2);
  expect(left_out.map(({ path }) => path).sort()).toEqual(
    ['dist/', 'file.txt', 'folder', 'name\u202etxt.exe', 'pipe', 'round'].sort(),
  );
  const { err } = await machine.run(words);
  expect(err).not.toContain('\u202e');
});

test('each file that does not go along is named, in one line', async () => {
  const machine = new Machine('http://127.0.0.1:9');
  const folder = await machine.folder('odd', { 'a.js': '1', 'of\nNothing stays here.js': '1' });
  // As an old archive leaves it: no name in UTF-8.
  await writeFile(Buffer.from(`${folder}/caf\xe9.js`, 'latin1'), '1');
  const words = ['-p', 'It loops', '-t', 'cursor', '--dry-run'];
  const { err } = await machine.run(['ask', folder, ...words]);
  expect(err).toContain('odd: 1 file,');
  expect(err).toContain('  caf\ufffd.js (cannot be read)\n');
  expect(err).toContain('  of Nothing stays here.js (its name works on some systems only)\n');
});

test.runIf(process.platform === 'linux')(
  'names are ignored in their own case, as by git',
  async () => {
    const machine = new Machine('http://127.0.0.1:9');
    const folder = await machine.folder('cased', {
      '.gitignore': 'app\n',
      'App/a.js': '1',
      'app/b.js': '1',
    });
    const ran = await machine.run(['ask', folder, '-p', 'x', '-t', 'cursor', '--dry-run']);
    expect(ran.err).toContain('cased: 2 files,');
  },
);

test('a folder with nothing to send is told, before there is a draft', async () => {
  const machine = new Machine('http://127.0.0.1:9');
  const folder = await machine.folder('all', { '.gitignore': '*', 'a.js': '1' });
  const words = ['-p', 'It loops', '-t', 'cursor', '--dry-run'];
  expect(await machine.run(['ask', folder, ...words])).toMatchObject({
    code: 2,
    err: expect.stringContaining('There is no file to send in '),
  });
  expect(await machine.run(['ask', folder, '--no-project', ...words])).toMatchObject({ code: 0 });
  expect(await machine.run(['ask', `${folder}/a.js`, ...words])).toMatchObject({
    code: 4,
    err: expect.stringContaining('a.js is no folder'),
  });
});

test('a folder of which no file can be sent is told as well, with the reasons', async () => {
  const machine = new Machine('http://127.0.0.1:9');
  const key = `\u0000sk_live_${'4eC39HqLyjWDarjtT1zdp7dc'}\u0000`;
  const folder = await machine.folder('data', { 'data.sqlite': key, 'dist/a.js': '1' });
  const ran = await machine.run(['ask', folder, '-p', 'x', '-t', 'cursor', '--dry-run']);
  expect(ran).toMatchObject({
    code: 2,
    err: expect.stringContaining('There is no file to send in '),
  });
  expect(ran.err).toContain('  data.sqlite (holds a key, and no placeholder can stand for it)\n');
  expect(ran.err).toContain('  dist/ (build output)\n');
});

test('a hostile .gitignore and 20,000 files are done with in time', async () => {
  const machine = new Machine('http://127.0.0.1:9');
  const folder = await machine.folder('huge', {
    '.gitignore': `${'*a'.repeat(40)}b\n`.repeat(20),
    [`${'a'.repeat(200)}.ts`]: 'x',
  });
  for (let at = 0; at < 20_100; at++) {
    const inside = path.join(folder, String(at % 100));
    if (at < 100) await mkdir(inside);
    await writeFile(path.join(inside, `${at}.txt`), 'x');
  }
  const started = Date.now();
  const ran = await machine.run(['ask', folder, '-p', 'x', '-t', 'Claude', '--dry-run']);
  expect(ran).toMatchObject({ code: 2, err: expect.stringContaining('20000 files') });
  expect(Date.now() - started).toBeLessThan(30_000);
}, 120_000);

test('wrong words are told with what is right, and nothing is asked of the server', async () => {
  const machine = new Machine('http://127.0.0.1:9');
  for (const words of [
    ['nothing'],
    ['deliver'],
    ['status', '--wrong'],
    ['messages', '--secrets', 'x'],
  ])
    expect(await machine.run(words, { env: TOKEN })).toMatchObject({ code: 2, out: '' });
  expect(await machine.run(['completion', 'dos'])).toMatchObject({ code: 2 });
  const json = await machine.run(['status', '--json'], { env: TOKEN });
  expect(JSON.parse(json.out)).toMatchObject({ error: { exit: 'unreachable' } });
  expect(json.code).toBe(5);
});

test('what is kept of a killed command holds nobody up for long', async () => {
  const machine = new Machine('http://127.0.0.1:9');
  await machine.folder('.config/unblock', { 'credentials.json.lock': '' });
  const lock = path.join(machine.home, '.config/unblock/credentials.json.lock');
  execFileSync('touch', ['-d', '10 minutes ago', lock]);
  const server = await serverThat((_, response) => response.writeHead(404).end());
  const kept = {
    server,
    servers: { [server]: { client_id: 'a', access_token: 'b', refresh_token: 'c', expires_at: 0 } },
  };
  const file = path.join(machine.home, '.config/unblock/credentials.json');
  await writeFile(file, JSON.stringify(kept));
  expect(await machine.run(['status'], { env: { UNBLOCK_SERVER: server } })).toMatchObject({
    code: 5,
  });
  // A server that is away for a moment costs nobody their sign-in.
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(kept);
});

import { execFileSync, spawn } from 'node:child_process';
import { chmod, readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { zipOf } from '../server/testing/write-zip.ts';
import { builtCli, ended, Machine } from './testing.ts';

// Ctrl-C in the middle leaves nothing half done. A terminal sends it to all that a command has started.

const ID = '0195f3a0-0000-7000-8000-000000abc123';
const PATCH =
  'diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-a\n+b\n' +
  'diff --git a/new.txt b/new.txt\nnew file mode 100644\n--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1 @@\n+new\n';

/** A server with one version of a project. */
async function serverWith(version: object, bytes: string | Buffer): Promise<string> {
  const ticket = { id: ID, status: 'DEVELOPER_WORKING', relation: 'customer' };
  const items = [{ id: ID, number: 2, state: 'ready', opens: 'contents', ...version }];
  const server = createServer(({ url = '' }, response) => {
    if (/\/(?:patch|archive)$/.test(url)) response.end(bytes);
    else if (url.endsWith('/snapshots')) response.end(JSON.stringify({ items }));
    else if (url.endsWith('/changes')) response.end('{"items":[]}');
    else response.end(JSON.stringify(ticket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Ctrl-C as soon as a file is in a folder; answers how it ended. */
async function stopOnce(machine: Machine, words: string[], sign: (names: string[]) => boolean) {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [await builtCli(), ...words, '--yes'], {
    cwd: machine.home,
    env: {
      PATH: `${machine.home}/bin:${PATH}`,
      HOME: machine.home,
      REAL_PATH: PATH,
      UNBLOCK_SERVER: machine.server,
      UNBLOCK_TOKEN: 'ubk_any',
    },
    detached: true,
  });
  const over = ended(child);
  await expect
    .poll(async () => sign(await readdir(machine.home)), { timeout: 20_000, interval: 5 })
    .toBe(true);
  process.kill(-(child.pid ?? 0), 'SIGINT');
  return over;
}

/** A machine with a repository, below whose root the project lies, and a git that says when it `applies`. */
async function withSlowGit(applies: string) {
  const machine = new Machine(await serverWith({ kind: 'delivery' }, PATCH));
  const root = await machine.folder('mono', { 'shop/a.txt': 'a\n' });
  execFileSync('git', ['init', '-q'], { cwd: root });
  await machine.folder('bin', {
    git: `#!/bin/sh
export PATH="$REAL_PATH"
case "$*" in
  *--check*) : > "$HOME/tried"; exec git "$@" ;;
  *--numstat*|*--summary*) exec git "$@" ;;
  *rev-parse*) [ -e "$HOME/tried" ] || exec git "$@" ;;
esac
: > "$HOME/began"
sleep 1
${applies}
`,
  });
  await chmod(path.join(machine.home, 'bin/git'), 0o755);
  const pull = (...more: string[]) =>
    stopOnce(machine, ['pull', ID, '-C', 'mono/shop', ...more], (all) => all.includes('began'));
  return { folder: path.join(root, 'shop'), pull };
}

test.runIf(process.platform === 'linux')(
  'a patch that is being applied is applied whole',
  async () => {
    const { folder, pull } = await withSlowGit('exec git "$@"');
    const { code, out } = await pull();
    expect({ code, out }).toEqual({ code: 130, out: 'Applied. Look at it with: git diff\n' });
    expect(await readFile(path.join(folder, 'a.txt'), 'utf8')).toBe('b\n');
    expect(await readFile(path.join(folder, 'new.txt'), 'utf8')).toBe('new\n');
  },
);

test.runIf(process.platform === 'linux')(
  'why a patch was not applied is said before the command ends',
  async () => {
    const { folder, pull } = await withSlowGit('echo "error: it moved" >&2; exit 1');
    const { code, out, err } = await pull('--json');
    expect(code).toBe(130);
    expect(err).toContain('The patch does not fit the files here. Nothing was changed.\n  error:');
    expect(JSON.parse(out)).toMatchObject({ error: { exit: 'misfit' } });
    expect(await readFile(path.join(folder, 'a.txt'), 'utf8')).toBe('a\n');
  },
);

test.runIf(process.platform === 'linux')(
  'nothing is left of a project that was half there',
  async () => {
    const files = Array.from({ length: 5000 }, (_, at) => [`src/${at}.ts`, 'export {};\n']);
    const zip = zipOf(Object.fromEntries(files));
    const machine = new Machine(await serverWith({ kind: 'project', is_head: true }, zip));
    const isHalf = (names: string[]) => names.some((name) => name.startsWith('.shop-'));
    const stopped = await stopOnce(machine, ['download', ID, 'shop'], isHalf);
    expect(stopped.code).toBe(130);
    expect(await readdir(machine.home)).toEqual([]);
  },
);

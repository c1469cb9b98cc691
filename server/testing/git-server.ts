import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Whether this machine has the real Git, which some tests compare with. */
export const hasGit = spawnSync('git', ['--version']).status === 0;

const SETTINGS = [
  ['user.name', 'Test'],
  ['user.email', 'test@example.com'],
  ['init.defaultBranch', 'main'],
  ['commit.gpgsign', 'false'],
  ['protocol.file.allow', 'always'],
].flatMap(([name, value]) => ['-c', `${name}=${value}`]);

const ENV = { PATH: process.env.PATH ?? '', GIT_CONFIG_GLOBAL: '/dev/null', HOME: '/nonexistent' };

/** A repository of the real Git, in a folder of its own. */
export interface TestRepository {
  folder: string;
  git: (...args: string[]) => string;
  write: (files: Record<string, string | Buffer>) => void;
  link: (name: string, to: string) => void;
  remove: () => void;
}

export function newRepository(): TestRepository {
  const folder = mkdtempSync(path.join(tmpdir(), 'unblock-git-'));
  const git = (...args: string[]) =>
    execFileSync('git', [...SETTINGS, ...args], { cwd: folder, encoding: 'utf8', env: ENV });
  git('init', '-q');
  return {
    folder,
    git,
    write: (files) => {
      for (const [name, content] of Object.entries(files)) {
        mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
        writeFileSync(path.join(folder, name), content);
      }
    },
    link: (name, to) => symlinkSync(to, path.join(folder, name)),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A server on this machine; answers its address. */
export async function serve(answer: Answer): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer(answer);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** What the real Git answers for a repository, by HTTP. */
export function byGit({ folder }: TestRepository): Answer {
  return (request, response) => {
    const isRefs = request.method === 'GET';
    const kind = isRefs ? 'advertisement' : 'result';
    response.setHeader('content-type', `application/x-git-upload-pack-${kind}`);
    if (isRefs) response.write('001e# service=git-upload-pack\n0000');
    const args = [
      'upload-pack',
      '--stateless-rpc',
      ...(isRefs ? ['--advertise-refs'] : []),
      folder,
    ];
    const program = spawn('git', args, { env: ENV });
    request.pipe(program.stdin).on('error', () => undefined);
    program.stdout.pipe(response);
  };
}

/** One line of the protocol. */
export function line(text: string): string {
  return (text.length + 4).toString(16).padStart(4, '0') + text;
}

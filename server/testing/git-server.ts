import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSafeServer } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { promisify } from 'node:util';

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

/** How a server shows who it is; without it, it speaks plain HTTP. */
export interface Certificate {
  key: string;
  cert: string;
}

/** A server on this machine; answers its address. */
export async function serve(
  answer: Answer,
  certificate?: Certificate,
): Promise<{ url: string; close: () => Promise<void>; connections: () => Promise<number> }> {
  const server = certificate ? createSafeServer(certificate, answer) : createServer(answer);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as { port: number };
  return {
    url: certificate ? `https://localhost:${port}` : `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
    connections: () => promisify(server.getConnections.bind(server))(),
  };
}

/** What the real Git answers for a repository, by the program that it has for web servers. */
export function byGit({ folder }: TestRepository): Answer {
  return (request, response) => {
    const [, asked = '', query = ''] =
      /(\/[^/]+\/refs|\/[^/]+)(?:\?(.*))?$/.exec(request.url ?? '') ?? [];
    const program = spawn('git', ['http-backend'], {
      env: {
        ...ENV,
        GIT_PROJECT_ROOT: folder,
        GIT_HTTP_EXPORT_ALL: '1',
        REQUEST_METHOD: request.method ?? 'GET',
        PATH_INFO: `/.git${asked}`,
        QUERY_STRING: query,
        CONTENT_TYPE: request.headers['content-type'] ?? '',
        CONTENT_LENGTH: request.headers['content-length'] ?? '',
      },
    });
    request.pipe(program.stdin).on('error', () => undefined);
    void passOn(program.stdout, response);
  };
}

/** Hands on what a program for web servers answers: lines of a head, an empty one, and the body. */
async function passOn(output: Readable, response: ServerResponse): Promise<void> {
  let head = Buffer.alloc(0);
  let isHead = true;
  for await (const chunk of output as AsyncIterable<Buffer>) {
    if (!isHead) response.write(chunk);
    if (!isHead) continue;
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) continue;
    isHead = false;
    for (const line of head.toString('latin1', 0, end).split('\r\n')) {
      const [name = '', value = ''] = line.split(': ');
      if (name === 'Status') response.statusCode = Number.parseInt(value, 10);
      else response.setHeader(name, value);
    }
    response.write(head.subarray(end + 4));
  }
  response.end();
}

/** Writes something, and then a little again and again, for as long as anybody listens. */
export function drip(to: Writable, first: string, again: string | Buffer): void {
  to.write(first);
  const timer = setInterval(() => to.write(again), 100);
  to.on('close', () => clearInterval(timer)).on('error', () => undefined);
}

/** Writes the same for as long as anybody reads. */
export function endless(response: ServerResponse, chunk: Buffer): void {
  const write = () => {
    while (!response.destroyed) if (!response.write(chunk)) break;
    response.once('drain', write);
  };
  write();
}

/** One line of the protocol. */
export function line(text: string): string {
  return (text.length + 4).toString(16).padStart(4, '0') + text;
}

const OID = '1'.repeat(40);
/** The type of an answer that names branches. */
export const REFS_TYPE = 'application/x-git-upload-pack-advertisement';
/** What a server says of a repository with one branch, up to the next branch. */
export const REFS_BEGIN = `${line('# service=git-upload-pack\n')}0000${line(`${OID} HEAD\0shallow side-band-64k ofs-delta symref=HEAD:refs/heads/main\n`)}${line(`${OID} refs/heads/main\n`)}`;
/** One branch more. */
export const ONE_MORE = line(`${OID} refs/heads/x\n`);

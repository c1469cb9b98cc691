import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A project by its paths. */
export type Project = Record<string, Buffer>;

/** The published sources of a package that the product itself is built with. */
export function packageSources(name: string): Project {
  const folder = path.join(import.meta.dirname, '../node_modules', name);
  return filesOf(folder, ['dist', 'build', 'vendor', 'node_modules']);
}

/** All files of a folder but those in folders of these names. */
function filesOf(folder: string, without: readonly string[] = []): Project {
  const project: Project = {};
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const steps = name.split(path.sep);
    if (steps.some((step) => without.includes(step))) continue;
    const file = path.join(folder, name);
    if (statSync(file).isFile()) project[steps.join('/')] = readFileSync(file);
  }
  return project;
}

/** A working copy in a folder of its own, on which the real git works; gone at the end of its scope. */
export class WorkingCopy implements Disposable {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'unblock-copy-'));

  constructor(project: Project) {
    for (const [name, content] of Object.entries(project)) this.write(name, content);
    this.git('init', '--quiet');
    this.git('add', '--all');
    this.git('-c', 'user.name=A', '-c', 'user.email=a@example.com', 'commit', '-qm', 'As it was');
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true });
  }

  write(name: string, content: string | Buffer): void {
    const file = path.join(this.folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }

  read(name: string): string {
    return readFileSync(path.join(this.folder, name), 'utf8');
  }

  git(...args: string[]): Buffer {
    return execFileSync('git', args, { cwd: this.folder, maxBuffer: 64 * 1024 ** 2 });
  }

  remove(name: string): void {
    rmSync(path.join(this.folder, name));
  }

  /** All of it as the real tar packs it, `.git` as well. */
  tarball(): Buffer {
    return execFileSync('tar', ['-cz', '-C', this.folder, '.'], { maxBuffer: 64 * 1024 ** 2 });
  }

  /** What was changed since it was made, as `git diff` writes it. */
  patch(): Buffer {
    this.git('add', '--all');
    return this.git('diff', '--cached', '--binary');
  }

  /** @throws Error where the patch does not fit */
  apply(patch: Buffer): void {
    execFileSync('git', ['apply', '--whitespace=nowarn', '-'], { cwd: this.folder, input: patch });
  }

  /** Its files as they are now. */
  files(): Project {
    return filesOf(this.folder, ['.git']);
  }
}

import { execFileSync, spawnSync } from 'node:child_process';
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
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Refusal } from '#domain/refusals.ts';
import { type Content, projectOf } from '../../testing/projects.ts';
import type { ProjectFiles } from '../project-files.ts';
import { applyPatch } from './apply-patch.ts';
import { writePatch } from './write-patch.ts';

const hasGit = spawnSync('git', ['--version']).status === 0;
if (!hasGit) console.warn('Git is missing: what patches do is not compared with it.');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'unblock-git-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

type Contents = Record<string, Content>;

// Few different lines, so that texts have much in common and changes fit at many places.
const line = fc.constantFrom(
  'a\n',
  'b\n',
  'c\n',
  '\n',
  'a\r\n',
  'b \n',
  '\xe9\n',
  '+x\n',
  '-- \n',
  '\\ y\n',
  '@@ -1 +1 @@\n',
);
const tail = fc.constantFrom('', '', 'end', 'a', '\r', ' ');
const text = fc
  .tuple(fc.array(line, { maxLength: 30 }), tail)
  .map(([lines, end]) => Buffer.from(lines.join('') + end, 'latin1'));
const bytes = fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from([0, ...array]));
const wide = fc
  .string({ maxLength: 20 })
  .map((value) => Buffer.from(`\ufeff${value}\n`, 'utf16le'));
const content: fc.Arbitrary<Content> = fc.oneof(
  { weight: 6, arbitrary: text },
  { weight: 1, arbitrary: bytes },
  { weight: 1, arbitrary: wide },
  { weight: 1, arbitrary: text.map((executable) => ({ executable })) },
);
const path = fc.constantFrom(
  'a',
  'b',
  'd/a',
  'd/e/a',
  'two words',
  'd/ x',
  'é',
  'say "hi"',
  'x b/x',
  'tab?',
  '-n',
  ' ',
);
const project = fc.dictionary(path, content, { maxKeys: 6 });

/** A project, and what somebody made of it: some files moved, some texts edited, some made anew. */
const change = fc
  .tuple(
    project,
    project,
    fc.array(fc.tuple(path, path), { maxLength: 2 }),
    fc.array(fc.tuple(path, fc.nat(30), line), { maxLength: 4 }),
  )
  .map(([before, extra, moves, edits]): [Contents, Contents] => {
    const after: Contents = { ...before };
    for (const [from, to] of moves) {
      const moved = after[from];
      if (moved === undefined) continue;
      delete after[from];
      after[to] = moved;
    }
    for (const [where, at, insert] of edits) {
      const old = after[where];
      if (Buffer.isBuffer(old)) after[where] = edited(old, at, insert);
    }
    for (const [where, what] of Object.entries(extra).slice(0, 2)) after[where] = what;
    return [withoutClashes(before), withoutClashes(after)];
  });

function edited(old: Buffer, at: number, insert: string): Buffer {
  const lines = old.toString('latin1').split(/(?<=\n)/);
  lines.splice(at % (lines.length + 1), at % 3, insert);
  return Buffer.from(lines.join(''), 'latin1');
}

/** Nothing is a file and a folder at once. */
function withoutClashes(contents: Contents): Contents {
  const paths = Object.keys(contents);
  return Object.fromEntries(
    Object.entries(contents).filter(([one]) => !paths.some((other) => other.startsWith(`${one}/`))),
  );
}

describe('what is written makes one project out of the other', () => {
  it('when it is applied here', async () => {
    await fc.assert(
      fc.asyncProperty(change, async ([before, after]) => {
        const patch = await written(projectOf(before), projectOf(after));
        const files = patch.length > 0 ? await applyPatch(projectOf(before), patch) : [];
        expect(asStored(before, files)).toEqual(plain(after));
      }),
      { numRuns: 300 },
    );
  });

  it.skipIf(!hasGit)(
    'when the real git applies it, and takes it back',
    async () => {
      await fc.assert(
        fc.asyncProperty(change, async ([before, after]) => {
          const patch = await written(projectOf(before), projectOf(after));
          if (patch.length === 0) return;
          put({ '': before });
          git(['apply', '--whitespace=nowarn', '-'], patch);
          expect(stored()).toEqual(plain(after));
          git(['apply', '-R', '--whitespace=nowarn', '-'], patch);
          expect(stored()).toEqual(plain(before));
        }),
        { numRuns: 40 },
      );
    },
    60_000,
  );
});

describe.skipIf(!hasGit)('the real git and this agree', () => {
  it('on what its own patches make of a project', async () => {
    await fc.assert(
      fc.asyncProperty(
        change,
        fc.constantFrom('-M30%', '-C', '--no-renames', '--full-index'),
        async ([before, after], way) => {
          const patch = diffOfProjects(before, after, way);
          if (patch.length === 0) return;
          const files = await applyPatch(projectOf(before), patch);
          expect(asStored(before, files)).toEqual(plain(after));
        },
      ),
      { numRuns: 20 },
    );
  }, 60_000);

  it('on whether and where a patch fits a project that went on', async () => {
    await fc.assert(
      fc.asyncProperty(text, text, text, fc.nat(3), async (before, after, other, context) => {
        const patch = diffOfTexts(before, after, `-U${context + 1}`);
        if (patch.length === 0) return;
        put({ '': { f: other } });
        const isTaken =
          spawnSync('git', ['apply', '--whitespace=nowarn', '-'], { cwd: folder, input: patch })
            .status === 0;
        const files = await applyPatch(projectOf({ f: other }), patch).catch((error: unknown) => {
          if (error instanceof Refusal) return null;
          throw error;
        });
        if (!isTaken) expect(files).toBeNull();
        // Git lets a patch without a last line break fit a file that has one; here it does not.
        else if (files) expect(asStored({ f: other }, files)).toEqual(stored());
        else expect(patch.includes('\\ No newline')).toBe(true);
      }),
      { numRuns: 60 },
    );
  }, 60_000);
});

type Stored = Record<string, [content: string, executable: boolean]>;

function plain(contents: Contents): Stored {
  return Object.fromEntries(
    Object.entries(contents).map(([path, content]) => {
      const isExecutable = typeof content === 'object' && 'executable' in content;
      const bytes = isExecutable ? content.executable : content;
      return [path, [Buffer.from(bytes as Buffer).toString('latin1'), isExecutable]];
    }),
  );
}

function asStored(before: Contents, changes: Awaited<ReturnType<typeof applyPatch>>): Stored {
  const result = new Map(Object.entries(plain(before)));
  for (const { path, bytes, executable } of changes) {
    if (bytes) result.set(path, [bytes.toString('latin1'), executable ?? false]);
    else result.delete(path);
  }
  return Object.fromEntries(result);
}

async function written(before: ProjectFiles, after: ProjectFiles): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of writePatch(before, after)) parts.push(part);
  return Buffer.concat(parts);
}

function put(projects: Record<string, Contents>): void {
  rmSync(folder, { recursive: true });
  for (const [name, contents] of Object.entries(projects)) write(name, contents);
}

function write(name: string, contents: Contents): void {
  mkdirSync(join(folder, name), { recursive: true });
  for (const [path, [content, isExecutable]] of Object.entries(plain(contents))) {
    const file = join(folder, name, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content, { encoding: 'latin1', mode: isExecutable ? 0o755 : 0o644 });
  }
}

function stored(): Stored {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Object.fromEntries(
    files.map((entry) => {
      const file = join(entry.parentPath, entry.name);
      const isExecutable = (statSync(file).mode & 0o100) !== 0;
      return [file.slice(folder.length + 1), [readFileSync(file, 'latin1'), isExecutable]];
    }),
  );
}

function diffOfProjects(before: Contents, after: Contents, way: string): Buffer {
  put({ '': before });
  git(['init', '-q']);
  git(['add', '-A']);
  const tree = git(['write-tree']).toString().trim();
  git(['rm', '-rqf', '--ignore-unmatch', '.']);
  write('', after);
  git(['add', '-A']);
  return git(['diff', '--cached', '--binary', way, tree]);
}

/** The two files lie in folders that are called as git calls the two sides. */
function diffOfTexts(before: Buffer, after: Buffer, way: string): Buffer {
  put({ a: { f: before }, b: { f: after } });
  const args = ['diff', '--no-index', '--no-prefix', way, 'a', 'b'];
  return spawnSync('git', args, { cwd: folder }).stdout;
}

function git(args: string[], input?: Buffer): Buffer {
  const settings = ['-c', 'core.autocrlf=false', '-c', 'core.safecrlf=false'];
  return execFileSync('git', [...settings, ...args], {
    cwd: folder,
    input,
    stdio: ['pipe', 'pipe', 'pipe'],
    maxBuffer: 1e8,
  });
}

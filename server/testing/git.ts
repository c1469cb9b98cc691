import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Whether the real git is on this machine; tests that compare with it are skipped without. */
export const hasGit = spawnSync('git', ['--version']).status === 0;
if (!hasGit) console.warn('Git is missing: what patches do is not compared with it.');

/** What the real git makes of a project by a patch, in Latin-1, by the paths of the files. */
export function gitApplied(
  project: Record<string, string | Buffer>,
  patch: Buffer,
): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'unblock-git-'));
  try {
    for (const [path, content] of Object.entries(project)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    execFileSync('git', ['apply', '--whitespace=nowarn', '-'], { cwd: folder, input: patch });
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort();
    return Object.fromEntries(
      files.map((file) => [file.slice(folder.length + 1), readFileSync(file, 'latin1')]),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

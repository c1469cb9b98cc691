import { createHash } from 'node:crypto';
import { Refusal } from '#domain/refusals.ts';
import { kindOf } from '../code/intake/kind.ts';
import type { ProjectFiles } from '../code/project-files.ts';

/** What a file of a test's project holds: text, bytes, or one that is executable. */
export type Content = string | Buffer | { executable: string | Buffer };

/** A project that is nowhere but in this test, by the paths of its files. */
export function projectOf(contents: Record<string, Content>): ProjectFiles {
  const bytes = new Map(
    Object.entries(contents).map(([path, content]) => [path, Buffer.from(bytesOf(content))]),
  );
  const files = [...bytes].map(([path, content]) => ({
    path,
    hash: createHash('sha256').update(content).digest('hex'),
    size: content.length,
    kind: kindOf(content),
    executable: isExecutable(contents[path]),
  }));
  return {
    files: files.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    read: async (path) => {
      const found = bytes.get(path);
      if (!found) throw new Refusal('not_found');
      return found;
    },
  };
}

function bytesOf(content: Content): string | Buffer {
  return typeof content === 'string' || Buffer.isBuffer(content) ? content : content.executable;
}

function isExecutable(content: Content | undefined): boolean {
  return typeof content === 'object' && 'executable' in content;
}

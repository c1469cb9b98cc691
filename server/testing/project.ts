import { createHash } from 'node:crypto';
import type { ProjectFile, ProjectFiles } from '../code/project-files.ts';

/** A project as readers see it, from texts or bytes by their paths. */
export function projectOf(contents: Readonly<Record<string, string | Buffer>>): ProjectFiles {
  const bytes = new Map(
    Object.entries(contents).map(([path, content]) => [path, Buffer.from(content)]),
  );
  const files = [...bytes].map(([path, content]): ProjectFile => {
    const hash = createHash('sha256').update(content).digest('hex');
    const kind = content.includes(0) ? 'binary' : 'text';
    return { path, hash, size: content.length, kind, executable: false };
  });
  return {
    files: files.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    read: async (path) => bytes.get(path) ?? Buffer.alloc(0),
  };
}

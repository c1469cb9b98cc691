import { glob, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

interface Part {
  module: string;
  imports?: string[];
}

interface Manifest {
  entry: Part;
  routes: Record<string, Part & { id: string; parentId?: string; path?: string }>;
}

export interface FirstLoad {
  address: string;
  /** As sent, compressed. */
  kilobytes: number;
  /** Each is a request of its own. */
  files: number;
}

/**
 * The JavaScript of each screen's first load; parts that come when they are needed, such as the
 * uploader and Markdown, are not in it, but the session's own are, for which every signed-in screen
 * waits. `folder` holds the built files, compressed.
 */
export async function firstLoads(folder: string): Promise<FirstLoad[]> {
  const { entry, routes } = await readManifest(folder);
  const parents = new Set(Object.values(routes).map(({ parentId }) => parentId));
  const ofSession = await sessionFiles(folder);
  const loads = Object.values(routes).map(async (route) => {
    const parts = [entry];
    let path = '';
    for (let at: typeof route | undefined = route; at; at = routes[at.parentId ?? '']) {
      parts.push(at);
      path = `${at.path ? `/${at.path}` : ''}${path}`;
      if (at.id === 'shell/signed-in-layout')
        parts.push({ module: entry.module, imports: ofSession });
    }
    const files = new Set(parts.flatMap(({ module, imports = [] }) => [module, ...imports]));
    const sizes = [...files].map(async (file) => (await stat(join(folder, `${file}.br`))).size);
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    return {
      id: route.id,
      address: path || '/',
      kilobytes: Math.round(bytes / 1000),
      files: files.size,
    };
  });
  const all = await Promise.all(loads);
  return all.filter(({ id }) => !parents.has(id)).map(({ id: _, ...load }) => load);
}

const SESSION_PARTS = ['awake-parts', 'session-source', 'auth'];

/** They come by `import()` as soon as a session is there: the site opens without them. */
async function sessionFiles(folder: string): Promise<string[]> {
  const all = await readdir(join(folder, 'assets'));
  return SESSION_PARTS.map((part) => {
    const named = all.filter((file) => new RegExp(`^${part}-[\\w-]{8}\\.js$`).test(file));
    if (named.length !== 1) throw new Error(`${folder} has ${named.length} files for ${part}`);
    return `/assets/${named[0]}`;
  });
}

/** It is a script that hands one object to the router. */
async function readManifest(folder: string): Promise<Manifest> {
  for await (const name of glob('assets/manifest-*.js', { cwd: folder })) {
    const script = await readFile(join(folder, name), 'utf8');
    return JSON.parse(script.slice(script.indexOf('{'), script.lastIndexOf('}') + 1));
  }
  throw new Error(`${folder} has no manifest of routes`);
}

import { glob, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A screen of the web build, with the scripts of its first load. */
export interface ScreenFiles {
  /** Of the route, as in `web/routes.ts`: that of its file, or a name. */
  id: string;
  /** Such as `/discussions/:ticketId?`. */
  address: string;
  isSignedIn: boolean;
  /** Paths under the build's folder, in the order in which they are needed. */
  scripts: string[];
}

interface Part {
  module: string;
  imports?: string[];
}

type Route = Part & { id: string; parentId?: string; path?: string };

interface Manifest {
  entry: Part;
  routes: Record<string, Route>;
}

/**
 * All screens of a web build, but not the one for unknown addresses. Parts that come when they are
 * needed, such as the uploader and Markdown, are not in it, but the session's own is, for which every
 * signed-in screen waits. `folder` holds the built files.
 */
export async function screensOf(folder: string): Promise<ScreenFiles[]> {
  const { entry, routes } = await readManifest(folder);
  const parents = new Set(Object.values(routes).map(({ parentId }) => parentId));
  const ofSession = await sessionFile(folder);
  return Object.values(routes)
    .filter(({ id, path }) => !parents.has(id) && path !== '*')
    .map((route) => {
      const chain = chainOf(route, routes);
      const isSignedIn = chain.some(({ id }) => id === 'start/signed-in-layout');
      const parts = [entry, ...chain].flatMap(({ module, imports = [] }) => [module, ...imports]);
      return {
        id: route.id,
        address: chain.map(({ path }) => (path ? `/${path}` : '')).join('') || '/',
        isSignedIn,
        scripts: [...new Set([...parts, ...(isSignedIn ? [ofSession] : [])])],
      };
    })
    .toSorted((a, b) => a.address.localeCompare(b.address));
}

/** A route after all that are around it. */
function chainOf(route: Route, routes: Manifest['routes']): Route[] {
  const parent = routes[route.parentId ?? ''];
  return [...(parent ? chainOf(parent, routes) : []), route];
}

/** It comes by `import()` as soon as a session is there: the site opens without it. */
async function sessionFile(folder: string): Promise<string> {
  const all = await readdir(join(folder, 'assets'));
  const named = all.filter((file) => /^session-[\w-]{8}\.js$/.test(file));
  if (named.length !== 1) throw new Error(`${folder} has ${named.length} files of the session`);
  return `/assets/${named[0]}`;
}

/** It is a script that hands one object to the router. */
async function readManifest(folder: string): Promise<Manifest> {
  for await (const name of glob('assets/manifest-*.js', { cwd: folder })) {
    const script = await readFile(join(folder, name), 'utf8');
    return JSON.parse(script.slice(script.indexOf('{'), script.lastIndexOf('}') + 1));
  }
  throw new Error(`${folder} has no manifest of routes`);
}

import { glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

interface BuiltRoute {
  id: string;
  parentId?: string | undefined;
  path?: string | undefined;
}

/** What the server needs beside the built files. `folder` is the build's own. */
export async function finishWebBuild(
  folder: string,
  routes: Record<string, BuiltRoute | undefined>,
): Promise<void> {
  await writeFile(join(folder, 'addresses.json'), JSON.stringify(addressesOf(routes), null, 2));
  await putTextFirst(join(folder, 'client'));
  await compressFiles(join(folder, 'client'));
}

/** Every address that has a screen; the one for all that have none is left out. */
function addressesOf(routes: Record<string, BuiltRoute | undefined>): string[] {
  const address = ({ parentId, path }: BuiltRoute): string => {
    const parent = parentId === undefined ? undefined : routes[parentId];
    return `${parent ? address(parent) : ''}${path ? `/${path}` : ''}`;
  };
  const parents = new Set(Object.values(routes).map((route) => route?.parentId));
  return Object.values(routes)
    .filter((route) => route !== undefined)
    .filter(({ id, path }) => !parents.has(id) && path !== '*')
    .map((route) => address(route) || '/')
    .toSorted();
}

/**
 * A built page can be read before it comes alive: its style and fonts go first, its scripts after
 * them. Without this the browser fetches all at once and draws the page seconds later on a phone.
 */
async function putTextFirst(folder: string): Promise<void> {
  for await (const name of glob('**/*.html', { cwd: folder })) {
    const file = join(folder, name);
    const page = await readFile(file, 'utf8');
    const link = '<link rel="modulepreload" ';
    await writeFile(file, page.replaceAll(link, `${link}fetchpriority="low" `));
  }
}

/** Once at build time as small as it gets, instead of with each answer. Pages are sent otherwise. */
async function compressFiles(folder: string): Promise<void> {
  for await (const name of glob('**/*.{js,css,svg,webmanifest,ico}', { cwd: folder })) {
    const file = join(folder, name);
    const content = await readFile(file);
    await writeFile(`${file}.br`, await promisify(brotliCompress)(content));
    await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
  }
}

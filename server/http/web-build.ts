import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';

/** Where `npm run build` puts the pages and their files. */
export const WEB_FOLDER = path.join(import.meta.dirname, '../../build/client');
/** Built files with names that change with their content. */
export const ASSETS = path.join(WEB_FOLDER, 'assets');

/** CSP sources of the scripts that stand inside the built pages. */
export async function inlineScriptHashes(): Promise<string[]> {
  const hashes = new Set<string>();
  for await (const file of glob('**/*.html', { cwd: WEB_FOLDER })) {
    const page = await readFile(path.join(WEB_FOLDER, file), 'utf8');
    for (const [, attributes = '', script = ''] of page.matchAll(
      /<script([^>]*)>([\s\S]*?)<\/script>/g,
    )) {
      if (/\ssrc=/.test(attributes) || script === '') continue;
      hashes.add(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
    }
  }
  return [...hashes];
}

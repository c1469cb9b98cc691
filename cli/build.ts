/** Bundles the command line into the one file that is published: `npm run build:cli`. */
import { chmodSync } from 'node:fs';
import path from 'node:path';
import { build } from 'rolldown';

/** Of the published file, in bytes. */
export const MOST_BYTES = 300_000;

/** @returns the file that was written */
export async function buildCli(folder = path.join(import.meta.dirname, 'dist')): Promise<string> {
  const file = path.join(folder, 'unblock.js');
  await build({
    input: path.join(import.meta.dirname, 'main.ts'),
    platform: 'node',
    transform: { target: 'node20' },
    output: {
      file,
      format: 'esm',
      minify: true,
      comments: false,
      banner: '#!/usr/bin/env node',
    },
    logLevel: 'warn',
  });
  chmodSync(file, 0o755);
  return file;
}

if (import.meta.main) console.log(await buildCli());

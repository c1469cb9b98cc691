import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { screensOf } from './screen-files.ts';

export interface FirstLoad {
  address: string;
  isSignedIn: boolean;
  /** As sent, compressed. */
  kilobytes: number;
  /** Each is a request of its own. */
  files: number;
}

/** The JavaScript of each screen's first load. `folder` holds the built files, compressed. */
export async function firstLoads(folder: string): Promise<FirstLoad[]> {
  return Promise.all(
    (await screensOf(folder)).map(async ({ address, isSignedIn, scripts }) => {
      const sizes = scripts.map(async (file) => (await stat(join(folder, `${file}.br`))).size);
      const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
      return { address, isSignedIn, kilobytes: Math.round(bytes / 1000), files: scripts.length };
    }),
  );
}

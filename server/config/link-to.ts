import type { Config } from './config.ts';

/** A path of ours as a whole address, for mails and other sites; whole addresses stay as they are. */
export function linkTo({ publicUrl }: Pick<Config, 'publicUrl'>, path: string): string {
  return path.startsWith('/') ? publicUrl + path : path;
}

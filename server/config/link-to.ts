import type { Config } from './config.ts';

/** A whole address of ours, for mails and for other sites; one that is whole stays as it is. */
export function linkTo({ publicUrl }: Pick<Config, 'publicUrl'>, path: string): string {
  return path.startsWith('/') ? publicUrl + path : path;
}

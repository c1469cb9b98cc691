import type { Config } from './config.ts';

/** What links need of the settings. */
export type Links = Pick<Config, 'publicUrl'>;

/** A whole address of ours, for mails and for other sites: `path` comes from `domain/paths.ts`. */
export function linkTo({ publicUrl }: Links, path: string): string {
  return publicUrl + path;
}

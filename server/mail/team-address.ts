import type { Config } from '../config/config.ts';

/** Where the team reads its mail: the address that our own mails come from. */
export function teamAddress({ mailFrom }: Pick<Config, 'mailFrom'>): string {
  return /<([^>]+)>/.exec(mailFrom)?.[1] ?? mailFrom;
}

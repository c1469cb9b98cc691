import { addressIn } from '../config/address-in.ts';
import type { Config } from '../config/config.ts';

/** Where the team reads its mail: our own sender's address. */
export function teamAddress({ mailFrom }: Pick<Config, 'mailFrom'>): string {
  return addressIn(mailFrom);
}

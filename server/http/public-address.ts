import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** All that is handed out of IPv6; what embeds an IPv4 address in another way lies beside it. */
const GLOBAL = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an IP address is one of the public internet, and not of a private or special network. */
export function isPublic(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL);
}

export function isLoopback(address: string): boolean {
  return isIP(address) > 0 && ipaddr.parse(address).range() === 'loopback';
}

/** What may be looked at: public addresses, and this very machine where tests ask for it. */
export interface Reach {
  looksAtLoopback: boolean;
}

export const mayReach = (address: string, { looksAtLoopback }: Reach): boolean =>
  isPublic(address) || (looksAtLoopback && isLoopback(address));

/** Names that no public DNS has; what they stand for is of one network or machine. */
const LOCAL_NAME = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|onion|arpa)\.?$/i;
const NOT_PUBLIC = 'This address is not one of the public internet';

/**
 * Why an address is not looked at, as far as it says so itself: what its name stands for is known
 * only at the look. Null where nothing speaks against it.
 */
export function whyUnreachable(address: string, reach: Reach): string | null {
  if (!URL.canParse(address)) return 'This is no whole address';
  const { protocol, username, password, port } = new URL(address);
  if (protocol !== 'http:' && protocol !== 'https:') return 'Only http and https can be looked at';
  if (username !== '' || password !== '') return 'There is a name or password in the address';
  if (port !== '' && Number(port) < 1024 && port !== '80' && port !== '443')
    return 'Only the ports 80, 443 and those from 1024 up can be looked at';
  return isOurs(hostOf(address), reach) ? NOT_PUBLIC : null;
}

function isOurs(host: string, reach: Reach): boolean {
  if (isIP(host) > 0) return !mayReach(host, reach);
  if (reach.looksAtLoopback && host === 'localhost') return false;
  return LOCAL_NAME.test(host) || !host.replace(/\.$/, '').includes('.');
}

/** The name or IP address in an address; numbers in any notation are in the usual one here. */
export function hostOf(address: string): string {
  return new URL(address).hostname.replace(/^\[(.*)\]$/, '$1');
}

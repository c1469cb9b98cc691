import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The assigned part of IPv6; addresses that embed IPv4 lie outside. */
const GLOBAL = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an IP address is public, not of a private or special network. */
export function isPublic(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL);
}

export function isLoopback(address: string): boolean {
  return isIP(address) > 0 && ipaddr.parse(address).range() === 'loopback';
}

/** Public addresses only; tests may add this machine. */
export interface Reach {
  looksAtLoopback: boolean;
}

export const mayReach = (address: string, { looksAtLoopback }: Reach): boolean =>
  isPublic(address) || (looksAtLoopback && isLoopback(address));

/** Names that public DNS never has; they belong to a local network or machine. */
const LOCAL_NAME = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|onion|arpa)\.?$/i;
const NOT_PUBLIC = 'This address is not one of the public internet';

/**
 * Why an address cannot be fetched, judged by its text; its IP addresses are only known when it is
 * fetched. Null where it can.
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

/** The host name or IP address of an address; IP addresses in their usual notation. */
export function hostOf(address: string): string {
  return new URL(address).hostname.replace(/^\[(.*)\]$/, '$1');
}

import type { FastifyRequest } from 'fastify';

/** Names by which a machine reaches itself. */
const OWN_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/** Whether a host name, without its port, means this machine. */
export function isOwnName(hostname: string): boolean {
  return OWN_NAMES.includes(hostname) || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/**
 * Our origins: `PUBLIC_URL` and, when that is a name of this machine, its other names too. Browsers
 * keep separate data for each: a person signed in at 127.0.0.1 would be signed out at localhost.
 */
export function ownOrigins(publicUrl: string): string[] {
  const { origin, protocol, hostname, port } = new URL(publicUrl);
  if (!OWN_NAMES.includes(hostname)) return [origin];
  return OWN_NAMES.map((name) => `${protocol}//${name}${port && `:${port}`}`);
}

/** An address of ours at the host name of the request. */
export function asAsked(publicUrl: string, request: FastifyRequest, address: string): string {
  const { origin, protocol } = new URL(publicUrl);
  const asked = `${protocol}//${request.host}`;
  if (!ownOrigins(publicUrl).includes(asked) || !address.startsWith(`${origin}/`)) return address;
  return asked + address.slice(origin.length);
}

import type { FastifyRequest } from 'fastify';

/** What a machine calls itself. */
const OWN_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/** Whether a host name, without its port, is this machine's for itself. */
export function isOwnName(hostname: string): boolean {
  return OWN_NAMES.includes(hostname) || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/**
 * Where our pages are: `PUBLIC_URL` and, when that is a name of this very machine, its other names
 * too. A browser keeps its data for each separately: a person who opened 127.0.0.1 is signed in
 * there, and would be a stranger at localhost.
 */
export function ownOrigins(publicUrl: string): string[] {
  const { origin, protocol, hostname, port } = new URL(publicUrl);
  if (!OWN_NAMES.includes(hostname)) return [origin];
  return OWN_NAMES.map((name) => `${protocol}//${name}${port && `:${port}`}`);
}

/** An address of ours, under the one of our names that the request came to. */
export function asAsked(publicUrl: string, request: FastifyRequest, address: string): string {
  const { origin, protocol } = new URL(publicUrl);
  const asked = `${protocol}//${request.host}`;
  if (!ownOrigins(publicUrl).includes(asked) || !address.startsWith(`${origin}/`)) return address;
  return asked + address.slice(origin.length);
}

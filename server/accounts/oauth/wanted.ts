import type { CallContext } from 'oidc-provider';
import type { Scope } from '#domain/program.ts';

type Query = CallContext['query'];

/** A question in our words. A parameter that stands there twice is left for the library to refuse. */
export function asWanted({ scope, response_mode, ...query }: Query): Query {
  return {
    ...query,
    scope: Array.isArray(scope) ? scope : wantedScope(scope),
    // Answers by a form would need a page that runs a script.
    ...(response_mode && { response_mode: response_mode === 'query' ? 'query' : 'not supported' }),
  };
}

/** All scopes where a program names none, and the least where it names none that we have, such as `openid`. */
export function wantedScope(given = ''): string {
  const named = given.split(' ').filter(Boolean);
  const most: Scope = named.length === 0 || named.includes('write') ? 'write' : 'read';
  return most === 'write' ? 'read write' : 'read';
}

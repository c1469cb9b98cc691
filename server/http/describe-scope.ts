import type { createJsonSchemaTransform } from 'fastify-type-provider-zod';
import { scopeOf } from './program-access.ts';

type Transform = ReturnType<typeof createJsonSchemaTransform>;

/** Adds to the description of each call what a program needs for it; nothing where it is for people. */
export function describeScope(transform: Transform): Transform {
  return (input) => {
    const described = transform(input);
    const [method = ''] = [input.route.method].flat();
    const scope = scopeOf(method, input.url);
    return scope ? { ...described, schema: { ...described.schema, 'x-scope': scope } } : described;
  };
}

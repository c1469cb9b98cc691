import type { createJsonSchemaTransform } from 'fastify-type-provider-zod';
import { SECRETS_CHOICES } from '#domain/secret-choices.ts';
import type { Shares } from './shared-parts.ts';

type Transform = ReturnType<typeof createJsonSchemaTransform>;

interface Described {
  anyOf?: Described[];
  properties?: Record<string, unknown>;
}

/** Adds `secrets` to the description of every call that takes it. */
export function describeChoice(transform: Transform): Transform {
  return (input) => {
    const described = transform(input);
    const config = input.route.config as { shares?: Shares } | undefined;
    if (config?.shares) addChoice(described.schema.body as Described, config.shares);
    return described;
  };
}

function addChoice(body: Described, { maskOnly }: Shares): void {
  if (body.properties) {
    body.properties.secrets = {
      type: 'string',
      enum: maskOnly ? ['mask'] : SECRETS_CHOICES,
      description: 'What becomes of keys and passwords in it; left out, 422 secrets_found',
    };
  }
  for (const one of body.anyOf ?? [])
    addChoice(one, maskOnly ? { texts: [], maskOnly } : { texts: [] });
}

import type { FieldValues, Resolver } from 'react-hook-form';

/**
 * Checks a form with rules whose code comes when they are first needed, so that a page with a form
 * opens without them. When they cannot be fetched, the server checks alone, as it does anyway.
 */
export function lazyResolver<Input extends FieldValues, Output>(
  load: () => Promise<Resolver<Input, unknown, Output>>,
): Resolver<Input, unknown, Output> {
  return async (values, context, options) => {
    const resolver = await load().catch(() => null);
    if (resolver) return resolver(values, context, options);
    return { values: values as unknown as Output, errors: {} };
  };
}

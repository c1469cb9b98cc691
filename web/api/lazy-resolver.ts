import type { FieldValues, Resolver } from 'react-hook-form';

/**
 * Checks a form with rules whose code comes when they are first needed, so that a page with a form
 * opens without them. When they cannot be fetched, what was typed is sent as it is: the server checks
 * it anyway.
 */
export function lazyResolver<Input extends FieldValues, Output>(
  load: () => Promise<Resolver<Input, unknown, Output>>,
): Resolver<Input, unknown, Input | Output> {
  return async (values, context, options) => {
    const resolver = await load().catch(() => null);
    if (resolver) return resolver(values, context, options);
    return { values, errors: {} };
  };
}

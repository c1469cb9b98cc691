import type { FieldValues, Resolver } from 'react-hook-form';

/**
 * Validates a form with rules that are loaded on demand, so that pages with forms open without them. If
 * they cannot be loaded the form is sent unchecked: the server validates it anyway.
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

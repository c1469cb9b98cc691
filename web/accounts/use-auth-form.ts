import { type DefaultValues, type FieldValues, type Resolver, useForm } from 'react-hook-form';
import { lazyResolver } from '../api/lazy-resolver.ts';
import { loadAuthCalls } from './load-auth-calls.ts';

type Checks = typeof import('./credential-checks.ts')['checks'];

/** A form of the sign-in screens, whose code is loaded when it is used. */
export function useAuthForm<Input extends FieldValues, Output>(
  check: (checks: Checks) => Resolver<Input, unknown, Output>,
  defaultValues: DefaultValues<Input>,
) {
  const form = useForm<Input, unknown, Input | Output>({
    resolver: lazyResolver(async () => check(await loadChecks())),
    defaultValues,
  });
  return { ...form, warmUp };
}

async function loadChecks(): Promise<Checks> {
  const { checks } = await import('./credential-checks.ts');
  return checks;
}

/** Loads what sending needs while the person types; a failure shows when they send. */
function warmUp(): void {
  void Promise.allSettled([loadChecks(), loadAuthCalls()]);
}

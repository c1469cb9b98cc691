import type { Config } from '../config/config.ts';
import type { Context } from '../lifecycle/context.ts';
import type { PaymentProvider } from './provider.ts';

/** One per configuration, as an adapter keeps connections open. */
const connected = new WeakMap<Config, PaymentProvider>();

/** Makes this the provider of all that runs with this configuration. */
export function useProvider(config: Config, provider: PaymentProvider): void {
  connected.set(config, provider);
}

/** The payment provider of this server. */
export function providerOf({ config }: Pick<Context, 'config'>): PaymentProvider {
  const provider = connected.get(config);
  if (!provider) throw new Error('the payment provider is not set up yet');
  return provider;
}

/** The provider of an older payment; one that is not configured now has to wait. */
export function providerNamed(context: Context, name: string): PaymentProvider {
  const provider = providerOf(context);
  if (provider.name !== name) throw new Error(`this server is not set up for payments by ${name}`);
  return provider;
}

import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import type { PaymentProvider } from './provider.ts';
import { sandboxProvider } from './sandbox.ts';
import { stripeProvider } from './stripe.ts';

/** One for each configuration: an adapter keeps its connections open. */
const made = new WeakMap<Config, PaymentProvider>();

/** The payment provider that this server is set up with. */
export function providerOf({ config, db }: Context): PaymentProvider {
  const known = made.get(config);
  if (known) return known;
  const provider = config.stripe ? stripeProvider(config.stripe) : sandboxProvider(db, config);
  made.set(config, provider);
  return provider;
}

/** The provider that a payment was made at; money of another one waits until it is set up again. */
export function providerNamed(context: Context, name: string): PaymentProvider {
  const provider = providerOf(context);
  if (provider.name !== name) throw new Error(`this server is not set up for payments by ${name}`);
  return provider;
}

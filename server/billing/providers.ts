import type { Context } from '../context.ts';
import type { PaymentProvider } from './provider.ts';
import { sandboxProvider } from './sandbox.ts';

/** The payment provider that this server is set up with. */
export function providerOf(context: Context): PaymentProvider {
  return sandboxProvider(context.db, context.config.publicUrl);
}

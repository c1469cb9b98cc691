import type { ProviderName } from '#domain/payment-provider.ts';
import type { Config } from '../config/config.ts';
import type { ProviderKind } from './provider.ts';
import { sandbox } from './sandbox/kind.ts';
import { stripe } from './stripe/kind.ts';

const kinds: Record<ProviderName, ProviderKind> = { sandbox, stripe };

/** The kind of payment provider of this server. Source: contract, `PAYMENTS`. */
export function providerKind({ payments }: Pick<Config, 'payments'>): ProviderKind {
  return kinds[payments];
}

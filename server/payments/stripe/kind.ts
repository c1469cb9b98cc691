import { z } from 'zod';
import { ConfigError, readVariables } from '../../config/config.ts';
import type { ProviderKind } from '../provider.ts';
import type { StripeSettings } from './stripe.ts';

const variables = {
  STRIPE_SECRET_KEY: [z.string().regex(/^(sk|rk)_\w+$/), 'a secret key such as sk_live_...'],
  STRIPE_WEBHOOK_SECRET: [
    z.string().regex(/^whsec_[^\s,]+(,whsec_[^\s,]+)*$/),
    'a signing secret such as whsec_..., or several with a comma between them',
  ],
  STRIPE_API_BASE: [z.url({ protocol: /^https?$/ }), 'an http or https address'],
} as const;

/** @throws ConfigError with one line that names the variable */
export function readStripeSettings(env: NodeJS.ProcessEnv): StripeSettings {
  const given = readVariables(variables, env);
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: secrets } = given;
  if (secretKey === undefined) throw new ConfigError('PAYMENTS=stripe needs STRIPE_SECRET_KEY.');
  if (secrets === undefined) throw new ConfigError('PAYMENTS=stripe needs STRIPE_WEBHOOK_SECRET.');
  return { secretKey, webhookSecrets: secrets.split(','), apiBase: given.STRIPE_API_BASE ?? null };
}

export const stripe: ProviderKind = {
  check: readStripeSettings,
  connect: async ({ config }) => {
    // A library that is not needed takes memory.
    const { stripeProvider } = await import('./stripe.ts');
    return stripeProvider(readStripeSettings(config.providerSettings));
  },
};

/**
 * Stripe: a platform in one of these pays out to accounts in any of them, and nowhere else without an
 * agreement of its own. Source: Stripe, "Cross-border payouts".
 */
const STRIPE_PAYS_TO =
  'US CA GB CH AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(
    ' ',
  );

/** User-visible texts of each payment provider. The setting PAYMENTS chooses one. */
export const paymentProviders = {
  // As what it stands for, so that the way can be tried.
  sandbox: { label: 'the sandbox', isReal: false, pays_to: STRIPE_PAYS_TO },
  stripe: { label: 'Stripe', isReal: true, pays_to: STRIPE_PAYS_TO },
} as const satisfies Record<string, { label: string; isReal: boolean; pays_to: readonly string[] }>;

export type ProviderName = keyof typeof paymentProviders;
export const PROVIDER_NAMES = Object.keys(paymentProviders) as [ProviderName, ...ProviderName[]];

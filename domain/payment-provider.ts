/**
 * Stripe: a platform in one of these pays out to accounts in any of them, and nowhere else without an
 * agreement of its own. Source: Stripe, "Cross-border payouts".
 */
const STRIPE_PAYS_TO =
  'US CA GB CH AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(
    ' ',
  );

interface ProviderRow {
  label: string;
  /** Moves real money. */
  isReal: boolean;
  /** Countries, by ISO 3166-1. */
  pays_to: readonly string[];
}

const table = {
  // As what it stands for, so that the way can be tried.
  sandbox: { label: 'the sandbox', isReal: false, pays_to: STRIPE_PAYS_TO },
  stripe: { label: 'Stripe', isReal: true, pays_to: STRIPE_PAYS_TO },
} as const satisfies Record<string, ProviderRow>;

export type ProviderName = keyof typeof table;
/** What people read of each payment provider, and where it pays to. The setting PAYMENTS chooses one. */
export const paymentProviders: Readonly<Record<ProviderName, ProviderRow>> = table;
export const PROVIDER_NAMES = Object.keys(table) as [ProviderName, ...ProviderName[]];

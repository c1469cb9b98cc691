/** User-visible texts of each payment provider. The setting PAYMENTS chooses one. */
export const paymentProviders = {
  sandbox: { label: 'the sandbox', isReal: false },
  stripe: { label: 'Stripe', isReal: true },
} as const satisfies Record<string, { label: string; isReal: boolean }>;

export type ProviderName = keyof typeof paymentProviders;
export const PROVIDER_NAMES = Object.keys(paymentProviders) as [ProviderName, ...ProviderName[]];

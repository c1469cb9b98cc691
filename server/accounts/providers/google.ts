import { clientKeys } from './client-keys.ts';
import { openIdProvider } from './oidc.ts';
import type { OpenProvider } from './provider.ts';

/** Google, by OpenID Connect. */
export const google: OpenProvider = ({ providerKeys }) => {
  const keys = clientKeys(providerKeys, 'GOOGLE');
  const issuer = 'https://accounts.google.com';
  return keys && openIdProvider({ ...keys, issuer, id: 'google', label: 'Google' });
};

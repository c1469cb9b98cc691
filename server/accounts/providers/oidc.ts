import { ConfigError } from '../../config/config.ts';
import { isOwnName } from '../../config/own-address.ts';
import { clientKeys } from './client-keys.ts';
import {
  type AuthProvider,
  type Claims,
  type OpenProvider,
  once,
  PROVIDER_SECONDS,
} from './provider.ts';

/** Any service that speaks OpenID Connect, such as an organisation's own. */
export const oidc: OpenProvider = ({ providerKeys }) => {
  const issuer = providerKeys.OIDC_ISSUER;
  const keys = clientKeys(providerKeys, 'OIDC');
  if (!keys && !issuer) return null;
  if (!keys || !issuer) {
    throw new ConfigError('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET go together.');
  }
  return openIdProvider({ ...keys, issuer, id: 'oidc', label: providerKeys.OIDC_NAME ?? 'OpenID' });
};

interface OpenId {
  id: string;
  label: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/**
 * A provider by its issuer, whose endpoints and keys it says itself.
 * @throws ConfigError for an issuer that could be listened to
 */
export function openIdProvider({
  id,
  label,
  issuer,
  clientId,
  clientSecret,
}: OpenId): AuthProvider {
  const address = URL.canParse(issuer) ? new URL(issuer) : null;
  const isSafe = address?.protocol === 'https:' || (address && isOwnName(address.hostname));
  if (!address || !isSafe)
    throw new ConfigError('OIDC_ISSUER is not valid: expected an https address.');
  return {
    id,
    label,
    scope: 'openid email profile',
    hasIdToken: true,
    configuration: once(async () => {
      const { allowInsecureRequests, discovery } = await import('openid-client');
      const execute = address.protocol === 'http:' ? [allowInsecureRequests] : [];
      const options = { execute, timeout: PROVIDER_SECONDS };
      return discovery(address, clientId, clientSecret, undefined, options);
    }),
    async claimsOf({ configuration, accessToken, idClaims }) {
      const subject = String(idClaims.sub);
      if (typeof idClaims.email === 'string') return readClaims(subject, idClaims);
      // Some tell the address only where they are asked for it.
      const { fetchUserInfo } = await import('openid-client');
      return readClaims(subject, await fetchUserInfo(configuration, accessToken, subject));
    },
  };
}

function readClaims(subject: string, said: Readonly<Record<string, unknown>>): Claims {
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return {
    subject,
    verifiedEmail:
      said.email_verified === true ? (text(said.email)?.trim().toLowerCase() ?? null) : null,
    firstName: text(said.given_name),
    lastName: text(said.family_name),
  };
}

import { z } from 'zod';
import { clientKeys } from './client-keys.ts';
import { type OpenProvider, once, PROVIDER_SECONDS } from './provider.ts';

const SITE = 'https://github.com';
const API = 'https://api.github.com';

const userSchema = z.object({ id: z.int(), name: z.string().nullish() });
const emailsSchema = z.array(
  z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }),
);

/** GitHub speaks OAuth 2 without OpenID Connect: who has signed in, its API says. */
export const github: OpenProvider = ({ providerKeys }) => {
  const keys = clientKeys(providerKeys, 'GITHUB');
  if (!keys) return null;
  return {
    id: 'github',
    label: 'GitHub',
    scope: 'read:user user:email',
    hasIdToken: false,
    configuration: once(async () => {
      const { Configuration } = await import('openid-client');
      const server = {
        issuer: SITE,
        authorization_endpoint: `${SITE}/login/oauth/authorize`,
        token_endpoint: `${SITE}/login/oauth/access_token`,
      };
      const configuration = new Configuration(server, keys.clientId, keys.clientSecret);
      configuration.timeout = PROVIDER_SECONDS;
      return configuration;
    }),
    async claimsOf({ accessToken }) {
      const read = async (path: string): Promise<unknown> => {
        const response = await fetch(`${API}${path}`, {
          headers: {
            authorization: `Bearer ${accessToken}`,
            accept: 'application/vnd.github+json',
          },
          signal: AbortSignal.timeout(PROVIDER_SECONDS * 1000),
          redirect: 'error',
        });
        if (!response.ok) throw new Error(`GitHub answered ${response.status}`);
        return response.json();
      };
      const { id, name } = userSchema.parse(await read('/user'));
      const emails = emailsSchema.parse(await read('/user/emails'));
      const main = emails.find(({ primary, verified }) => primary && verified);
      return {
        subject: String(id),
        verifiedEmail: main?.email.trim().toLowerCase() ?? null,
        firstName: name?.split(' ')[0],
        lastName: name?.split(' ').slice(1).join(' ') || undefined,
      };
    },
  };
};

import type { Config } from '../../config/config.ts';
import { github } from './github.ts';
import { google } from './google.ts';
import { oidc } from './oidc.ts';
import type { AuthProvider, OpenProvider } from './provider.ts';

/** All that there are, in the order of their buttons. */
const kinds: readonly OpenProvider[] = [github, google, oidc];

const opened = new WeakMap<Config, ReadonlyMap<string, AuthProvider>>();

/**
 * Those whose variables are set, by their ids.
 * @throws ConfigError where some of a provider's variables are missing
 */
export function authProviders(config: Config): ReadonlyMap<string, AuthProvider> {
  const known = opened.get(config);
  if (known) return known;
  const providers = kinds.flatMap((open) => open(config) ?? []);
  const byId = new Map(providers.map((provider) => [provider.id, provider]));
  opened.set(config, byId);
  return byId;
}

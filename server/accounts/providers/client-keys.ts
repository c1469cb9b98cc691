import { ConfigError } from '../../config/config.ts';
import type { ProviderVariables } from './provider.ts';

/**
 * Our account at a provider: `{PREFIX}_CLIENT_ID` and `{PREFIX}_CLIENT_SECRET`; null without both.
 * @throws ConfigError where one of them is missing
 */
export function clientKeys(given: ProviderVariables, prefix: string) {
  const [idName, secretName] = [`${prefix}_CLIENT_ID`, `${prefix}_CLIENT_SECRET`];
  const { [idName]: clientId, [secretName]: clientSecret } = given;
  if (!clientId && !clientSecret) return null;
  if (!clientId) throw new ConfigError(`${idName} is missing: ${secretName} is set.`);
  if (!clientSecret) throw new ConfigError(`${secretName} is missing: ${idName} is set.`);
  return { clientId, clientSecret };
}

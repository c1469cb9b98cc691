import type { Configuration } from 'openid-client';
import type { Config } from '../../config/config.ts';

/** What a provider says about somebody who has signed in there. */
export interface Claims {
  /** The provider's own name for the person, which never changes. */
  subject: string;
  /** In lower case; null where the provider has not seen that it is theirs. */
  verifiedEmail: string | null;
  firstName?: string | undefined;
  lastName?: string | undefined;
}

/** Environment variables of a provider, by name. */
export type ProviderVariables = Readonly<Record<string, string>>;

/** Another service whose accounts sign people in here. It is offered where its variables are set. */
export interface AuthProvider {
  /** As `@supabase/auth-js` names it. */
  id: string;
  /** On its button. */
  label: string;
  scope: string;
  /** Its endpoints and our account there; asked for anew until it has worked once. */
  configuration: () => Promise<Configuration>;
  /** Whether it answers with an id token, which then has to be for us, for now and for this flow. */
  hasIdToken: boolean;
  /** Who has signed in, by what the provider answered for the code. */
  claimsOf: (answer: ProviderAnswer) => Promise<Claims>;
}

export interface ProviderAnswer {
  configuration: Configuration;
  accessToken: string;
  /** Checked; empty without an id token. */
  idClaims: Readonly<Record<string, unknown>>;
}

/** Null where the provider's variables are not set. Throws a ConfigError where some of them are missing. */
export type OpenProvider = (config: Pick<Config, 'providerKeys'>) => AuthProvider | null;

/** Seconds that a provider has for each answer. */
export const PROVIDER_SECONDS = 5;

/** Does `ask` once it is needed, again after a failure, and never twice at the same time. */
export function once<Value>(ask: () => Promise<Value>): () => Promise<Value> {
  let asked: Promise<Value> | undefined;
  return () => {
    asked ??= ask().catch((error: unknown) => {
      asked = undefined;
      throw error;
    });
    return asked;
  };
}

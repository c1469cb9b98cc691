import { randomBytes } from 'node:crypto';
import { Webhook as Signer } from 'standardwebhooks';
import type { Config } from '../config/config.ts';
import { seal, unseal } from '../config/sealed.ts';

const PREFIX = 'whsec_';
const BYTES = 32;

/** A new secret, as its owner sees it once. */
export function newSecret(): string {
  return PREFIX + randomBytes(BYTES).toString('base64');
}

export function sealSecret(config: Config, webhookId: string, secret: string): Buffer {
  return seal(config, { purpose: 'webhooks', id: webhookId }, secret);
}

/** What a webhook's row has of its secrets. */
export interface SealedSecrets {
  id: string;
  sealed_secret: Buffer;
  old_sealed_secret: Buffer | null;
  old_secret_until: Date | null;
}

/** The secrets that sign now, the newer first. None where JWT_KEY was lost: they open no more. */
export function secretsOf(
  config: Config,
  { id, sealed_secret, old_sealed_secret, old_secret_until }: SealedSecrets,
): string[] {
  const isOldUsed = old_secret_until !== null && old_secret_until > new Date();
  return [sealed_secret, isOldUsed ? old_sealed_secret : null]
    .filter((sealed) => sealed !== null)
    .map((sealed) => unseal(config, { purpose: 'webhooks', id }, sealed))
    .filter((secret) => secret !== null);
}

/** The headers of the Standard Webhooks rules, with a signature by each secret. */
export function signedHeaders(
  secrets: readonly string[],
  id: string,
  body: string,
): Record<string, string> {
  const at = new Date();
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Signer(secret).sign(id, at, body)).join(' '),
  };
}

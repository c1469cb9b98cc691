import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../config/config.ts';
import { providerKind } from './provider-kinds.ts';
import { readStripeSettings } from './stripe/kind.ts';

const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'unblock-settings-'));
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));

const STRIPE = {
  PAYMENTS: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};

const settings = async (env: NodeJS.ProcessEnv) => {
  const config = await readConfig({ ...env, DATA_DIR });
  return providerKind(config).check(config.providerSettings);
};

describe('the settings of Stripe', () => {
  it('are taken together', async () => {
    expect(await settings(STRIPE)).toEqual({
      secretKey: 'sk_test_1',
      webhookSecrets: ['whsec_1'],
      apiBase: null,
    });
  });

  it('may name a secret for each endpoint', () => {
    const given = { ...STRIPE, STRIPE_WEBHOOK_SECRET: 'whsec_1,whsec_2' };
    expect(readStripeSettings(given).webhookSecrets).toEqual(['whsec_1', 'whsec_2']);
  });

  it('mean nothing to the sandbox', async () => {
    expect(await settings({ ...STRIPE, PAYMENTS: 'sandbox' })).toBeUndefined();
  });

  it.each([
    ['STRIPE_SECRET_KEY', ''],
    ['STRIPE_WEBHOOK_SECRET', ''],
    ['STRIPE_SECRET_KEY', 'pk_test_1'],
    ['STRIPE_WEBHOOK_SECRET', 'secret'],
    ['STRIPE_WEBHOOK_SECRET', 'whsec_1,'],
    ['STRIPE_API_BASE', 'ftp://somewhere'],
  ])('stop the start with one line when %s is "%s"', async (name, value) => {
    const failure: unknown = await settings({ ...STRIPE, [name]: value }).catch((error) => error);
    expect(failure).toBeInstanceOf(ConfigError);
    expect(failure).toMatchObject({
      message: expect.stringMatching(new RegExp(`^[^\n]*${name}[^\n]*$`)),
    });
  });
});

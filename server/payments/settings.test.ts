import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../config/config.ts';

const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'unblock-settings-'));
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));

const STRIPE = {
  PAYMENTS: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};

describe('the settings of Stripe', () => {
  it('are taken together', async () => {
    const { payments, stripe } = await readConfig({ ...STRIPE, DATA_DIR });
    expect({ payments, stripe }).toEqual({
      payments: 'stripe',
      stripe: { secretKey: 'sk_test_1', webhookSecrets: ['whsec_1'], apiBase: null },
    });
  });

  it('may name a secret for each endpoint', async () => {
    const given = { ...STRIPE, STRIPE_WEBHOOK_SECRET: 'whsec_1,whsec_2', DATA_DIR };
    expect((await readConfig(given)).stripe?.webhookSecrets).toEqual(['whsec_1', 'whsec_2']);
  });

  it('mean nothing to the sandbox', async () => {
    const { stripe } = await readConfig({ ...STRIPE, PAYMENTS: 'sandbox', DATA_DIR });
    expect(stripe).toBeNull();
  });

  it.each([
    ['STRIPE_SECRET_KEY', ''],
    ['STRIPE_WEBHOOK_SECRET', ''],
    ['STRIPE_SECRET_KEY', 'pk_test_1'],
    ['STRIPE_WEBHOOK_SECRET', 'secret'],
    ['STRIPE_WEBHOOK_SECRET', 'whsec_1,'],
    ['STRIPE_API_BASE', 'ftp://somewhere'],
  ])('stop the start with one line when %s is "%s"', async (name, value) => {
    const failure = await readConfig({ ...STRIPE, DATA_DIR, [name]: value }).catch(
      (error) => error,
    );
    expect(failure).toBeInstanceOf(ConfigError);
    expect(failure.message).toContain(name);
    expect(failure.message).not.toContain('\n');
  });
});

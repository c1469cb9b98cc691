import { defineConfig, devices } from '@playwright/test';
import { findChromium } from './tools/chromium.ts';

// Workers load this file again; the variable spares them the search.
process.env.CHROMIUM_PATH ??= findChromium() ?? '';

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  reporter: 'list',
  workers: 2,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    ...devices['Desktop Chrome'],
    locale: 'en-US',
    // A film of every page would cost as much as the journeys themselves.
    trace: { mode: 'retain-on-failure', screenshots: false, sources: false },
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      // The sandbox is off already: Playwright starts Chromium without it unless asked.
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--disable-quic',
      ],
    },
  },
});

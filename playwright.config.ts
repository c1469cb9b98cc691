import { defineConfig, devices } from '@playwright/test';
import { findChromium } from './tools/chromium.ts';
import { useQuickFolders } from './tools/quick-folder.ts';

// Workers load this file again; the variable spares them the search.
process.env.CHROMIUM_PATH ??= findChromium() ?? '';
useQuickFolders();

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  reporter: 'list',
  workers: 3,
  // Also the journeys of one file run beside each other: each makes what it needs.
  fullyParallel: true,
  retries: 0,
  // On a machine that is busy or stands still for a while, nothing is late.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  use: {
    ...devices['Desktop Chrome'],
    locale: 'en-US',
    // It would load all screens beside every journey; offline.spec.ts has it.
    serviceWorkers: 'block',
    contextOptions: { reducedMotion: 'reduce' },
    // Recording costs a tenth of the time; `npm run test:e2e -- --trace on` shows what happened.
    trace: 'off',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      // The sandbox is off already: Playwright starts Chromium without it unless asked.
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--disable-quic',
        // Pages live for seconds: optimising their code takes longer than running it as it is.
        '--js-flags=--no-opt,--no-maglev',
      ],
    },
  },
});

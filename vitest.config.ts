import { defineConfig } from 'vitest/config';
import { useQuickFolders } from './tools/quick-folder.ts';
import { SlowestFirst } from './tools/slowest-first.ts';

useQuickFolders();

export default defineConfig({
  test: {
    include: ['{domain,server,web,cli,tools}/**/*.test.ts'],
    // Starts one PostgreSQL for all test files; each file takes its own database in it.
    globalSetup: 'server/testing/global-setup.ts',
    setupFiles: ['server/testing/each-file.ts'],
    // Native addons (argon2) are only safe in processes of their own.
    pool: 'forks',
    // One process does many files: loading the product anew for each took a third of the time.
    isolate: false,
    unstubGlobals: true,
    maxWorkers: 3,
    sequence: { sequencer: SlowestFirst },
    // On a machine that is busy or stands still for a while, nothing is late.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    restoreMocks: true,
  },
});

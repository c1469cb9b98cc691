/**
 * Loaded first in each worker thread of the product in a lane of `npm run mutants`: puts the fault in,
 * which vitest puts into its own process only, and writes down what the thread loads.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const { FAULT = '', LOADED = '' } = process.env;
// The threads of the product have no environment.
delete process.env.FAULT;
delete process.env.LOADED;
const fault: { url: string; source: string } | null = JSON.parse(readFileSync(FAULT, 'utf8'));

registerHooks({
  load(url, context, next) {
    appendFileSync(LOADED, `${url}\n`);
    return fault?.url === url
      ? { format: 'module-typescript', source: fault.source, shortCircuit: true }
      : next(url, context);
  },
});

/** Runs the contract of file stores against OpenStack Swift, which speaks S3 and is not ours. */
import { run } from './run.ts';
import { ensureSwift, startSwift } from './swift.ts';

await ensureSwift();
const swift = await startSwift();
const { ok } = await run('vitest', ['run', 'server/store/store.test.ts'], {
  env: swift.env,
  live: true,
});
await swift.stop();
process.exit(ok ? 0 : 1);

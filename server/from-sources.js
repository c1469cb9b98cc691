import { enableCompileCache } from 'node:module';

/** The server from its sources, with nothing built: for `npm run dev`, and for tests of the process. */
enableCompileCache();
const { answerTest } = await import('./testing/own-time.ts');
if (process.send) answerTest();
const { runServer } = await import('./start/process.ts');
await runServer();

import { enableCompileCache } from 'node:module';

/** `server/main.js` without the web build: tests of the process need no pages. */
enableCompileCache();
const { answerHolds } = await import('./own-time.ts');
if (process.send) answerHolds();
const { runServer } = await import('../start/process.ts');
await runServer();

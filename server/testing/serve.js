import { enableCompileCache } from 'node:module';

/** `server/main.js` without the web build: tests of the process need no pages. */
enableCompileCache();
const { answerTest } = await import('./own-time.ts');
if (process.send) answerTest();
const { runServer } = await import('../start/process.ts');
await runServer();

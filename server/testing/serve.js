import { enableCompileCache } from 'node:module';

/** `server/main.js` without the web build: tests of the process need no pages. */
enableCompileCache();
if (process.send) (await import('./own-time.ts')).answerHolds();
const { runServer } = await import('../start/process.ts');
await runServer();

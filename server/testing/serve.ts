/** `server/main.ts` without the web build: tests of the process need no pages. */
import { runServer } from '../process.ts';

await runServer();

import { buildWebIfStale } from '../tools/build-web.ts';
import { runServer } from './process.ts';

// `npm start`: everything, until Ctrl-C.
await runServer(buildWebIfStale);

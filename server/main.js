import { enableCompileCache } from 'node:module';

// What the machine made of our files the first time is kept: the next start takes half as long and
// a good deal less memory. Hence nothing else may be imported above, and this file is no TypeScript:
// what takes the types out would be loaded for it alone, and stay.
enableCompileCache();
const { buildServerIfStale, buildWebIfStale } = await import('../tools/build.ts');
const { runServer } = await import(await buildServerIfStale());

// `npm start`: everything, until Ctrl-C.
await runServer(buildWebIfStale);

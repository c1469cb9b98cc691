import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { defineConfig, type Plugin } from 'rolldown';

/**
 * Put in with our own files: libraries of which a server uses the smaller part (every language of Zod, every
 * database of Kysely), and those that must share Zod with us. The others are loaded from node_modules.
 */
const WITH_US = ['zod', 'kysely', 'fastify-type-provider-zod', '@modelcontextprotocol'];

/** A file's workers, programs, fonts and migrations stay beside its source. */
const keepPlaces: Plugin = {
  name: 'keep-places',
  transform: {
    filter: { code: 'import.meta' },
    handler: (code, id) => {
      const [dirname, url] = [path.dirname(id), pathToFileURL(id).href].map((place) =>
        JSON.stringify(place),
      );
      const place = `{ dirname: ${dirname}, url: ${url}, main: false, resolve: (name) => new URL(name, ${url}).href }`;
      return `const fileMeta = ${place}; ${code.replaceAll('import.meta', 'fileMeta')}`;
    },
  },
};

/** The server in few files, which takes a tenth less memory and work for a start than its sources do. */
export default defineConfig({
  input: 'server/start/process.ts',
  platform: 'node',
  external: (id) =>
    !/^[.#/]/.test(id) && !WITH_US.some((name) => id === name || id.startsWith(`${name}/`)),
  plugins: [keepPlaces],
  output: { format: 'esm', keepNames: true, comments: false },
});

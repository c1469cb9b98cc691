import { fileURLToPath } from 'node:url';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { chunkNames } from './tools/web-chunks.ts';

// With `npm run dev` the pages come from Vite and everything else from the server beside it.
const server = process.env.UNBLOCK_SERVER;
const serverPaths = [
  '/api',
  '/auth/v1',
  '/files',
  '/sandbox',
  '/webhooks',
  '/functions',
  '/billing',
  '/unsubscribe',
];

/** Few files instead of many small ones: on a phone each request costs more than its bytes. */
const codeSplitting = {
  // A chunk takes nothing along that others need without it.
  includeDependenciesRecursively: false,
  groups: [
    {
      name: 'framework',
      test: /node_modules\/(react|react-dom|scheduler|react-router|@radix-ui\/react-(slot|compose-refs))\//,
    },
    { name: 'icons', test: /node_modules\/lucide-react\//, minShareCount: 2 },
    // What nearly all parts of Radix are made of.
    {
      name: 'primitives',
      test: /node_modules\/@radix-ui\/(primitive|react-(primitive|context|use-|presence|id|portal|avatar))|web\/ui\/avatar\.tsx$/,
      minShareCount: 4,
    },
    {
      name: 'queries',
      test: /node_modules\/@tanstack\/(query-core|react-query)\/|web\/api\/query-client\.ts$/,
      minShareCount: 2,
    },
    {
      name: 'dialogs',
      test: /node_modules\/(@radix-ui\/react-(dialog|focus|dismissable)|react-remove-scroll|react-style-singleton|use-sidecar|use-callback-ref|aria-hidden)/,
      minShareCount: 4,
    },
    {
      name: 'tabs',
      test: /node_modules\/@radix-ui\/react-(tabs|roving-focus|collection|direction)\/|web\/ui\/tabs\.tsx$/,
      minShareCount: 4,
    },
    // Comes once a session is there.
    { name: 'session', test: /web\/(api\/session-source|shell\/awake-parts)\.tsx$/ },
    // The sign-in client, with what follows it.
    {
      name: 'auth',
      test: /@supabase\/auth-js\/|node_modules\/tslib\/|web\/api\/auth(-events)?\.ts$/,
    },
    { name: chunkNames(), debugName: 'screens' },
  ],
};

/** Screens may export more than the router asks of them: else chunks had to take along what they import. */
const openEntries: Plugin = {
  name: 'open-entries',
  options: (options) => ({ ...options, preserveEntrySignatures: 'allow-extension' }),
};

export default defineConfig({
  server: server
    ? { proxy: Object.fromEntries(serverPaths.map((path) => [path, { target: server }])) }
    : {},
  plugins: [tailwindcss(), reactRouter(), openEntries],
  resolve: {
    // Its version for browsers asks the document, which the worker that reads texts does not have.
    alias: {
      'decode-named-character-reference': fileURLToPath(
        new URL('node_modules/decode-named-character-reference/index.js', import.meta.url),
      ),
    },
  },
  publicDir: 'web/public',
  build: {
    // The theme relies on light-dark(); these are the first browsers that have it.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // The content security policy allows no data: fonts, so nothing is inlined into the CSS.
    assetsInlineLimit: 0,
  },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting } } } } },
});

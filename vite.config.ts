import { fileURLToPath } from 'node:url';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

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
  groups: [
    { name: 'framework', test: /node_modules\/(react|react-dom|scheduler|react-router)\// },
    { name: 'site', test: /\/web\/site\//, minShareCount: 3 },
    // With all that these need: the bar and foot of every public page.
    {
      name: 'shell',
      test: /\/web\/(shell\/(mobile-menu|nav-links|theme-switch|top-bar)|start\/sign-in-button)\.tsx$/,
    },
  ],
};

export default defineConfig({
  server: server
    ? { proxy: Object.fromEntries(serverPaths.map((path) => [path, { target: server }])) }
    : {},
  plugins: [tailwindcss(), reactRouter()],
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

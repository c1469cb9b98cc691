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
];

export default defineConfig({
  server: server
    ? { proxy: Object.fromEntries(serverPaths.map((path) => [path, { target: server }])) }
    : {},
  plugins: [tailwindcss(), reactRouter()],
  publicDir: 'web/public',
  build: {
    // The theme relies on light-dark(); these are the first browsers that have it.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // The content security policy allows no data: fonts, so nothing is inlined into the CSS.
    assetsInlineLimit: 0,
  },
});

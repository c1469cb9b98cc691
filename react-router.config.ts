import type { Config } from '@react-router/dev/config';
import { finishWebBuild } from './tools/finish-web-build.ts';

const publicPages = [
  '/',
  '/learn-more',
  '/pricing',
  '/pricing/diagnosis',
  '/faq',
  '/guarantee',
  '/become-unblocker',
  '/privacy-policy',
  '/terms-and-conditions',
  '/verify',
  '/developers',
  '/developers/api',
];

const folder = 'build';

export default {
  appDirectory: 'web',
  buildDirectory: folder,
  ssr: false,
  prerender: publicPages,
  buildEnd: () => finishWebBuild(folder),
} satisfies Config;

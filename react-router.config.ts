import type { Config } from '@react-router/dev/config';

const publicPages = [
  '/',
  '/learn-more',
  '/pricing',
  '/faq',
  '/become-unblocker',
  '/privacy-policy',
  '/terms-and-conditions',
];

export default {
  appDirectory: 'web',
  buildDirectory: 'build',
  ssr: false,
  prerender: publicPages,
} satisfies Config;

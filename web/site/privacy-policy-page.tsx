import { paths } from '#domain/paths.ts';
import { Document } from './document.tsx';
import { pageMeta } from './page-meta.ts';
import { privacyPolicy } from './privacy-policy-content.ts';

export function meta() {
  return pageMeta({
    title: 'Privacy Policy',
    description:
      'What Unblock learns about you, what it is used for, how long it is kept, and how to have it removed.',
    path: paths.privacyPolicy(),
  });
}

export default function PrivacyPolicyPage() {
  return <Document title="Privacy Policy" effective="May 13, 2025" sections={privacyPolicy} />;
}

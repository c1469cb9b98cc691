import { paths } from '#domain/paths.ts';
import { Document } from './document.tsx';
import { pageMeta } from './page-meta.ts';
import { terms } from './terms-content.ts';

export function meta() {
  return pageMeta({
    title: 'Terms and Conditions',
    description:
      'The terms of Unblock: prices and the fee, how money is held and returned, and what each side agrees to.',
    path: paths.terms(),
  });
}

export default function TermsPage() {
  return <Document title="Terms and Conditions" effective="May 13, 2025" sections={terms} />;
}

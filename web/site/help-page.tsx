import { PageHead } from '../ui/page-head.tsx';
import { Faq } from './faq.tsx';

export function meta() {
  return [{ title: 'Help Center · Unblock' }];
}

export default function HelpPage() {
  return (
    <>
      <PageHead title="Help Center" />
      <div className="max-w-7xl">
        <Faq />
      </div>
    </>
  );
}

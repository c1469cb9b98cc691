import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#domain/paths.ts';
import { PageHead } from '../ui/page-head.tsx';

/** The head of a page that lies under Moderation, with the way back. */
export function ModerationHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <>
      <Link
        to={paths.moderation()}
        className="link mb-2 inline-flex min-h-11 items-center gap-1 text-sm md:min-h-6"
      >
        <ChevronLeft size={16} aria-hidden />
        Moderation
      </Link>
      <PageHead title={title}>{children}</PageHead>
    </>
  );
}

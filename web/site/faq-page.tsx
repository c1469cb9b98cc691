import { paths } from '#domain/paths.ts';
import { Faq } from './faq.tsx';
import { PageHero } from './page-hero.tsx';
import { pageMeta } from './page-meta.ts';
import { Section } from './section.tsx';

export function meta() {
  return pageMeta({
    title: 'FAQ',
    description:
      'What Unblock costs, how a request moves on, who sees your code: questions about Unblock, answered.',
    path: paths.faq(),
  });
}

export default function FaqPage() {
  return (
    <>
      <PageHero title="FAQ" line="Asked before you, answered for you" />
      <Section>
        <Faq />
      </Section>
    </>
  );
}

import { Faq } from './faq.tsx';
import { PageHero } from './page-hero.tsx';
import { Section } from './section.tsx';

export function meta() {
  return [
    { title: 'FAQ · Unblock' },
    {
      name: 'description',
      content: 'Questions about Unblock, its prices and your privacy, answered.',
    },
  ];
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

import { Link } from 'react-router';
import { guarantees } from '#domain/guarantee.ts';
import { paths } from '#domain/paths.ts';
import { Button } from '../ui/button.tsx';
import { PageHero } from './page-hero.tsx';
import { pageMeta } from './page-meta.ts';
import { Section } from './section.tsx';

export function meta() {
  return pageMeta({
    title: 'Our Guarantee',
    description:
      'What Unblock promises, when a promise counts as broken, and what follows then without asking anybody.',
    path: paths.guarantee(),
  });
}

/** All promises, from the rules' own table. */
export default function GuaranteePage() {
  return (
    <>
      <PageHero title="Our Guarantee" line="What follows is a rule, not a favor">
        <p>
          Each promise says when it counts as broken, and what you can do then, without asking
          anybody.
        </p>
      </PageHero>
      <Section>
        <ol className="grid gap-4 md:grid-cols-2">
          {Object.values(guarantees).map(({ title, promise, broken, follows }) => (
            <li key={title} className="card p-5">
              <h2 className="text-xl">{title}</h2>
              <p className="mt-2 leading-relaxed">{promise}</p>
              <dl className="mt-3 space-y-2 text-sm leading-relaxed">
                {broken && <Part term="When it is broken">{broken}</Part>}
                <Part term={broken ? 'What follows' : 'What that means'}>{follows}</Part>
              </dl>
            </li>
          ))}
        </ol>
        <Button asChild variant="primary" size="lg" className="mt-8">
          <Link to={paths.learnMore()}>Unblock Me Now!</Link>
        </Button>
      </Section>
    </>
  );
}

function Part({ term, children }: { term: string; children: string }) {
  return (
    <div>
      <dt className="font-semibold">{term}</dt>
      <dd className="text-ink-soft">{children}</dd>
    </div>
  );
}

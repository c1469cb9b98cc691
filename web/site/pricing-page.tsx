import { Link } from 'react-router';
import { guarantees } from '#domain/guarantee.ts';
import { paths } from '#domain/paths.ts';
import { Button } from '../ui/button.tsx';
import { NumberedSteps } from './numbered-steps.tsx';
import { PageHero } from './page-hero.tsx';
import { pageMeta } from './page-meta.ts';
import { PriceBlocks } from './price-blocks.tsx';
import { Section } from './section.tsx';

export function meta() {
  return pageMeta({
    title: 'Pricing',
    description:
      'A free account, $50 per hour, at that price the first hour for $25. The fee is included, and money is held until you approve.',
    path: paths.pricing(),
  });
}

export default function PricingPage() {
  return (
    <>
      <PageHero title="Pricing" line="Pay for the hours you approve, and for nothing else">
        <p>
          A free account, $50/Hour, and at that price your first hour for $25. The 10% platform fee
          is included.
        </p>
      </PageHero>
      <Section>
        <PriceBlocks />
      </Section>
      <Section title="Not sure what is broken?">
        <p className="max-w-2xl leading-relaxed text-ink-soft">
          An unblocker can begin with one hour that names the cause and ends with a plan with
          prices.{' '}
          <Link to={paths.diagnosis()} className="link">
            Start with a Diagnosis
          </Link>
        </p>
      </Section>
      <Section title="How it works">
        <NumberedSteps steps={steps} />
        <p className="mt-8 leading-relaxed">
          {guarantees.held.promise} What else we promise:{' '}
          <Link to={paths.guarantee()} className="link">
            Our Guarantee
          </Link>
          .
        </p>
        <Button asChild variant="primary" size="lg" className="mt-8">
          <Link to={paths.learnMore()}>Unblock Me Now!</Link>
        </Button>
      </Section>
    </>
  );
}

const steps = [
  {
    title: 'Submit a request',
    text: 'Describe your problem and say what you would spend on it.',
  },
  {
    title: 'Review the milestone plan',
    text: 'Your unblocker proposes milestones, each with hours and a price. You approve or ask for changes.',
  },
  {
    title: 'Pay, and stay safe',
    text: 'We hold your payment until you have approved the milestone. Only then is it released.',
  },
];

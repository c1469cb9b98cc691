import { Link, Navigate, useLocation } from 'react-router';
import { RETENTION_MONTHS } from '#domain/limits.ts';
import { paths } from '#domain/paths.ts';
import { SITE_NAME, TAGLINE } from '#domain/site.ts';
import { useSession } from '../api/session.tsx';
import { navigationState } from '../shell/origin.ts';
import { Button } from '../ui/button.tsx';
import { NumberedSteps } from './numbered-steps.tsx';
import { pageMeta } from './page-meta.ts';
import { Points } from './points.tsx';
import { PriceBlocks } from './price-blocks.tsx';
import { Section } from './section.tsx';
import { Story } from './story.tsx';

export function meta() {
  return pageMeta({
    title: `${SITE_NAME} · ${TAGLINE}`,
    description:
      'Stuck on a project built with an AI coding tool? An expert developer takes it up, at a price you approve first.',
    path: paths.home(),
  });
}

export default function HomePage() {
  const { profile } = useSession();
  const { from } = navigationState(useLocation());
  // Somebody on the way back to another page skips the dashboard.
  if (profile && !from) return <Navigate to={paths.dashboard()} replace />;
  return (
    <>
      <Section className="grid grid-cols-1 items-center gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_32rem] lg:py-24">
        <div>
          <h1 className="text-6xl leading-none tracking-tight sm:text-7xl md:text-8xl">
            {SITE_NAME}
          </h1>
          <p className="mt-5 font-display text-2xl leading-tight font-semibold text-balance sm:text-3xl">
            {TAGLINE}
          </p>
          <p className="mt-4 max-w-xl text-lg leading-relaxed text-ink-soft">
            Tell us where your AI-written project got stuck. An expert developer reads your code,
            says what it takes and what it costs, and starts when you agree.
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <Button asChild variant="primary" size="lg">
              <Link to={paths.learnMore()}>Unblock Me Now!</Link>
            </Button>
            <Button asChild size="lg">
              <Link to={paths.becomeUnblocker()}>Become an Unblocker</Link>
            </Button>
          </div>
        </div>
        <Story />
      </Section>
      <Section title="The price, made plain">
        <PriceBlocks />
      </Section>
      <Section title="Three steps to moving again">
        <NumberedSteps steps={steps} />
      </Section>
      <Section title="What we never do with your code" className="pb-20">
        <Points points={promises} columns={3} />
      </Section>
    </>
  );
}

const steps = [
  {
    title: 'Say where it hurts',
    text: 'Describe the problem in your own words, name the AI tool and your budget, and attach files if you like.',
  },
  {
    title: 'Approve a plan',
    text: 'An unblocker answers with milestones, each with its hours and its price. Nothing starts before you agree.',
  },
  {
    title: 'Get it working',
    text: 'You pay per milestone. We hold the money until you have approved the work.',
  },
];

const promises = [
  {
    title: 'We do not sell it',
    text: 'Not your code, not your messages, not your email address. To nobody.',
  },
  {
    title: 'We do not show it around',
    text: 'Unblockers of its field can open a pending request to judge the work. Then your files open to you and your unblocker, and to a moderator when help is asked for, a message is reported, or a decision or payment is disputed.',
  },
  {
    title: 'We do not keep it forever',
    text: `Finished requests, with their messages and files, are removed after ${RETENTION_MONTHS} months.`,
  },
];

import { Link, Navigate, useLocation } from 'react-router';
import { AI_TOOLS, aiToolLabels } from '#domain/ai-tool.ts';
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
import { SolvedExamples } from './solved-examples.tsx';
import { Story } from './story.tsx';
import { StuckBox } from './stuck-box.tsx';

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
      <Section className="grid grid-cols-1 items-center gap-x-16 gap-y-10 pt-6 md:pt-14 lg:grid-cols-[minmax(0,1fr)_30rem]">
        <div id="stuck" className="min-w-0 scroll-mt-20">
          <h1 className="text-[min(3rem,18vw)] leading-none tracking-tight sm:text-7xl">
            {SITE_NAME}
          </h1>
          <p className="mt-3 font-display text-2xl leading-tight font-semibold text-balance sm:text-3xl">
            {TAGLINE}
          </p>
          <p className="mt-2 max-w-xl leading-relaxed text-ink-soft sm:text-lg">
            An expert developer reads your code, names a price, and starts when you agree.
          </p>
          <div className="mt-5 max-w-2xl">
            <StuckBox />
          </div>
          <p className="mt-3 flex flex-wrap items-center gap-x-6 text-sm">
            <Link to={paths.guarantee()} className="link inline-flex min-h-11 items-center">
              Satisfaction guaranteed, or your money back
            </Link>
            <Link to={paths.becomeUnblocker()} className="link inline-flex min-h-11 items-center">
              Become an Unblocker
            </Link>
          </p>
        </div>
        <Story />
      </Section>
      <ToolNames />
      <Section title="Solved, for example">
        <SolvedExamples />
      </Section>
      <Section title="The price, made plain">
        <PriceBlocks />
      </Section>
      <Section title="Three steps to moving again">
        <NumberedSteps steps={steps} />
      </Section>
      <Section title="What we never do with your code">
        <Points points={promises} columns={3} />
      </Section>
      <Section className="pb-20">
        <div className="card flex flex-wrap items-center justify-between gap-x-8 gap-y-4 p-6 md:p-8">
          <div className="min-w-60 flex-1">
            <h2 className="text-2xl md:text-3xl">Still stuck?</h2>
            <p className="mt-2 leading-relaxed text-ink-soft">
              Your first hour is $25, and posting costs nothing.
            </p>
          </div>
          <Button asChild variant="primary" size="lg" className="max-sm:w-full">
            <a href="#stuck">Describe Your Problem</a>
          </Button>
        </div>
      </Section>
    </>
  );
}

const steps = [
  {
    title: 'Say where it hurts',
    text: 'Describe the problem in your own words, with its files if you like.',
  },
  {
    title: 'Approve a plan',
    text: 'Nothing starts before you agree to its milestones, hours and prices.',
  },
  {
    title: 'Get it working',
    text: 'We hold the money until you have approved the work.',
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

/** The AI tools by name: people look for theirs. */
function ToolNames() {
  return (
    <div className="border-y border-line bg-surface">
      <div className="mx-auto flex max-w-7xl flex-wrap items-baseline gap-x-5 gap-y-1 px-4 py-4 text-sm sm:px-6">
        <p className="text-ink-soft">Stuck with</p>
        <ul className="contents">
          {AI_TOOLS.filter((tool) => tool !== 'OTHER').map((tool) => (
            <li key={tool} className="font-medium">
              {aiToolLabels[tool]}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

import { paths } from '#domain/paths.ts';
import { AuthForm } from '../accounts/auth-form.tsx';
import { useEnterDashboard } from '../accounts/use-enter-dashboard.ts';
import { PageHero } from './page-hero.tsx';
import { pageMeta } from './page-meta.ts';
import { Points } from './points.tsx';
import { Section } from './section.tsx';
import { StuckBox } from './stuck-box.tsx';

export function meta() {
  return pageMeta({
    title: 'Learn More',
    description:
      'How Unblock works, why your money is safe, and where to create your free account.',
    path: paths.learnMore(),
  });
}

export default function LearnMorePage() {
  const enterDashboard = useEnterDashboard();
  return (
    <>
      <PageHero title="Learn More" line="A person who has seen this bug before">
        <p>
          AI tools write most of an app quickly, and then get stuck on the last part. Our unblockers
          are vetted developers who take over exactly there.
        </p>
      </PageHero>
      <Section className="grid grid-cols-1 gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="flex min-w-0 flex-col gap-10">
          <StuckBox />
          <Points points={points} columns={2} level={2} />
        </div>
        <div className="card p-5 sm:p-6">
          <h2 className="mb-4 text-xl">Create your free account</h2>
          <AuthForm initialMode="signup" onSuccess={enterDashboard} />
        </div>
      </Section>
    </>
  );
}

const points = [
  {
    title: 'You keep the steering wheel',
    text: 'A plan with milestones and prices comes first. You approve it or ask for changes; until you approve, you owe nothing.',
  },
  {
    title: 'You pay for what works',
    text: 'Each milestone is paid on its own, and the money is held until you approve it.',
  },
  {
    title: 'You talk to one person',
    text: 'Every request has its own discussion with the developer who works on it, files included.',
  },
  {
    title: 'Your satisfaction is guaranteed',
    text: 'If the work is not what was agreed, the money that is held goes back to you.',
  },
];

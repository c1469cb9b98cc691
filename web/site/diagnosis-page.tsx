import { Link } from 'react-router';
import { DIAGNOSIS_CHECKS, DIAGNOSIS_HOURS } from '#domain/diagnosis.ts';
import { costCents, DEFAULT_HOURLY_RATE_CENTS, formatCents } from '#domain/money.ts';
import { paths } from '#domain/paths.ts';
import { Button } from '../ui/button.tsx';
import { NumberedSteps } from './numbered-steps.tsx';
import { PageHero } from './page-hero.tsx';
import { pageMeta } from './page-meta.ts';
import { Points } from './points.tsx';
import { Section } from './section.tsx';

const PRICE = formatCents(costCents(DEFAULT_HOURLY_RATE_CENTS, 60 * DIAGNOSIS_HOURS));

export function meta() {
  return pageMeta({
    title: 'Start with a Diagnosis',
    description: `One hour for ${PRICE}: what is broken, why, and what it takes to fix or to rebuild it. Then you decide.`,
    path: paths.diagnosis(),
  });
}

/** What an unblocker finds out before a repair is paid. */
export default function DiagnosisPage() {
  return (
    <>
      <PageHero title="Start with a Diagnosis" line="Know what is broken before you pay to fix it">
        <p>
          One hour, usually {PRICE}. At the end you know the cause, and have a plan with prices that
          you may take or leave.
        </p>
      </PageHero>
      <Section title="What you get for the hour">
        <Points columns={2} points={points} />
      </Section>
      <Section title="How it works">
        <NumberedSteps steps={steps} />
        <Button asChild variant="primary" size="lg" className="mt-8">
          <Link to={paths.learnMore()}>Unblock Me Now!</Link>
        </Button>
      </Section>
    </>
  );
}

const about: Record<(typeof DIAGNOSIS_CHECKS)[number], string> = {
  'The cause is named': 'In words that you understand, and where in the code it is.',
  'It was reproduced': 'Your unblocker has seen it happen, and says how.',
  'Fix or rebuild, and why': 'Whether a repair is worth it, or that part is better made anew.',
  'A plan with prices': 'The milestones that follow, each with hours and a price.',
};
const points = DIAGNOSIS_CHECKS.map((title) => ({ title, text: about[title] }));

const steps = [
  {
    title: 'Submit a request',
    text: 'Say what goes wrong. You need not know why.',
  },
  {
    title: 'Approve the first hour',
    text: 'Your unblocker proposes the diagnosis as a plan of one milestone. Your payment is held until you approve what was found.',
  },
  {
    title: 'Decide',
    text: 'Your unblocker proposes what follows as a change of the plan. You agree to it before you approve the hour, or you approve the hour and stop there.',
  },
];

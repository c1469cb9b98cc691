import { useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#domain/paths.ts';
import { useOnDemand } from '../shell/use-on-demand.ts';
import { Accordion } from '../ui/accordion.tsx';
import { Button } from '../ui/button.tsx';
import { benefits, recruitingQuestions, recruitingSteps } from './become-unblocker-content.ts';
import { NumberedSteps } from './numbered-steps.tsx';
import { PageHero } from './page-hero.tsx';
import { pageMeta } from './page-meta.ts';
import { Points } from './points.tsx';
import { Section } from './section.tsx';
import { WaitlistForm } from './waitlist-form.tsx';

export function meta() {
  return pageMeta({
    title: 'Become an Unblocker',
    description:
      'Freelance developers: help people whose AI-written project is stuck, and be paid for it.',
    path: paths.becomeUnblocker(),
  });
}

export default function BecomeUnblockerPage() {
  const [joined, setJoined] = useState(false);
  const dialog = useOnDemand(loadDialog);
  const navigate = useNavigate();
  return (
    <>
      <PageHero title="Become an Unblocker" line="The AI Cannot Do It Without You">
        <p>
          You set your own hours, pick up requests when you are free, and are paid per milestone.
        </p>
        <Button asChild variant="primary" size="lg" className="mt-6">
          <a href="#signup-form">Join the Waitlist</a>
        </Button>
      </PageHero>
      <Section title="How it works">
        <NumberedSteps steps={recruitingSteps} />
      </Section>
      <Section title="Why unblock">
        <Points points={benefits} columns={2} />
      </Section>
      <Section className="grid grid-cols-1 gap-x-16 gap-y-12 pb-20 lg:grid-cols-[minmax(0,1fr)_28rem]">
        <div>
          <h2 className="mb-4 text-2xl md:text-3xl">Good to know</h2>
          <Accordion items={recruitingQuestions} />
        </div>
        <div className="card self-start p-5 sm:p-6">
          <h2 className="mb-4 text-xl">Join the waiting list</h2>
          <WaitlistForm
            onTouch={dialog.warmUp}
            onDone={() => {
              setJoined(true);
              void dialog.fetch();
            }}
          />
        </div>
      </Section>
      {joined && dialog.part && <dialog.part onClose={() => void navigate(paths.home())} />}
    </>
  );
}

async function loadDialog() {
  const { JoinedDialog } = await import('./joined-dialog.tsx');
  return JoinedDialog;
}

import { useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#domain/paths.ts';
import { useOnDemand } from '../shell/use-on-demand.ts';
import { Accordion } from '../ui/accordion.tsx';
import { Button } from '../ui/button.tsx';
import { NumberedSteps } from './numbered-steps.tsx';
import { PageHero } from './page-hero.tsx';
import { pageMeta } from './page-meta.ts';
import { Points } from './points.tsx';
import { Section } from './section.tsx';
import { WaitlistForm } from './waitlist-form.tsx';

const recruitingSteps = [
  {
    title: 'Create Your Profile',
    text: 'Join the waiting list and tell us what you are good at. We invite you when your field is needed.',
  },
  {
    title: 'Match with Requests',
    text: 'See the open requests in your categories, talk to the customer, and grab the ones you can solve.',
  },
  {
    title: 'Unblock & Earn',
    text: 'Propose a plan, deliver it milestone by milestone, and be paid for each one that is approved.',
  },
];

const benefits = [
  {
    title: 'Flexible Work',
    text: 'No shifts and no quota. You pick up a request when you have the time for it.',
  },
  {
    title: 'Extra Income',
    text: 'You name the hours and the rate of each milestone. The customer is asked to pay before you begin, and the roadmap shows what is funded.',
  },
  {
    title: 'Make an Impact',
    text: 'On the other side is a person whose project stands still. You get it moving again.',
  },
  {
    title: 'Cutting-Edge Experience',
    text: 'See what AI tools build in the wild, and learn to repair what they leave behind.',
  },
];

const recruitingQuestions = [
  {
    question: 'Who can become an unblocker?',
    answer:
      'Developers of 18 or older with real experience in at least one of our fields. We look at every application.',
  },
  {
    question: 'How am I paid?',
    answer:
      'The customer is asked to pay a milestone before you begin; the roadmap shows whether it is funded, and we hold the money. When they approve your work, 90% goes to you and 10% is the platform fee.',
  },
  {
    question: 'How much do I have to work?',
    answer:
      'As much as you like. What you take on must be delivered in the time that you estimated.',
  },
  {
    question: 'What if a customer does not agree with my work?',
    answer:
      'They send the milestone back with feedback, and you submit it again. If you cannot agree, a moderator helps.',
  },
];

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
          {/* Where its dialog does not come. */}
          <p role="status" className="not-empty:mt-4">
            {joined && !dialog.part && !dialog.fetching && 'You were added to the waiting list!'}
          </p>
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

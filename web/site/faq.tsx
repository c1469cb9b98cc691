import { guaranteeWords } from '#domain/guarantee.ts';
import { RETENTION_MONTHS } from '#domain/limits.ts';
import { Accordion } from '../ui/accordion.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { Points } from './points.tsx';

interface Question {
  question: string;
  answer: string;
}

const helpCards = [
  {
    title: 'AI Coding Assistance',
    text: 'Developers who know what AI tools write, and where they go wrong, repair and finish it with you.',
  },
  {
    title: 'Quick Response Time',
    text: 'Your request is shown at once to unblockers who work in its field.',
  },
  {
    title: 'Personalized Support',
    text: 'One developer, one discussion, one plan made for your project.',
  },
];

const faqTabs: { id: string; label: string; questions: Question[] }[] = [
  {
    id: 'general',
    label: 'General',
    questions: [
      {
        question: 'What is Unblock?',
        answer:
          'A marketplace for people who are stuck on a project built with an AI coding tool. You post a request, and a vetted freelance developer, whom we call an unblocker, takes it up.',
      },
      {
        question: 'Who are the unblockers?',
        answer:
          'Freelance developers who applied and were approved by us. Customers rate them after each request.',
      },
      {
        question: 'What does it cost?',
        answer:
          'An account is free. An unblocker costs $50 per hour unless the plan says otherwise. At $50 your first hour costs $25: up to $25 is taken off your first payment, and we bear it. It is given once for a person, an email address and a card; you read whether it applies before you pay. The platform fee of 10% is included in the price that you see.',
      },
      {
        question: 'What if I am not satisfied?',
        answer: `Satisfaction is guaranteed. You can send a milestone back with feedback, and money that is held is returned when the agreed work is not delivered. ${guaranteeWords('checks')}`,
      },
      {
        question: 'What if my unblocker is late?',
        answer: `${guaranteeWords('plan')} ${guaranteeWords('start')} ${guaranteeWords('deadline')}`,
      },
      {
        question: 'What if it breaks again later?',
        answer: `${guaranteeWords('repair')} ${guaranteeWords('repair_missed')}`,
      },
    ],
  },
  {
    id: 'platform',
    label: 'Using the Platform',
    questions: [
      {
        question: 'How do I get help?',
        answer:
          'Create an account, press New Request on your dashboard, and describe the problem, the AI tool you used, your tech stack and your budget. Files are welcome.',
      },
      {
        question: 'What is a milestone plan?',
        answer:
          'The list of steps that your unblocker proposes, each with a description, an estimated time and an hourly rate. Work begins after you approve the plan.',
      },
      {
        question: 'When do I pay?',
        answer:
          'Per milestone, by card. You are asked to pay before its work begins, and the roadmap shows whether it is funded. We hold the money until you approve the milestone.',
      },
      {
        question: 'Can I change or delete my request?',
        answer:
          'Yes, as long as it is pending. Once an unblocker has grabbed it, talk to them in the discussion.',
      },
      {
        question: 'What happens when I report a message?',
        answer:
          'The moderators are told, and the request waits until they have looked at the conversation.',
      },
    ],
  },
  {
    id: 'security',
    label: 'Security & Privacy',
    questions: [
      {
        question: 'Who can see my code?',
        answer:
          'While your request is pending, unblockers of its field can open it to judge the work. Then only you and your unblocker. A moderator looks when help is asked for, a message is reported, or a decision or payment is disputed.',
      },
      {
        question: 'Is my card stored with you?',
        answer:
          'No. Payments go through a card payment provider, and we never see or store your card.',
      },
      {
        question: 'Do you sell my data?',
        answer: 'No. We do not sell personal data, and cookies serve signing in only.',
      },
      {
        question: 'How long is my data kept?',
        answer: `Finished requests with their messages and files are removed after ${RETENTION_MONTHS} months. You can download your data and delete your account before that.`,
      },
    ],
  },
];

/** The questions of the FAQ page and the help center. */
export function Faq() {
  return (
    <>
      <section className="mb-12">
        <h2 className="mb-6 text-2xl">How We Help</h2>
        <Points points={helpCards} columns={3} />
      </section>
      <section>
        <h2 className="mb-4 text-2xl">Questions and answers</h2>
        <Tabs
          label="Questions and answers"
          tabs={faqTabs.map(({ id, label, questions }) => ({
            id,
            label,
            content: <Accordion items={questions} />,
          }))}
        />
      </section>
    </>
  );
}

import { guaranteeWords } from '#domain/guarantee.ts';
import { paths } from '#domain/paths.ts';
import { TERMS_EFFECTIVE } from '#domain/terms.ts';
import { CONTACT_ADDRESS } from '../shell/contact.ts';
import type { DocumentSection } from './document.tsx';
import { Document } from './document.tsx';
import { pageMeta } from './page-meta.ts';

/** Source: specification 1, "Marketing and terms facts"; product decisions, "Money" and "Moderation". */
const terms: DocumentSection[] = [
  {
    title: 'What Unblock is',
    paragraphs: [
      'Unblock is a marketplace. It connects customers who are stuck on a project built with an AI coding tool with freelance developers, called unblockers. By using it you agree to these terms.',
      'Unblockers are independent: they are not employees of Unblock.',
    ],
  },
  {
    title: 'Who may use it',
    paragraphs: [
      'You must be 18 or older and have a valid email address. Unblock is for residents of the United States only.',
      'Creating an account is free. Keep your password to yourself: what is done with your account counts as done by you.',
    ],
  },
  {
    title: 'Requests and plans',
    paragraphs: [
      'A customer posts a request: the problem, its categories, the AI tool, a budget and, if they like, files. It can be edited and deleted while it is pending.',
      'An unblocker who takes it up proposes a plan of milestones, each with a title, a description, an estimated time and an hourly rate. Work begins when the customer has approved the plan. Instead of approving it, the customer may ask for changes.',
    ],
  },
  {
    title: 'Prices and the platform fee',
    paragraphs: [
      "An unblocker costs $50 per hour unless the plan says otherwise; the plan's prices are the ones that count. At $50 the first hour of a new user costs $25: what an hour costs over $25, and at most $25, is taken off their first payment.",
      'That first-hour price is given once for a person, an email address and a card. A payment by a card that had it before is paid back at once, and the usual price applies. A payment that looks as if it was made to collect the difference stays held until a moderator has looked at it.',
      'A platform fee of 10% is included in payments: it is part of the price that you see, not added to it. The unblocker receives the other 90%.',
    ],
  },
  {
    title: 'Payment',
    paragraphs: [
      'Customers must give payment information before work begins: we ask for it with the approval of the plan, and again for each further milestone. Each milestone is paid on its own, by card, through a card payment provider.',
      'An unblocker may begin a milestone that is not paid yet; the roadmap tells both sides so. It can be approved only once it is paid.',
      'We hold the money of a milestone until the customer approves its work, and then release it to the unblocker. The customer receives the code of a milestone with its approved payment.',
    ],
  },
  {
    title: 'Satisfaction and refunds',
    paragraphs: [
      'Your satisfaction is guaranteed, or your money is returned.',
      'If the work of a milestone is not what the plan promised, the customer sends it back with feedback and the unblocker submits it again. If the two cannot agree, a moderator decides: money that is held is then returned to the customer, released for work that was handed in, or divided. Each decision is told to both sides with its reason, and each may answer it.',
      `${guaranteeWords('repair')} ${guaranteeWords('repair_missed')}`,
      'Otherwise money that was released, which has been paid for accepted work, is returned only where a moderator decides so.',
    ],
  },
  {
    title: 'What unblockers agree to',
    paragraphs: [
      'Unblockers set their own hours and pick up requests when they are free. What they take up they must deliver within the timeline that they gave.',
      'They use the code and the data of a customer for that request only.',
      'Customers rate them after each request.',
    ],
  },
  {
    title: 'Conduct',
    paragraphs: [
      'Be honest and decent with each other. Do not post what is illegal, harmful or not yours to share, and do not arrange payment past the platform.',
      'Users can be reported. Moderators look at each report; they may hide messages, close requests and suspend accounts.',
    ],
  },
  {
    title: 'Ending it',
    paragraphs: [
      'You can delete your account at any time; a request that is still running has to be finished, deleted or closed first, and what you earned has to be paid out. The Privacy Policy says what is removed when.',
      'We may suspend an account that breaks these terms. Money that is held is settled as described above.',
    ],
  },
  {
    title: 'Liability',
    paragraphs: [
      'The work is done by the unblocker, who answers for it. We keep the marketplace running with care, but cannot promise that it is always available or that every problem can be solved.',
    ],
  },
  {
    title: 'Law and changes',
    paragraphs: [
      'These terms are governed by the law of the State of New York.',
      'When they change, the new text stands here with its date, and we email you before it holds for you.',
      `Questions? Write to us at ${CONTACT_ADDRESS}.`,
    ],
  },
];

export function meta() {
  return pageMeta({
    title: 'Terms and Conditions',
    description:
      'The terms of Unblock: prices and the fee, how money is held and returned, and what each side agrees to.',
    path: paths.terms(),
  });
}

export default function TermsPage() {
  return <Document title="Terms and Conditions" effective={TERMS_EFFECTIVE} sections={terms} />;
}

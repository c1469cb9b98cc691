import { Document } from './document.tsx';

export function meta() {
  return [{ title: 'Terms and Conditions · Unblock' }];
}

export default function TermsPage() {
  return <Document title="Terms and Conditions" effective="May 13, 2025" sections={sections} />;
}

const sections = [
  {
    title: 'What Unblock is',
    paragraphs: [
      'Unblock is a marketplace. It connects customers who are stuck on a project built with an AI coding tool with freelance developers, called unblockers.',
    ],
  },
  {
    title: 'Accounts',
    paragraphs: [
      'Creating an account is free. You must be 18 or older and have a valid email address.',
    ],
  },
  {
    title: 'Requests and plans',
    paragraphs: [
      'A customer describes a problem. An unblocker proposes a plan of milestones, each with an estimated time and a price. Work begins when the customer has approved the plan.',
      'Unblockers set their own hours and take up requests when they are free. They must deliver within the timeline that they gave.',
    ],
  },
  {
    title: 'Prices and payment',
    paragraphs: [
      "An unblocker costs $50 per hour; a new user's first hour costs $25. A platform fee of 10% is included in payments.",
      'Customers must give payment information before work begins. Payments are held until the customer approves the milestone, and the work is handed over with that approval.',
      'Satisfaction is guaranteed, or the money is returned.',
    ],
  },
  {
    title: 'Ratings and conduct',
    paragraphs: [
      'Customers rate unblockers after each request. Users can be reported; moderators look at reports and may suspend accounts.',
    ],
  },
  {
    title: 'Law',
    paragraphs: ['These terms are governed by the law of the State of New York.'],
  },
];

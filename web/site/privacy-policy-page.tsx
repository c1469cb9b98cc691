import { Document } from './document.tsx';

export function meta() {
  return [{ title: 'Privacy Policy · Unblock' }];
}

export default function PrivacyPolicyPage() {
  return <Document title="Privacy Policy" effective="May 13, 2025" sections={sections} />;
}

const sections = [
  {
    title: 'What we collect',
    paragraphs: [
      'Your email address, which an account needs, and your full name, if you give it. What you write and upload: requests, messages, plans, files, ratings.',
      'Cookies and your IP address, for signing in and for keeping accounts safe.',
    ],
  },
  {
    title: 'Payments',
    paragraphs: [
      'Payments go through a card payment provider. Card details are given to the provider and are not stored by us.',
    ],
  },
  {
    title: 'What we do with it',
    paragraphs: [
      'We use your data to run the marketplace: to match requests with developers, to carry messages, to take and release payments, and to tell you what happens to your requests.',
      'We do not sell your data.',
    ],
  },
  {
    title: 'Where it is kept, and for how long',
    paragraphs: [
      'Data is stored with cloud and database providers. Private data is encrypted.',
      'We keep data for 12 months. Finished requests, with their messages and files, are removed 12 months after they end. Amounts in our books are kept without names.',
    ],
  },
  {
    title: 'Your rights',
    paragraphs: [
      'You can see and download the data that is stored about you, delete your account, and opt out of marketing emails.',
    ],
  },
  {
    title: 'Cookies',
    paragraphs: ['We use cookies and similar storage for authentication only.'],
  },
  {
    title: 'Who may use Unblock',
    paragraphs: [
      'The service is for residents of the United States only. It is not for residents of the European Union and not for children under 13.',
    ],
  },
];

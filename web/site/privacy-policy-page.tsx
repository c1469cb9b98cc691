import { KEPT_APPLICATION_DAYS } from '#domain/entry-test.ts';
import { RETENTION_MONTHS } from '#domain/limits.ts';
import { paths } from '#domain/paths.ts';
import { TERMS_EFFECTIVE } from '#domain/terms.ts';
import { CONTACT_ADDRESS } from '../shell/contact.ts';
import type { DocumentSection } from './document.tsx';
import { Document } from './document.tsx';
import { pageMeta } from './page-meta.ts';

/** Source: specification 2.4, "Privacy policy content"; product decisions, "The privacy policy is true". */
const privacyPolicy: DocumentSection[] = [
  {
    title: 'What this policy covers',
    paragraphs: [
      'This policy says what Unblock, a marketplace for people who are stuck on a project built with an AI coding tool, learns about you, what it is used for, who sees it, and what you can do about it.',
    ],
  },
  {
    title: 'What we collect',
    paragraphs: [
      'Your email address. An account needs one.',
      'Your full name and a picture, if you choose to give them.',
      'What you write and upload: requests, plans, messages, files, ratings and reviews. If you apply as an unblocker, also your specialty, what you tell us about yourself, and the examples and the test that you add.',
      'Cookies or similar storage in your browser, your IP address and the name of your browser, to sign you in, to show you where you are signed in, and to keep accounts safe.',
    ],
  },
  {
    title: 'Payments',
    paragraphs: [
      'Payments go through a card payment provider. Your card details are entered with that provider and are not stored by us.',
      'The first-hour price is given once. So that we know again who had it, we keep a one-way, keyed hash of your email address and of the card with each payment, also after you delete your account, and one of the network for two weeks.',
      'We keep what was paid, held, released and refunded for which milestone.',
    ],
  },
  {
    title: 'What we use it for',
    paragraphs: [
      'To run the marketplace: to show your request to unblockers who work in its categories, to carry messages and files between the two of you, to take and release payments, and to email you about what happens to your requests.',
      'To keep it fair: moderators look at a request when help is asked for, a message is reported, or a decision or payment is disputed.',
      'We do not sell your data. We do not show you advertising.',
    ],
  },
  {
    title: 'Who sees it',
    paragraphs: [
      'While your request is pending, its description and files can be seen by unblockers who work in its categories. Once it is taken, only you and your unblocker can open it, its messages and its files, and a moderator when one of you asks for help, reports a message, or disputes a decision or a payment.',
      'If you submit examples and a test with your application as an unblocker, unblockers who review it see them, without your name and address, and moderators see what they say.',
      'The person on the other side of a request sees your name and picture, and not your email address: you reach each other by messages.',
      'If you are an unblocker and publish your profile, everybody can read it, with what is counted of your work and what customers say of it. A review stands there with the fields of its request, without the name of who wrote it.',
      'We share data with the providers that we need to run the service, and with authorities where the law requires it.',
    ],
  },
  {
    title: 'Where it is kept',
    paragraphs: [
      'Data is stored with cloud and database providers. Private data is encrypted. Your password itself is not stored, only a one-way hash of it.',
    ],
  },
  {
    title: 'How long it is kept',
    paragraphs: [
      `Finished requests, with their messages and files, are removed ${RETENTION_MONTHS} months after they end. The rest stays as long as you have an account.`,
      `If you apply as an unblocker and are declined or get no answer, your application is removed ${RETENTION_MONTHS} months after you sent it. Examples and a test that you added are removed after ${KEPT_APPLICATION_DAYS} days if you are declined or do not submit them.`,
      'Amounts in our books stay after that, without names, with the hashes by which the first-hour price is given once, and hashes by which an evidence file can still be checked.',
    ],
  },
  {
    title: 'Your rights',
    paragraphs: [
      'See and correct: your profile is open to you at all times.',
      'Access: you can download all that is stored about you.',
      'Delete: you can delete your account yourself. A request that is still running has to be finished, deleted or closed first, and what you earned has to be paid out.',
      'Opt out: you can turn off marketing emails at any time. Emails about your account and your payments still reach you.',
    ],
  },
  {
    title: 'Cookies',
    paragraphs: [
      'Cookies and similar storage are used for authentication only: they keep you signed in. Your browser also remembers your choice of light or dark and texts that you have not sent yet; neither is used to follow you.',
    ],
  },
  {
    title: 'Who may use Unblock',
    paragraphs: [
      'Unblock is for residents of the United States only. It is not for residents of the European Union, and not for children under 13; to have an account you must be 18 or older. If you learn that a child has given us data, tell us and we remove it.',
    ],
  },
  {
    title: 'Changes and questions',
    paragraphs: [
      'When this policy changes, the new text stands here with its date, and we email you if the change matters to you.',
      `Write to us at ${CONTACT_ADDRESS}.`,
    ],
  },
];

export function meta() {
  return pageMeta({
    title: 'Privacy Policy',
    description:
      'What Unblock learns about you, what it is used for, how long it is kept, and how to have it removed.',
    path: paths.privacyPolicy(),
  });
}

export default function PrivacyPolicyPage() {
  return <Document title="Privacy Policy" effective={TERMS_EFFECTIVE} sections={privacyPolicy} />;
}

import { solvedExamples } from '#domain/solved-examples.ts';
import { type Happening, milestone, milestoneOf, requestOf, type Story } from './stories.ts';

interface Finished {
  customer: string;
  developer: string;
  daysAgo: number;
  /** From the request to the approval. */
  tookHours: number;
  request: Story['request'];
  first: string;
  answer: string;
  work: Happening;
  delivery: string;
  /** Sent back once with these words. */
  sentBack?: string;
  rating: { rating: number; feedback: string };
  back?: { rating: number; feedback: string };
}

/** A short request from the grab to the reviews of both sides. */
function finished(told: Finished): Story {
  const { customer, developer, daysAgo, request, work, sentBack, back } = told;
  const submit: Happening = { does: 'submit', message: told.delivery };
  return {
    customer,
    developer,
    request,
    hoursAgo: 24 * daysAgo,
    tookHours: told.tookHours,
    happenings: [
      { does: 'grab' },
      { does: 'message', by: 'customer', text: told.first },
      { does: 'message', by: 'developer', text: told.answer },
      work,
      { does: 'submit-plan' },
      { does: 'approve-plan' },
      { does: 'pay' },
      { does: 'start' },
      submit,
      ...(sentBack ? again(sentBack, submit) : []),
      { does: 'accept', feedback: null },
      { does: 'rate', ...told.rating },
      ...(back ? [{ does: 'rate', by: 'developer', ...back } satisfies Happening] : []),
    ],
  };
}

const again = (feedback: string, submit: Happening): Happening[] => [
  { does: 'reject', feedback },
  { does: 'start' },
  submit,
];

/** What profiles show was done. */
export const finishedStories: Story[] = [
  finished({
    customer: 'lena',
    developer: 'rosa',
    daysAgo: 46,
    tookHours: solvedExamples.expoBuild.took_hours,
    request: {
      ...requestOf(
        solvedExamples.expoBuild,
        'EAS stops at pod install with "CocoaPods could not find compatible versions".',
      ),
      categories: ['mobile', 'react-native', 'ios'],
      budget: '$200',
    },
    first: 'The log is attached to the build in EAS. Can you see it from your side?',
    answer: 'Yes. Two packages want different versions of the same pod; I pin one of them.',
    work: milestoneOf(solvedExamples.expoBuild),
    delivery: 'Both builds are green. The versions are pinned in app.json with a note why.',
    rating: {
      rating: 5,
      feedback: 'Green builds the same evening. Explained what to avoid next time.',
    },
    back: { rating: 5, feedback: 'Gave access at once and tested the build right away.' },
  }),
  finished({
    customer: 'noah',
    developer: 'rosa',
    daysAgo: 33,
    tookHours: 50,
    request: {
      description:
        'App Store refused my app for missing account deletion\nReplit wrote the app, and I do not know where this should go.',
      categories: ['mobile', 'ios'],
      ai_tool: 'REPLIT',
      ai_tool_other: null,
      stack: 'React Native, Firebase',
      budget: '$150',
    },
    first: 'Apple quotes guideline 5.1.1. Is this hard to add?',
    answer: 'No, a screen and a function on the server. I also check what else they may ask for.',
    work: milestone(
      'Delete my account',
      4,
      'A screen under Settings, and a function that removes the data in Firebase.',
      55,
    ),
    delivery: 'Settings has Delete Account now, and the function removes the data it lists.',
    sentBack: 'It leaves the profile pictures in storage.',
    rating: {
      rating: 4,
      feedback: 'Pictures were forgotten at first, then all was done. Approved by Apple.',
    },
    back: { rating: 4, feedback: 'Good notes on what was missing.' },
  }),
  finished({
    customer: 'lena',
    developer: 'rosa',
    daysAgo: 17,
    tookHours: solvedExamples.pushNotifications.took_hours,
    request: {
      ...requestOf(
        solvedExamples.pushNotifications,
        'ChatGPT changed the entitlements several times, and now nothing arrives on iPhones.',
      ),
      categories: ['mobile', 'react-native', 'ios'],
      budget: '$120',
    },
    first: 'Do you need my Apple account for this?',
    answer: 'Only that you make a new key there; I tell you which one and where it goes.',
    work: milestoneOf(solvedExamples.pushNotifications),
    delivery: 'A test notification arrives on both of your phones.',
    rating: { rating: 5, feedback: 'Solved in an evening, and never asked for a password.' },
  }),
];

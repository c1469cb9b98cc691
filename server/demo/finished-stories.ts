import type { Happening, Story } from './stories.ts';

interface Finished {
  customer: string;
  developer: string;
  daysAgo: number;
  request: Story['request'];
  first: string;
  answer: string;
  work: { title: string; description: string; hours: number };
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
    happenings: [
      { does: 'grab' },
      { does: 'message', by: 'customer', text: told.first },
      { does: 'message', by: 'developer', text: told.answer },
      {
        does: 'add-milestone',
        milestone: {
          title: work.title,
          description: work.description,
          estimated_minutes: work.hours * 60,
          hourly_rate_cents: 5500,
        },
      },
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
    request: {
      description:
        'Expo build fails since Cursor upgraded everything\nEAS stops at pod install with "CocoaPods could not find compatible versions".',
      categories: ['mobile', 'react-native', 'ios'],
      ai_tool: 'CURSOR',
      ai_tool_other: null,
      stack: 'Expo 54, React Native',
      budget: '$200',
    },
    first: 'The log is attached to the build in EAS. Can you see it from your side?',
    answer: 'Yes. Two packages want different versions of the same pod; I pin one of them.',
    work: {
      title: 'A build that goes through',
      description: 'Pin the pods, align the Expo packages, and build for both stores.',
      hours: 3,
    },
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
    work: {
      title: 'Delete my account',
      description: 'A screen under Settings, and a function that removes the data in Firebase.',
      hours: 4,
    },
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
    request: {
      description:
        'Push notifications only arrive on Android\nChatGPT changed the entitlements several times, and now nothing arrives on iPhones.',
      categories: ['mobile', 'react-native', 'ios'],
      ai_tool: 'CHAT_GPT',
      ai_tool_other: null,
      stack: 'Expo',
      budget: '$120',
    },
    first: 'Do you need my Apple account for this?',
    answer: 'Only that you make a new key there; I tell you which one and where it goes.',
    work: {
      title: 'Notifications on iPhones',
      description: 'Put the entitlements right, a new push key, and a test from the server.',
      hours: 2,
    },
    delivery: 'A test notification arrives on both of your phones.',
    rating: { rating: 5, feedback: 'Solved in an evening, and never asked for a password.' },
  }),
];

import type { z } from 'zod';
import type { Action } from '#domain/lifecycle.ts';
import type { MilestoneInput } from '#domain/milestone.ts';
import type { quoteInputSchema } from '#domain/quote.ts';
import type { Side } from '#domain/relation.ts';
import { type SolvedExample, solvedExamples } from '#domain/solved-examples.ts';
import type { ticketInputSchema } from '#domain/ticket.ts';
import type { DemoFile } from './demo-files.ts';
import { coffeeApp, coffeeAppFixed, coffeeNotes } from './projects.ts';

type Author = 'customer' | 'developer';

/** An event of a demo request; each is the command of that name. */
export type Happening =
  | {
      does: Extract<Action, 'reserve' | 'grab' | 'submit-plan' | 'approve-plan'>;
    }
  | { does: 'quote'; from: 'rosa' | 'ivan'; quote: z.input<typeof quoteInputSchema> }
  | { does: 'close-for-customer'; reason: string }
  | { does: 'message'; by: Author; text: string; files?: DemoFile[] }
  | { does: 'add-milestone'; milestone: MilestoneInput }
  | { does: 'request-changes'; feedback: string }
  | { does: 'pay' | 'start' | 'report' }
  | { does: 'submit'; message: string; files?: DemoFile[] }
  | { does: 'accept'; feedback: string | null }
  | { does: 'reject'; feedback: string }
  | { does: 'rate'; by?: Side; rating: number; feedback: string };

export interface Story {
  customer: string;
  developer: string;
  hoursAgo: number;
  /** From the request to the approval; left out: what happens is spread over the time until now. */
  tookHours?: number;
  request: z.input<typeof ticketInputSchema>;
  files?: DemoFile[];
  happenings: Happening[];
}

export const milestone = (
  title: string,
  hours: number,
  description: string,
  rate = 50,
): Happening => ({
  does: 'add-milestone',
  milestone: { title, description, estimated_minutes: hours * 60, hourly_rate_cents: rate * 100 },
});
/** Its milestone, as the start page tells of it. */
export const milestoneOf = ({ title, hours, parts, hourly_rate_cents }: SolvedExample): Happening =>
  milestone(title, hours, `${parts.join('. ')}.`, hourly_rate_cents / 100);
/** The same of its request. */
export const requestOf = ({ problem, ai_tool, stack }: SolvedExample, more: string) => ({
  description: `${problem}\n${more}`,
  ai_tool,
  ai_tool_other: null,
  stack,
});
const says = (by: Author, text: string, files: DemoFile[] = []): Happening => ({
  does: 'message',
  by,
  text,
  files,
});

/** Requests in every status, created by the steps that lead there. */
export const stories: Story[] = [
  {
    customer: 'customer',
    developer: 'developer',
    hoursAgo: 24 * 21,
    tookHours: solvedExamples.stripe.took_hours,
    request: {
      ...requestOf(
        solvedExamples.stripe,
        'Checkout works in test mode, but my Express server says "No signatures found matching the expected signature". Claude rewrote the handler four times. I think the raw body is lost somewhere.',
      ),
      categories: ['backend'],
      budget: '$150',
    },
    happenings: [
      { does: 'grab' },
      says(
        'developer',
        'Hi Maya, I have seen this one often. Can you paste the line where express.json() is registered?',
      ),
      says('customer', 'app.use(express.json()) is the first line after const app = express().'),
      says(
        'developer',
        'That is it: the parser runs before the webhook route and eats the raw body. I will send you a plan.',
      ),
      milestoneOf(solvedExamples.stripe),
      { does: 'submit-plan' },
      { does: 'approve-plan' },
      { does: 'pay' },
      { does: 'start' },
      {
        does: 'submit',
        message:
          'The route now reads the raw body, and the test posts a real signed event. Run it with: npm test -- webhook',
      },
      { does: 'accept', feedback: 'Works on the first try. Thank you!' },
      {
        does: 'rate',
        rating: 5,
        feedback: 'Knew the cause before I had finished explaining. Clear plan, tested work.',
      },
      {
        does: 'rate',
        by: 'developer',
        rating: 5,
        feedback: 'Answered at once, and had the failing event ready.',
      },
    ],
  },
  {
    customer: 'noah',
    developer: 'developer',
    hoursAgo: 24 * 12,
    request: {
      description:
        'Supabase row level security lets everyone read all orders\nLovable made the tables. I only noticed when a friend saw my orders in his account. I need somebody to close this properly.',
      categories: ['backend', 'web'],
      ai_tool: 'LOVABLE',
      ai_tool_other: null,
      stack: 'Supabase, React',
      budget: '$250',
    },
    happenings: [
      { does: 'grab' },
      milestone(
        'Policies for every table',
        3,
        'Turn on row level security for all tables, write policies per role, and prove each with a query as two different users.',
        60,
      ),
      { does: 'submit-plan' },
      { does: 'approve-plan' },
      { does: 'pay' },
      { does: 'start' },
      {
        does: 'submit',
        message:
          'All nine tables have policies now. The script rls-check.sql shows what each role can read.',
      },
      { does: 'accept', feedback: null },
      {
        does: 'rate',
        rating: 4,
        feedback: 'Solid work, explained well. Took a day longer than planned.',
      },
    ],
  },
  {
    customer: 'customer',
    developer: 'ivan',
    hoursAgo: 24 * 9,
    request: {
      description:
        'Port my whole Bubble app to Next.js over the weekend\nAbout forty screens. Bolt got stuck after the third one.',
      categories: ['web'],
      ai_tool: 'BOLT.NEW',
      ai_tool_other: null,
      stack: 'Next.js',
      budget: '$200',
    },
    happenings: [
      { does: 'grab' },
      milestone(
        'Sign-in and the first five screens',
        8,
        'Next.js project with sign-in and the five screens of your list.',
        40,
      ),
      { does: 'submit-plan' },
      { does: 'approve-plan' },
      { does: 'pay' },
      { does: 'start' },
      says('customer', 'It is Thursday and I have not seen anything yet. Are you still on it?'),
      says('developer', 'Pay me outside of the platform and I will send you the code.'),
      { does: 'report' },
      {
        does: 'close-for-customer',
        reason:
          'Nothing was delivered within the time of the plan, and payment outside of the platform was demanded.',
      },
    ],
  },
  {
    customer: 'customer',
    developer: 'developer',
    hoursAgo: 60,
    request: {
      description:
        "Expo build crashes at launch on real iPhones only\nSimulator is fine. TestFlight build opens and closes at once. Cursor says to upgrade everything, which broke the Android build as well.\n\n```\nFatal Exception: facebook::jsi::JSError\n  TypeError: undefined is not a function (near '...Intl.RelativeTimeFormat...')\n```",
      categories: ['mobile', 'react-native', 'ios'],
      ai_tool: 'CURSOR',
      ai_tool_other: null,
      stack: 'Expo SDK 54, React Native, Hermes',
      budget: '$300',
    },
    files: [{ name: 'corner-coffee.zip', project: coffeeApp }],
    happenings: [
      { does: 'grab' },
      says(
        'developer',
        'The stack trace names Intl.RelativeTimeFormat: Hermes on iOS does not ship it. Which library uses it?',
      ),
      says(
        'customer',
        'Probably the "3 minutes ago" labels. Cursor added them last week. This is what TestFlight shows me:',
        [{ name: 'crash on my iPhone.png', asset: 'crash.png' }],
      ),
      milestone(
        'Make the app start on devices',
        2,
        'Find what calls Intl.RelativeTimeFormat, add the polyfill in the right place, and check on a device build.',
      ),
      milestone(
        'Bring the Android build back',
        3,
        'Undo the upgrades that are not needed and pin the versions that work together.',
      ),
      { does: 'submit-plan' },
      { does: 'approve-plan' },
      { does: 'pay' },
      { does: 'start' },
      {
        does: 'submit',
        message:
          'The build on TestFlight (1.0.3) starts on iPhone 12 and 15. The polyfill is loaded in index.js before anything else.',
        files: [
          { name: 'corner-coffee-fixed.zip', project: coffeeAppFixed },
          { name: 'what-changed.md', text: coffeeNotes },
        ],
      },
    ],
  },
  {
    customer: 'lena',
    developer: 'developer',
    hoursAgo: 40,
    request: {
      description:
        'Next.js API route times out on Vercel after 10 seconds\nIt makes a PDF with puppeteer. Works on my laptop in 4 seconds.',
      categories: ['web', 'infrastructure'],
      ai_tool: 'COPILOT',
      ai_tool_other: null,
      stack: 'Next.js 16, Vercel, puppeteer',
      budget: '$200',
    },
    happenings: [
      { does: 'grab' },
      milestone(
        'Make PDFs in a background job',
        3,
        'Move the work out of the request: a queue, a worker with a slim Chromium, and a page that shows progress.',
      ),
      { does: 'submit-plan' },
      {
        does: 'request-changes',
        feedback: 'Looks right, but can the finished PDF also be mailed to the user?',
      },
      milestone(
        'Mail the finished PDF',
        1,
        'Send the PDF as an attachment when the job is done, with a retry when the mail server says no.',
      ),
      { does: 'submit-plan' },
      { does: 'approve-plan' },
      { does: 'pay' },
      { does: 'start' },
      says(
        'developer',
        'The worker runs. I am on the progress page now and expect to hand in tonight.',
      ),
      says('customer', 'Great, no rush!'),
    ],
  },
  {
    customer: 'customer',
    developer: 'developer',
    hoursAgo: 26,
    request: {
      description:
        'Postgres migration fails half way and leaves the table locked\nReplit generated 0042_split_addresses.sql. It worked on an empty database. In production it ran for six minutes, then failed.',
      categories: ['backend', 'infrastructure'],
      ai_tool: 'REPLIT',
      ai_tool_other: null,
      stack: 'PostgreSQL 16, Prisma',
      budget: '$180',
    },
    happenings: [
      { does: 'grab' },
      says(
        'developer',
        'How many rows does addresses have, and is there any write traffic at night?',
      ),
      says('customer', 'About 2.4 million. Nearly nothing between 2 and 5 in the morning.'),
      milestone(
        'Split the migration into safe steps',
        2,
        'Add columns without a rewrite, backfill in batches, swap in a short transaction. Each step can be run again.',
      ),
      milestone(
        'Rehearse on a copy',
        1,
        'Run it on a copy of production, with timings, and write down what to do if a step fails.',
      ),
      milestone(
        'Run it with you',
        1,
        'A call at the quiet hour: run, watch the locks, verify the counts.',
        60,
      ),
      { does: 'submit-plan' },
    ],
  },
  {
    customer: 'noah',
    developer: 'developer',
    hoursAgo: 9,
    request: {
      description:
        'useEffect fetches in an endless loop\nThe network tab fills up with hundreds of calls to /api/products. ChatGPT moved the dependency array around until eslint was happy, but the loop stays.',
      categories: ['web'],
      ai_tool: 'CHAT_GPT',
      ai_tool_other: null,
      stack: 'React 19, Vite',
      budget: '$80',
    },
    happenings: [
      { does: 'grab' },
      milestone(
        'Find and end the loop',
        1,
        'Make the filter object stable, move the fetch into TanStack Query, and add a test that counts calls.',
      ),
    ],
  },
  {
    customer: 'lena',
    developer: 'developer',
    hoursAgo: 6,
    request: {
      description:
        'Docker image is 3.1 GB and the deploy takes 25 minutes\nWindsurf wrote the Dockerfile. I do not know which parts I can throw away.',
      categories: ['infrastructure'],
      ai_tool: 'WINDSURF',
      ai_tool_other: null,
      stack: 'Docker, Python 3.13, FastAPI',
      budget: '$120',
    },
    happenings: [
      { does: 'reserve' },
      says(
        'developer',
        'Hello! Does the image need the CUDA libraries, or did they come in with torch by accident?',
      ),
      says('customer', 'By accident I guess. We only run on CPU.'),
    ],
  },
  {
    customer: 'customer',
    developer: 'ivan',
    hoursAgo: 30,
    request: {
      description:
        'Android app asks for the location again and again\nCline added a permission screen. Users who deny it are asked again on every start.',
      categories: ['mobile', 'android'],
      ai_tool: 'CLINE',
      ai_tool_other: null,
      stack: 'Kotlin, Jetpack Compose',
      budget: '$100',
    },
    happenings: [
      { does: 'grab' },
      says('developer', 'If you are too dumb to read the docs I cannot help you.'),
      { does: 'report' },
    ],
  },
  {
    customer: 'customer',
    developer: 'developer',
    hoursAgo: 3,
    request: {
      description:
        'Login works locally but not after deploy\nAfter signing in I land on the home page, signed out again. The cookie is set, but the next request does not send it. v0 made the auth part.',
      categories: ['web', 'backend'],
      ai_tool: 'VO',
      ai_tool_other: null,
      stack: 'Next.js 16, Auth.js, Cloudflare',
      budget: '$100',
    },
    happenings: [],
  },
  {
    customer: 'customer',
    developer: 'developer',
    hoursAgo: 20,
    request: {
      description:
        'Search in my shop finds nothing with an accent\nTyping "cafe" does not find "Café crème", and "Müller" is found only with the ü. Cursor says I need Elasticsearch, which sounds like a lot for 400 products.',
      categories: ['web', 'backend'],
      ai_tool: 'CURSOR',
      ai_tool_other: null,
      stack: 'Next.js 16, PostgreSQL',
      budget: '$200',
      mode: 'quotes',
    },
    happenings: [
      {
        does: 'quote',
        from: 'rosa',
        quote: {
          message:
            'No Elasticsearch needed: PostgreSQL can do this with an extension that your host has. I did the same for a book shop last month.',
          milestones: [
            {
              title: 'Search without accents',
              description:
                'An index with unaccent and trigrams, and the search page reads it. Existing links stay as they are.',
              hours: 2,
              hourly_rate: 50,
              checks: [
                { text: 'Searching for cafe finds Café crème' },
                { text: 'Searching for Muller finds Müller' },
              ],
            },
            {
              title: 'Results in a useful order',
              description: 'The name counts more than the description, and typos are forgiven.',
              hours: 1,
              hourly_rate: 50,
            },
          ],
        },
      },
      {
        does: 'quote',
        from: 'ivan',
        quote: {
          message:
            'I would first measure what people search for, then index exactly that. It takes a little longer, and you see in numbers that it works.',
          milestones: [
            {
              title: 'Diagnosis and search index',
              description: 'A day of your search log, then an index that fits it.',
              hours: 4,
              hourly_rate: 45,
              checks: [{ text: 'The ten most frequent searches find what they should' }],
            },
          ],
        },
      },
    ],
  },
  {
    customer: 'noah',
    developer: 'developer',
    hoursAgo: 2,
    request: {
      description:
        'iOS widget never refreshes\nThe timeline provider is called once and then never again. The agent I use says it is a bug of iOS.',
      categories: ['mobile', 'ios'],
      ai_tool: 'OTHER',
      ai_tool_other: 'Aider',
      stack: 'Swift 6, WidgetKit',
      budget: '$150',
    },
    happenings: [],
  },
  {
    customer: 'lena',
    developer: 'developer',
    hoursAgo: 1,
    request: {
      description:
        'I do not know what is wrong, it just says 502\nMy shop was made with Lovable. Since this morning the page only shows "502 Bad Gateway". I have not changed anything that I know of.',
      categories: ['other'],
      ai_tool: 'LOVABLE',
      ai_tool_other: null,
      stack: '',
      budget: '$50',
    },
    happenings: [],
  },
];

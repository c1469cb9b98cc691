import type { z } from 'zod';
import { CATEGORIES, type Category } from '#domain/category.ts';
import type { UserType } from '#domain/profile.ts';
import type { PublicProfileInput } from '#domain/unblocker.ts';
import type { waitlistSchema } from '#domain/waitlist.ts';

interface DemoPerson {
  email: string;
  user_type: UserType;
  first_name: string;
  last_name: string;
  supported_categories?: Category[];
  /** Where an unblocker is paid. */
  payout_country?: string;
  /** What they show of themselves to everybody. */
  profile?: PublicProfileInput;
}

/** By the names that stories use. */
export const people: Record<string, DemoPerson> = {
  customer: {
    email: 'customer@example.com',
    user_type: 'customer',
    first_name: 'Maya',
    last_name: 'Okafor',
  },
  developer: {
    email: 'developer@example.com',
    user_type: 'developer',
    first_name: 'Ana',
    last_name: 'Silva',
    supported_categories: [...CATEGORIES],
    payout_country: 'PT',
    profile: {
      is_public: true,
      slug: 'ana-silva',
      headline: 'Payments, sign-in and everything behind the button',
      words:
        'Fourteen years of Node and PostgreSQL, the last three mostly spent on what AI tools leave half done.\n\nI reproduce it first, write the test that fails, and only then touch the code. You get the cause in plain words, not a rewrite.\n\n- Webhooks, Stripe, sign-in that loops\n- Row level security and slow queries\n- Deploys that work on one machine only',
      categories: ['backend', 'web', 'infrastructure'],
      ai_tools: ['CLAUDE', 'CURSOR', 'LOVABLE', 'BOLT.NEW'],
      languages: ['en', 'pt'],
      time_zone: 'Europe/Lisbon',
    },
  },
  moderator: {
    email: 'moderator@example.com',
    user_type: 'moderator',
    first_name: 'Sam',
    last_name: 'Reyes',
  },
  noah: {
    email: 'noah@example.com',
    user_type: 'customer',
    first_name: 'Noah',
    last_name: 'Lindqvist',
  },
  lena: {
    email: 'lena@example.com',
    user_type: 'customer',
    first_name: 'Lena',
    last_name: 'Brandt',
  },
  ivan: {
    email: 'ivan@example.com',
    user_type: 'developer',
    first_name: 'Ivan',
    last_name: 'Petrov',
    supported_categories: ['web', 'mobile', 'android'],
    payout_country: 'BG',
  },
  rosa: {
    email: 'rosa@example.com',
    user_type: 'developer',
    first_name: 'Rosa',
    last_name: 'Jiménez',
    supported_categories: ['web', 'mobile', 'react-native', 'ios', 'android'],
    payout_country: 'US',
    profile: {
      is_public: true,
      slug: 'rosa-jimenez',
      headline: 'React Native and Expo apps that build again',
      words:
        'I have shipped nineteen apps, and rescued about as many. If your app crashes at launch, will not build, or was refused by a store, I have probably seen it.',
      categories: ['mobile', 'react-native', 'ios', 'android'],
      ai_tools: ['CURSOR', 'REPLIT', 'CHAT_GPT', 'WINDSURF'],
      languages: ['en', 'es'],
      time_zone: 'America/Mexico_City',
    },
  },
};

/** Who would like to become an unblocker, and how long ago they said so. */
export const applicants: (z.output<typeof waitlistSchema> & { hoursAgo: number })[] = [
  {
    name: 'Tomasz Wilk',
    email: 'tomasz@example.com',
    specialty: 'python',
    bio: 'Eleven years of Django and data pipelines. I mend what Cursor leaves behind at work every week: https://github.com/example',
    hoursAgo: 50,
  },
  {
    name: 'Priya Raman',
    email: 'priya@example.com',
    specialty: 'fullstack',
    bio: 'Next.js, Supabase and a lot of Lovable exports that would not deploy.',
    hoursAgo: 19,
  },
  { name: 'Jonas Weber', email: 'jonas@example.com', specialty: 'aiml', hoursAgo: 4 },
];

/** No real person can have one: example.com is reserved (RFC 2606). */
export const DEMO_ADDRESSES = [...Object.values(people), ...applicants].map(({ email }) => email);

import type { AiTool } from './ai-tool.ts';

/** A solved request as the start page shows it. */
export interface SolvedExample {
  /** The first line of its description. */
  problem: string;
  ai_tool: AiTool;
  stack: string;
  /** The one milestone of its plan. */
  title: string;
  /** What it consists of, in phrases. */
  parts: readonly string[];
  /** Of the plan. */
  hours: number;
  hourly_rate_cents: number;
  /** What its customer paid: a first hour is cheaper. */
  paid_cents: number;
  /** From the request to the approval. */
  took_hours: number;
}

const stripe: SolvedExample = {
  problem: 'Stripe webhook answers 400 on every event',
  ai_tool: 'CLAUDE',
  stack: 'Node 22, Express 5, Stripe',
  title: 'Verify webhooks on the raw body',
  parts: ['The webhook route before the JSON parser', 'A test that posts a signed event'],
  hours: 2,
  hourly_rate_cents: 5000,
  paid_cents: 7500,
  took_hours: 6,
};

const expoBuild: SolvedExample = {
  problem: 'Expo build fails since Cursor upgraded everything',
  ai_tool: 'CURSOR',
  stack: 'Expo 54, React Native',
  title: 'A build that goes through',
  parts: ['Pods pinned, Expo packages aligned', 'Green builds for both stores'],
  hours: 3,
  hourly_rate_cents: 5000,
  paid_cents: 15000,
  took_hours: 9,
};

const pushNotifications: SolvedExample = {
  problem: 'Push notifications only arrive on Android',
  ai_tool: 'CHAT_GPT',
  stack: 'Expo',
  title: 'Notifications on iPhones',
  parts: ['Entitlements put right, a new push key', 'A test from the server'],
  hours: 2,
  hourly_rate_cents: 5000,
  paid_cents: 10000,
  took_hours: 5,
};

/** Of the demo, which tells them (`server/demo`), until customers allow theirs to be shown. */
export const solvedExamples = { stripe, expoBuild, pushNotifications };

import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { actInput } from './act-input.ts';
import { newPasswordSchema, signUpSchema } from './credentials.ts';
import { feedbackInputSchema } from './feedback.ts';
import { messageInputSchema } from './message.ts';
import {
  milestoneInputSchema,
  milestonePatchSchema,
  termsOf,
  writtenTermsOf,
} from './milestone.ts';
import { costCents } from './money.ts';
import { profileEditSchema } from './profile.ts';
import { ticketInputSchema, ticketTitle } from './ticket.ts';
import { shortId, splitDescription } from './ticket-words.ts';
import { waitlistSchema } from './waitlist.ts';

const messages = (schema: z.ZodType, input: unknown) => {
  const parsed = schema.safeParse(input);
  return parsed.success ? [] : parsed.error.issues.map(({ message }) => message);
};

describe('the request form', () => {
  const request = { description: 'It crashes\nat login', ai_tool: 'CLAUDE', budget: '$100' };

  it('adds the Other category when none is chosen', () => {
    expect(ticketInputSchema.parse(request)).toMatchObject({
      categories: ['other'],
      stack: '',
      ai_tool_other: null,
    });
  });

  it('wants a description, a budget and a tool', () => {
    expect(messages(ticketInputSchema, { ...request, description: '  ' })).toEqual([
      'Description is required',
    ]);
    expect(messages(ticketInputSchema, { ...request, budget: '' })).toEqual(['Budget is required']);
    expect(messages(ticketInputSchema, { ...request, ai_tool: 'ELIZA' })).toEqual([
      'AI tool is required',
    ]);
  });

  it('keeps the name of another tool only for OTHER, and wants it there', () => {
    expect(
      ticketInputSchema.parse({ ...request, ai_tool_other: 'Eliza' }).ai_tool_other,
    ).toBeNull();
    expect(
      ticketInputSchema.parse({ ...request, ai_tool: 'OTHER', ai_tool_other: 'Eliza' })
        .ai_tool_other,
    ).toBe('Eliza');
    expect(messages(ticketInputSchema, { ...request, ai_tool: 'OTHER' })).toEqual([
      'Please name the AI tool',
    ]);
  });

  it('refuses what no database can store', () => {
    expect(messages(ticketInputSchema, { ...request, description: 'a\0b' })).toHaveLength(1);
    expect(messages(ticketInputSchema, { ...request, stack: '\ud800' })).toHaveLength(1);
  });
});

describe('the title of a request', () => {
  const ticket = {
    id: '0f3c0000-0000-4000-8000-000000abc123',
    ai_tool: 'CURSOR',
    ai_tool_other: null,
  } as const;

  it('names short id, categories and tool', () => {
    expect(ticketTitle({ ...ticket, categories: ['backend', 'web'] })).toBe(
      '#ABC123 Backend + Web Issue with Cursor',
    );
    expect(shortId(ticket.id)).toBe('ABC123');
  });

  it('hides Mobile beside a more specific category', () => {
    expect(ticketTitle({ ...ticket, categories: ['mobile', 'ios'] })).toBe(
      '#ABC123 iOS Issue with Cursor',
    );
    expect(ticketTitle({ ...ticket, categories: ['mobile', 'web'] })).toBe(
      '#ABC123 Mobile + Web Issue with Cursor',
    );
  });

  it('writes v0 as it writes itself', () => {
    expect(ticketTitle({ ...ticket, categories: ['web'], ai_tool: 'VO' })).toBe(
      '#ABC123 Web Issue with v0',
    );
  });

  it('names another tool by its own name', () => {
    expect(
      ticketTitle({ ...ticket, categories: ['other'], ai_tool: 'OTHER', ai_tool_other: 'Eliza' }),
    ).toBe("#ABC123 Other / I don't know Issue with Eliza");
  });

  it('takes the first line of the description as its headline', () => {
    expect(splitDescription('It crashes\n\nwhen I log in')).toEqual({
      title: 'It crashes',
      body: 'when I log in',
    });
  });
});

describe('the milestone form', () => {
  const milestone = {
    title: 'Fix login',
    description: 'Find and fix it',
    hours: 1,
    minutes: 30,
    hourly_rate: 50,
  };

  it('reads hours, minutes and dollars', () => {
    expect(milestoneInputSchema.parse(milestone)).toEqual({
      title: 'Fix login',
      description: 'Find and fix it',
      estimated_minutes: 90,
      hourly_rate_cents: 5000,
    });
    expect(
      milestoneInputSchema.parse({
        title: 'a',
        description: 'b',
        hourly_rate: 50,
        estimated_work_time: 'PT2H',
      }),
    ).toMatchObject({ estimated_minutes: 120 });
  });

  it.each([
    [{ title: ' ' }, 'Title is required'],
    [{ description: '' }, 'Description is required'],
    [{ hours: 0, minutes: 0 }, 'Please specify estimated time'],
    [{ hours: -1 }, 'Please use whole hours and minutes'],
    [{ hours: -1, minutes: 30 }, 'Please use whole hours and minutes'],
    [{ hours: -1.5 }, 'Please use whole hours and minutes'],
    [{ hours: -1e17 }, 'Please use whole hours and minutes'],
    [{ hours: 1.5 }, 'Please use whole hours and minutes'],
    [{ hours: 1001 }, 'Please use at most 1000 hours'],
    [{ hours: 1000, minutes: 1 }, 'Please use at most 1000 hours'],
    [{ hours: 9e9 }, 'Please use at most 1000 hours'],
    [{ hours: 1e17 }, 'Please use at most 1000 hours'],
    [{ hourly_rate: 0 }, 'HourlyRate must be greater than zero'],
    [{ hourly_rate: -50 }, 'HourlyRate must be greater than zero'],
    [{ hourly_rate: '50' }, 'HourlyRate must be greater than zero'],
    [{ hourly_rate: Number.NaN }, 'HourlyRate must be greater than zero'],
    [{ hourly_rate: 1e9 }, 'Hourly rate must be at most 1000'],
    [{ hourly_rate: 50.005 }, 'Hourly rate must be in whole cents'],
    [{ hourly_rate: 0.01, minutes: 0 }, 'A milestone must cost at least $0.50'],
    [{ hourly_rate: 29.4, hours: 0, minutes: 1 }, 'A milestone must cost at least $0.50'],
    [{ hourly_rate: 1000, hours: 1000, minutes: 0 }, 'A milestone must cost at most $999,999.99'],
  ])('refuses %j with "%s"', (change, message) => {
    expect(messages(milestoneInputSchema, { ...milestone, ...change })).toEqual([message]);
  });

  it('takes no checks as none written, and leaves the one of its title', () => {
    const none = milestoneInputSchema.parse({ ...milestone, checks: [] });
    expect(none).toEqual(milestoneInputSchema.parse(milestone));
    expect(termsOf(none).checks.map(({ text }) => text)).toEqual(['Fix login works as described']);
    expect(messages(milestonePatchSchema, { checks: [] })).toEqual([
      'A milestone has at least one check',
    ]);
  });

  it('says all that is missing at once, the time too', () => {
    const all = [
      'Title is required',
      'Description is required',
      'HourlyRate must be greater than zero',
      'Please specify estimated time',
    ];
    const blank = { title: '', description: '', hours: 0, minutes: 0, hourly_rate: 0 };
    for (const nothing of [{}, blank]) expect(messages(milestoneInputSchema, nothing)).toEqual(all);
    expect(messages(milestoneInputSchema, { ...blank, hours: 'two' })).toEqual(
      expect.arrayContaining(all),
    );
    expect(messages(milestoneInputSchema, [])).toHaveLength(1);
  });
});

describe('a milestone', () => {
  it.each([
    [{ hourly_rate: 0.5, hours: 1 }, 50],
    [{ hourly_rate: 1000, hours: 999, minutes: 59 }, 99_998_333],
  ])('of %j can be paid: %i cents', (change, cents) => {
    const words = { title: 'a', description: 'b' };
    const { hourly_rate_cents, estimated_minutes } = milestoneInputSchema.parse({
      ...words,
      ...change,
    });
    expect(costCents(hourly_rate_cents, estimated_minutes)).toBe(cents);
  });
});

describe('a milestone that was written before', () => {
  const before = { title: 'a', description: 'b', hours: 2, hourly_rate: 50, due_at: '2020-01-31' };

  it('has its terms after its date too, and is not sent any more', () => {
    expect(writtenTermsOf(before)).toMatchObject({
      estimated_minutes: 120,
      cost_cents: 10_000,
      named_due_at: '2020-01-31T23:59:59.999Z',
    });
    expect(messages(milestoneInputSchema, before)).toEqual(['Due Date must not be in the past']);
  });
});

describe('the other forms', () => {
  it('say in the words of the specification what is missing', () => {
    expect(messages(actInput('reject'), { feedback: ' ' })).toEqual([
      'Please provide feedback before rejecting the milestone.',
    ]);
    expect(messages(actInput('request-changes'), { feedback: '' })).toEqual([
      'Please provide a rating or feedback (or both).',
    ]);
    expect(messages(feedbackInputSchema, { rating: null, feedback: ' ' })).toEqual([
      'Please provide a rating or feedback (or both).',
    ]);
    expect(messages(messageInputSchema, { text: '\n ' })).toEqual(['Message text cannot be empty']);
    expect(messages(newPasswordSchema, { password: '12345', confirm_password: '12345' })).toEqual([
      'Password must be at least 6 characters',
    ]);
    expect(
      messages(newPasswordSchema, { password: '🦊🐢🦉🐝🐙', confirm_password: '🦊🐢🦉🐝🐙' }),
    ).toEqual(['Password must be at least 6 characters']);
    expect(messages(newPasswordSchema, { password: 'grün 7', confirm_password: '123457' })).toEqual(
      ['Passwords do not match'],
    );
    expect(messages(waitlistSchema, { name: 'Ana', email: 'ana@example.com' })).toEqual([
      'Specialty is required',
    ]);
  });

  it('take a rating of one to five stars, with or without words', () => {
    expect(feedbackInputSchema.parse({ rating: 5, feedback: null })).toEqual({
      rating: 5,
      feedback: null,
    });
    expect(feedbackInputSchema.parse({ rating: null, feedback: 'Great' })).toEqual({
      rating: null,
      feedback: 'Great',
    });
    for (const rating of [0, 6, 2.5])
      expect(feedbackInputSchema.safeParse({ rating, feedback: null }).success).toBe(false);
  });

  it('need no names, but none that is too short', () => {
    expect(profileEditSchema.parse({ first_name: ' Ana\r\nMaria ', last_name: '' })).toEqual({
      first_name: 'Ana Maria',
      last_name: null,
    });
    const unseen = { first_name: '\u200b\u2060\u3164', last_name: '\u202eavliS\u2066' };
    expect(profileEditSchema.parse(unseen)).toEqual({ first_name: null, last_name: 'avliS' });
    expect(messages(profileEditSchema, { first_name: 'A' })).toEqual([
      'First name must be at least 2 characters',
    ]);
    const form = { email: 'Ana@Example.com', password: 'secret', confirm_password: 'secret' };
    expect(signUpSchema.parse(form).email).toBe('ana@example.com');
    expect(messages(signUpSchema, { ...form, confirm_password: 'other' })).toEqual([
      'Passwords do not match',
    ]);
  });
});

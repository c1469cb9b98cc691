import { describe, expect, test } from 'vitest';
import {
  DEFAULT_NOTIFICATIONS,
  isStopped,
  mailChoices,
  notificationsOf,
  notificationsPatchSchema,
  stopped,
} from './mail-preferences.ts';

describe('the mails that somebody wants', () => {
  test('are all about their requests, news once a day and no advertising, until they choose', () => {
    expect(notificationsOf({})).toEqual(DEFAULT_NOTIFICATIONS);
    expect(DEFAULT_NOTIFICATIONS).toMatchObject({ new_request: 'at_once', marketing: false });
  });

  test('are what they chose, over the defaults', () => {
    expect(notificationsOf({ new_message: false, new_request: 'never' })).toEqual({
      ...DEFAULT_NOTIFICATIONS,
      new_message: false,
      new_request: 'never',
    });
  });

  test.each(mailChoices)('are no more %s once these were turned off', (choice) => {
    expect(isStopped({ marketing: true }, choice)).toBe(false);
    expect(isStopped(stopped(choice), choice)).toBe(true);
  });

  test('can be changed one by one', () => {
    expect(notificationsPatchSchema.parse({ marketing: true })).toEqual({ marketing: true });
  });

  test.each([{ new_message: 'no' }, { new_request: 'hourly' }, { news: true }, []])(
    'cannot become %j',
    (patch) => {
      expect(notificationsPatchSchema.safeParse(patch).success).toBe(false);
    },
  );
});

import { describe, expect, it, vi } from 'vitest';
import { sendChecked } from './send-checked.ts';

const text = { label: 'Feedback', text: 'The key is sk_live_1' };

/** Sends while the author answers the warning this way. */
async function sent(answer: readonly string[] | null) {
  const check = vi.fn(async () => answer);
  const send = vi.fn(async () => 'sent');
  const result = await sendChecked({ check, text, act: 'Request Changes', send });
  expect(check).toHaveBeenCalledWith({ texts: [text], files: [], act: 'Request Changes' });
  return { result, send };
}

describe('a text that may hold a secret', () => {
  it('is sent as it was checked', async () => {
    const { result, send } = await sent(['The key is ••••']);
    expect(send).toHaveBeenCalledExactlyOnceWith('The key is ••••');
    expect(result).toBe('sent');
  });

  it('is sent when it is empty', async () => {
    const { send } = await sent(['']);
    expect(send).toHaveBeenCalledExactlyOnceWith('');
  });

  it('is not sent when its author goes back', async () => {
    const { result, send } = await sent(null);
    expect(send).not.toHaveBeenCalled();
    expect(result).toBe(false);
  });
});

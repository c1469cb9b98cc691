import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import { type Choice, sendAsking } from './send-asking.ts';

const items = [{ where: 'feedback', kind: 'Stripe key', line: 1, excerpt: 'sk_l••••' }];
const problem = { status: 422, code: 'secrets_found', title: '', detail: 'Keys', errors: [] };

/** Sends what the server finds keys in until it is told what becomes of them. */
async function sent(choice: Choice) {
  const call = vi.fn(async ({ secrets }: { secrets?: string }) => {
    if (!secrets) throw new ApiError({ ...problem, items });
    return 'sent';
  });
  const ask = vi.fn(async () => choice);
  const result = await sendAsking(call, ask);
  expect(ask).toHaveBeenCalledExactlyOnceWith(items);
  return { result, calls: call.mock.calls.map(([choice]) => choice) };
}

describe('what the server finds keys in', () => {
  it.each(['mask', 'share'] as const)('is sent again with the choice: %s', async (choice) => {
    expect(await sent(choice)).toEqual({ result: 'sent', calls: [{}, { secrets: choice }] });
  });

  it('is not sent again when its author goes back', async () => {
    expect(await sent('back')).toEqual({ result: false, calls: [{}] });
  });
});

describe('anything else', () => {
  it('is sent once, without a question', async () => {
    const ask = vi.fn();
    expect(await sendAsking(async () => 'sent', ask)).toBe('sent');
    expect(ask).not.toHaveBeenCalled();
  });

  it('that fails is not asked about', async () => {
    const ask = vi.fn();
    const failure = new ApiError({ ...problem, code: 'wrong_state' });
    const call = () => Promise.reject(failure);
    await expect(sendAsking(call, ask)).rejects.toBe(failure);
    expect(ask).not.toHaveBeenCalled();
  });
});

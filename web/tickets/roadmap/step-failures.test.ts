import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { ErrorBox } from '../../ui/error-box.tsx';
import { orFail, showFailure } from './step-failures.ts';

const SENTENCE = 'Failed to abandon ticket. Please try again.';
const cause = new Error('This has changed meanwhile.');

describe('what failed and why', () => {
  it('stay apart when an act fails', async () => {
    const failed = orFail(SENTENCE, () => Promise.reject(cause));
    await expect(failed).rejects.toMatchObject({ message: SENTENCE, reason: cause.message, cause });
  });

  it('stay apart in a form', () => {
    const setError = vi.fn();
    showFailure(SENTENCE, cause, setError);
    expect(setError.mock.calls).toEqual([
      ['root', { message: SENTENCE }],
      ['root.reason', { message: cause.message }],
    ]);
  });

  it('are two elements of the red box, each with its exact words', () => {
    const box = createElement(ErrorBox, { text: SENTENCE, reason: cause.message });
    const html = renderToStaticMarkup(box);
    expect(html).toContain(`>${SENTENCE}</span>`);
    expect(html).toContain(`>${cause.message}</span>`);
  });
});

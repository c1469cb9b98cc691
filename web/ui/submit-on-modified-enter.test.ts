import type { KeyboardEvent } from 'react';
import { expect, test, vi } from 'vitest';
import { submitOnModifiedEnter } from './submit-on-modified-enter.ts';

const cancel = { type: 'button', click: vi.fn() };

/** A press of a key in a form with Cancel and a submit button. */
function press(how: Partial<KeyboardEvent>) {
  const submit = { type: 'submit', click: vi.fn() };
  const preventDefault = vi.fn();
  const form = { elements: [{ type: 'textarea' }, cancel, submit] };
  const event = { key: 'Enter', repeat: false, currentTarget: form, preventDefault, ...how };
  submitOnModifiedEnter(event as unknown as KeyboardEvent<HTMLFormElement>);
  return { sent: submit.click.mock.calls.length, isTaken: preventDefault.mock.calls.length > 0 };
}

test('Ctrl or Cmd with Enter presses the submit button of a form, once for a key that is held', () => {
  expect(press({ ctrlKey: true })).toEqual({ sent: 1, isTaken: true });
  expect(press({ metaKey: true })).toEqual({ sent: 1, isTaken: true });
  expect(press({ ctrlKey: true, repeat: true })).toEqual({ sent: 0, isTaken: true });
  expect(cancel.click).not.toHaveBeenCalled();
});

test('other keys do what they always do', () => {
  expect(press({})).toEqual({ sent: 0, isTaken: false });
  expect(press({ key: 'a', ctrlKey: true })).toEqual({ sent: 0, isTaken: false });
});

test('a form without a submit button is not sent', () => {
  expect(press({ ctrlKey: true, currentTarget: { elements: [cancel] } as never }).sent).toBe(0);
});

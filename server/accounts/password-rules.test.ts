import { describe, expect, test } from 'vitest';
import { requireUncommonPassword, requireUsablePassword } from './password-rules.ts';

const email = 'ana.silva@example.com';

describe('a password that anybody would try', () => {
  test.each([
    '123456',
    'password',
    'PassWord1',
    'qwertyuiop',
    '654321',
    '888888',
    'Abcdef',
    'abcabc',
    'aaaaaa1',
    'iloveyou',
    'unblock',
    'Unblock123',
    'unblocker!',
    'unblock-2026',
    'unblock-demo',
    'ana.silva',
    email,
  ])('is refused: %s', (password) => {
    expect(() => requireUncommonPassword(password, email)).toThrow('easy to guess');
  });

  test.each(['grüne Wiese 7', 'correct horse battery', '🦊🐢🦉', 'unblock me if you can'])(
    'is another matter: %s',
    (password) => {
      expect(() => requireUncommonPassword(password, email)).not.toThrow();
    },
  );
});

describe('a password that can be used', () => {
  test.each(['sechs6', ' '.repeat(6), '🦊🐢🦉🐝🐙🦔', 'ß'.repeat(512), 'x'.repeat(1024)])(
    'is of any kind',
    (password) => {
      expect(() => requireUsablePassword(password)).not.toThrow();
    },
  );

  test.each([
    '',
    'fünf5',
    '🦊🐢🦉🐝🐙',
    'x'.repeat(1025),
    'ß'.repeat(513),
    'lone \ud800 surrogate',
  ])('is not too short, too long or no text', (password) => {
    expect(() => requireUsablePassword(password)).toThrow();
  });
});

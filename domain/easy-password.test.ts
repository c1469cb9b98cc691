import { expect, test } from 'vitest';
import { isEasyPassword } from './easy-password.ts';

test.each([
  '654321',
  '123456',
  '234567',
  '888888',
  '999999999',
  '      ',
  '🦊🦊🦊',
  'abcdef',
  'ABCDEF',
  'fedcba',
  'uvwxyz',
  'qwertz',
  'qwerty',
  'azerty',
  'ytrewq',
  'asdfgh',
  'lkjhgf',
  'yxcvbn',
  '567890',
  '098765',
  '7890qwer',
  'abcabc',
  '121212',
  'xyxyxyx',
  'hahahaha',
  'k9!zk9!z',
  'aaaaaa1',
  '1aaaaaa',
  'abcdef!',
  'abc123',
  'Abc123',
  'qwe123',
  '111222',
  'aaabbb',
  '112233',
  'aabbcc',
  'aabbccdd',
  '332211',
  '20242025',
  '19871987',
  'abc2024',
  '2024!!',
  '1987aaa',
])('is easy: %s', (password) => {
  expect(isEasyPassword(password)).toBe(true);
});

test.each([
  'grüne Wiese 7',
  'correct horse battery',
  '🦊🐢🦉',
  'sechs6',
  'fg3k9z',
  'acegik',
  '135791',
  'abxkcd',
  'Anna2024',
  'qwe!rty?',
  'tortilla',
  'banana77',
  'unblock me if you can',
  'x'.repeat(64),
  'a'.repeat(72),
  ' '.repeat(33),
])('is another matter: %s', (password) => {
  expect(isEasyPassword(password)).toBe(false);
});

test('is told at once, whatever is typed', () => {
  const before = process.cpuUsage();
  for (let count = 0; count < 1000; count++) isEasyPassword(`${'ab12'.repeat(8)}${count}`);
  isEasyPassword('a'.repeat(1_000_000));
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(2000);
});

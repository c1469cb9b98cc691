import { expect, test } from 'vitest';
import { asUtc } from './utc.ts';

test.each([
  ['2025-05-13T12:00:00.123+00:00', '2025-05-13T12:00:00.123Z'],
  ['2025-05-13T12:00:00.5+00:00', '2025-05-13T12:00:00.500Z'],
  ['2025-05-13T12:00:00+00:00', '2025-05-13T12:00:00.000Z'],
  ['2025-05-13T14:00:00.123+02:00', '2025-05-13T12:00:00.123Z'],
])('%s of the database is %s to the API', (time, shown) => {
  expect(asUtc(time)).toBe(shown);
});

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LIFECYCLE_DOCUMENT, lifecycleDocument } from './lifecycle-document.ts';

test('the lifecycle document says what the table says', () => {
  expect(readFileSync(LIFECYCLE_DOCUMENT, 'utf8')).toBe(lifecycleDocument());
});

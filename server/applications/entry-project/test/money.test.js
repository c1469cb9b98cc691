import assert from 'node:assert/strict';
import { test } from 'node:test';
import { percentOf } from '../lib/discounts.js';
import { totalOf } from '../lib/money.js';

test('an order without a code costs what the menu says', () => {
  const lines = [
    { cents: 115, count: 3 },
    { cents: 285, count: 1 },
  ];
  assert.equal(totalOf(lines, 0), 630);
});

test('a code takes its percentage off', () => {
  assert.equal(totalOf([{ cents: 1000, count: 2 }], 25), 1500);
});

test('codes are found however they are typed', () => {
  assert.equal(percentOf(' bread10 '), 10);
  assert.equal(percentOf('BREAD99'), 0);
});

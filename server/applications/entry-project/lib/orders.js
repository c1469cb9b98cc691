import { percentOf } from './discounts.js';
import { problem } from './http.js';
import { itemOf } from './menu.js';
import { totalOf } from './money.js';
import { add } from './store.js';

const MAX_COUNT = 50;

/** Checks an order, works out its price and keeps it. */
export async function placeOrder({ name, note, code, items }) {
  if (typeof name !== 'string' || name.trim() === '') {
    throw problem(400, 'Please say who you are.');
  }
  const lines = linesOf(items);
  const percent = percentOf(code);
  return add({
    name: name.trim(),
    note: String(note ?? '').trim(),
    lines,
    percent,
    totalCents: totalOf(lines, percent),
    at: new Date().toISOString(),
  });
}

function linesOf(items) {
  if (!Array.isArray(items) || items.length === 0) {
    throw problem(400, 'Please choose something.');
  }
  return items.map(({ id, count }) => {
    const item = itemOf(id);
    if (!item) throw problem(400, 'We do not bake this.');
    if (!Number.isInteger(count) || count < 1 || count > MAX_COUNT) {
      throw problem(400, `Please order 1 to ${MAX_COUNT} of each.`);
    }
    return { ...item, count };
  });
}

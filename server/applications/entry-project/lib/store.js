import { readFile, writeFile } from 'node:fs/promises';

const file = process.env.ORDERS_FILE ?? new URL('../orders.json', import.meta.url);

/** All orders, the oldest first. */
export async function readAll() {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    // Nobody has ordered yet.
    return [];
  }
}

/** Keeps an order and gives it the next number. */
export async function add(order) {
  const orders = await readAll();
  const kept = { number: orders.length + 1, ...order };
  orders.push(kept);
  await writeFile(file, JSON.stringify(orders, null, 2));
  return kept;
}

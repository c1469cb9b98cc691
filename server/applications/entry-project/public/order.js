import { call, dollars } from './api.js';

const form = document.querySelector('#order');
const answer = document.querySelector('#answer');

const menu = await call('/api/menu');
for (const { id, name, cents } of menu) {
  const label = document.createElement('label');
  label.className = 'line';
  const input = document.createElement('input');
  Object.assign(input, { type: 'number', name: id, min: 0, max: 50, value: 0 });
  label.append(`${name}, ${dollars(cents)}`, input);
  document.querySelector('#menu').append(label);
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const fields = new FormData(form);
  const items = menu
    .map(({ id }) => ({ id, count: Number(fields.get(id)) }))
    .filter(({ count }) => count > 0);
  try {
    const order = await call('/api/orders', {
      name: fields.get('name'),
      note: fields.get('note'),
      code: fields.get('code'),
      items,
    });
    answer.textContent = `Thank you! Your order is number ${order.number}: ${dollars(order.totalCents)}.`;
    form.reset();
  } catch (error) {
    answer.textContent = error.message;
  }
});

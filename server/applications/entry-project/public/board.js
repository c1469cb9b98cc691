import { call, dollars } from './api.js';

const list = document.querySelector('#orders');

function orderHtml({ number, name, note, lines, totalCents }) {
  const items = lines.map((line) => `<li>${line.count} × ${line.name}</li>`).join('');
  return `<li class="order">
    <strong>${number}. ${name}</strong>
    <ul>${items}</ul>
    ${note ? `<p class="note">${note}</p>` : ''}
    <span>${dollars(totalCents)}</span>
  </li>`;
}

async function show() {
  const orders = await call('/api/orders');
  list.innerHTML = orders.reverse().map(orderHtml).join('');
}

await show();
setInterval(show, 5000);

import { formatCents } from '#domain/money.ts';
import { escapeHtml } from '../http/html.ts';

interface Payment {
  reference: string;
  description: string;
  amount_cents: number;
  status: string;
  cancel_url: string;
}

/** The sandbox's checkout: one form, that a person or a script can send. */
export function sandboxPage(payment: Payment): string {
  return page(
    'Sandbox checkout',
    payment.status === 'open' || payment.status === 'declined'
      ? `${payment.status === 'declined' ? '<p role="alert" class="no">The payment was declined. Nothing was charged.</p>' : ''}
<p>${escapeHtml(payment.description)}</p>
<p class="amount">${formatCents(payment.amount_cents)}</p>
<form method="post" action="/sandbox/checkout/${encodeURIComponent(payment.reference)}">
<button name="decision" value="pay">Pay</button>
<button name="decision" value="decline" class="quiet">Decline</button>
</form>
<p><a href="${escapeHtml(payment.cancel_url)}">Back without paying</a></p>`
      : `<p>This checkout is closed. There is nothing to pay here.</p>
<p><a href="${escapeHtml(payment.cancel_url)}">Back to your request</a></p>`,
  );
}

/** What an unknown reference shows. */
export function sandboxNotFound(): string {
  return page('Sandbox checkout', '<p>There is no such checkout.</p>');
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>${title}</title><style>
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
main{max-width:26rem;margin:12vh auto;padding:2rem;border:1px solid #8886;border-radius:8px}
h1{font-size:1.25rem;margin:0}.test{color:#7a4b00;background:#fff3d6;padding:.5rem .75rem;border-radius:8px}
.amount{font-size:2rem;font-weight:700;margin:.5rem 0;font-variant-numeric:tabular-nums}
form{display:grid;gap:.5rem}button{font:inherit;font-weight:600;min-height:44px;border-radius:8px;border:1px solid #1d6b45;background:#1d6b45;color:#fff;cursor:pointer}
button.quiet{background:transparent;color:inherit;border-color:#8888}.no{color:#a3261d;font-weight:600}
a{color:inherit}p{overflow-wrap:anywhere}
@media (prefers-color-scheme:dark){.no{color:#ffb4a8}}
</style></head><body><main>
<h1>${title}</h1><p class="test">This is a test. No money moves.</p>
${body}
</main></body></html>`;
}

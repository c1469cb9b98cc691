import { formatCents } from '#domain/money.ts';
import { escapeHtml } from '../../http/html.ts';
import { TEST_CARDS } from './cards.ts';

interface Payment {
  reference: string;
  description: string;
  amount_cents: number;
  status: string;
  cancel_url: string;
}

const problems = {
  declined: 'The payment was declined. Nothing was charged.',
  unknown: 'This is not one of the test cards below. Nothing was charged.',
  not_confirmed: 'The payment was not confirmed. Nothing was charged.',
};
export type SandboxProblem = keyof typeof problems;

/** The sandbox's checkout: one form, for a person or a script. */
export function sandboxPage(payment: Payment, problem?: SandboxProblem): string {
  if (!isOpen(payment)) return closedPage(payment);
  const shown = problem ?? (payment.status === 'declined' ? 'declined' : undefined);
  return page(`${shown ? `<p role="alert" class="no">${problems[shown]}</p>` : ''}
${summary(payment)}
<form method="post" action="${address(payment)}">
<label for="card">Card number <span class="quiet">(optional)</span></label>
<input id="card" name="card" inputmode="numeric" autocomplete="off" maxlength="30" aria-describedby="cards">
<button name="decision" value="pay">Pay</button>
<button name="decision" value="decline" class="quiet">Decline</button>
</form>
<ul id="cards">${TEST_CARDS.map(([number, , shown]) => `<li><code>${grouped(number)}</code> ${shown}</li>`).join('')}</ul>
${back(payment, 'Back without paying')}`);
}

/** The bank's question for a card that has one. */
export function sandboxConfirmPage(payment: Payment): string {
  if (!isOpen(payment)) return closedPage(payment);
  return page(`<p>Your bank asks you to confirm this payment.</p>
${summary(payment)}
<form method="post" action="${address(payment)}">
<button name="decision" value="confirm">Confirm</button>
<button name="decision" value="cancel" class="quiet">Cancel</button>
</form>
${back(payment, 'Back without paying')}`);
}

export function sandboxNotFound(): string {
  return page('<p>There is no such checkout.</p>');
}

function isOpen({ status }: Payment): boolean {
  return status === 'open' || status === 'declined';
}

function closedPage(payment: Payment): string {
  return page(`<p>This checkout is closed. There is nothing to pay here.</p>
${back(payment, 'Back to your request')}`);
}

function summary({ description, amount_cents }: Payment): string {
  return `<p>${escapeHtml(description)}</p>
<p class="amount">${formatCents(amount_cents)}</p>`;
}

function back({ cancel_url }: Payment, label: string): string {
  return `<p><a href="${escapeHtml(cancel_url)}">${label}</a></p>`;
}

function address({ reference }: Payment): string {
  return `/sandbox/checkout/${encodeURIComponent(reference)}`;
}

function grouped(number: string): string {
  return number.replace(/(.{4})(?=.)/g, '$1 ');
}

function page(body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>Sandbox checkout</title><style>
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{margin:0;background:Canvas;color:CanvasText}
main{max-width:26rem;margin:8vh auto;padding:2rem;border:1px solid #8886;border-radius:8px;box-sizing:border-box}
@media (max-width:28rem){main{margin:0;border:0;padding:1.25rem}}
h1{font-size:1.25rem;margin:0}.test{color:#7a4b00;background:#fff3d6;padding:.5rem .75rem;border-radius:8px}
.amount{font-size:2rem;font-weight:700;margin:.5rem 0;font-variant-numeric:tabular-nums}
form{display:grid;gap:.5rem}label{font-weight:600}span.quiet{font-weight:400}
input{font:inherit;min-height:44px;padding:0 .75rem;border:1px solid #777;border-radius:8px;box-sizing:border-box;width:100%}
button{font:inherit;font-weight:600;min-height:44px;border-radius:8px;border:1px solid #1d6b45;background:#1d6b45;color:#fff;cursor:pointer}
button.quiet{background:transparent;color:inherit;border-color:#777}.no{color:#a3261d;font-weight:600}
ul{padding:0;list-style:none;font-size:.875rem}code{font-variant-numeric:tabular-nums}
a{color:inherit}p{overflow-wrap:anywhere}
@media (prefers-color-scheme:dark){.no{color:#ffb4a8}}
</style></head><body><main>
<h1>Sandbox checkout</h1><p class="test">This is a test. No money moves.</p>
${body}
</main></body></html>`;
}

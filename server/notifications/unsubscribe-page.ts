import type { MailChoice } from '#domain/mail-preferences.ts';
import { paths } from '#domain/paths.ts';
import type { Config } from '../config/config.ts';
import { linkTo } from '../config/link-to.ts';
import { escapeHtml } from '../http/html.ts';
import { COLOURS, FONTS } from '../mail/mail-style.ts';

/** What each kind of mail is about, as part of a sentence. */
const about: Record<MailChoice, string> = {
  new_message: 'new messages in your discussions',
  request_assigned: 'unblockers who take your requests',
  plan_submitted: 'plans that wait for your review',
  milestone_ready: 'milestones that wait for your review',
  money: 'money that is held for your work or becomes yours',
  reminder: 'what the other side of a request waits for',
  new_request: 'new requests in your categories',
  application_waits: 'applications that wait for a review',
  marketing: 'news about Unblock',
};

/** Asks first: programs that scan mails follow every link. */
export function askPage(choice: MailChoice, config: Pick<Config, 'publicUrl'>): string {
  return page(
    'Unsubscribe',
    `<p>You will get no more mails about ${about[choice]}.</p>
<form method="post"><button>Unsubscribe</button></form>
${accountLink(config, 'Choose all your mails in your account instead')}`,
  );
}

export function donePage(choice: MailChoice, config: Pick<Config, 'publicUrl'>): string {
  return page(
    'You are unsubscribed',
    `<p role="status">You get no more mails about ${about[choice]}.</p>
${accountLink(config, 'Change your mind in your account')}`,
  );
}

/** For an unknown link, or a deleted account. */
export function deadPage(config: Pick<Config, 'publicUrl'>): string {
  return page(
    'This link does not work',
    `<p>It is incomplete, or the account is gone. In your account you can choose which mails you get.</p>
${accountLink(config, 'Go to Unblock')}`,
  );
}

function accountLink(config: Pick<Config, 'publicUrl'>, words: string): string {
  return `<p><a href="${escapeHtml(linkTo(config, paths.dashboard()))}">${words}</a></p>`;
}

type Colour = keyof typeof COLOURS;

function tokens(mode: 0 | 1): string {
  return (Object.keys(COLOURS) as Colour[])
    .map((name) => `--${name}:${COLOURS[name][mode]}`)
    .join(';');
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>${title} · Unblock</title><style>
:root{color-scheme:light dark;font:16px/1.5 ${FONTS.sans};${tokens(0)}}
@media (prefers-color-scheme:dark){:root{${tokens(1)}}}
body{margin:0;background:var(--paper);color:var(--ink)}
main{max-width:28rem;margin:10vh auto;padding:2rem;background:var(--surface);border:1px solid var(--line);border-radius:8px;box-sizing:border-box}
@media (max-width:30rem){main{margin:0;border-width:0 0 1px;border-radius:0;padding:1.5rem 1rem}}
.mark{display:grid;grid-template-columns:11px 11px}
.mark i{height:11px;border-radius:2px}.mark .go{background:var(--go)}.mark .ink{background:var(--ink)}
.name{display:flex;align-items:center;gap:10px;font-weight:700;font-size:1.25rem;line-height:1.2;margin:0 0 1.5rem}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .75rem}p{margin:0 0 1rem;overflow-wrap:anywhere}p:last-child{margin:0}
button{font:inherit;font-weight:600;min-height:44px;padding:0 1.25rem;border:0;border-radius:8px;background:var(--go);color:var(--on-go);cursor:pointer;margin:0 0 1.25rem}
a{color:var(--go-ink)}:focus-visible{outline:2px solid var(--go-ink);outline-offset:2px}
</style></head><body><main>
<p class="name"><span class="mark" aria-hidden="true"><i></i><i class="go"></i><i class="ink"></i><i></i></span>Unblock</p>
<h1>${title}</h1>
${body}
</main></body></html>`;
}

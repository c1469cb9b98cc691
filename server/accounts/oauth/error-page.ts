import { escapeHtml } from '../../http/html.ts';

/** What a person sees where a program's question is of no use, and there is no way back to it. */
export function errorPage(error: Error & { error_description?: string; expose?: boolean }): string {
  const why = error.expose ? (error.error_description ?? error.message) : 'something went wrong';
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>This did not work · Unblock</title><style>:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
main{max-width:26rem;margin:12vh auto;padding:2rem}h1{font-size:1.25rem}</style></head><body><main>
<h1>This program could not be connected</h1>
<p>Please start again from your program. Nothing was changed in your account.</p>
<p>For its maker: ${escapeHtml(why)}.</p>
<p><a href="/">Go to Unblock</a></p>
</main></body></html>`;
}

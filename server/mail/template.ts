import { escapeHtml } from '../http/html.ts';

/** What differs from mail to mail. */
interface Content {
  subject: string;
  paragraphs: string[];
  button?: { label: string; url: string };
}

/** A mail in both forms that mail programs show. People's own words are always escaped. */
export function renderMail(content: Content): { body_text: string; body_html: string } {
  return { body_text: asText(content), body_html: asHtml(content) };
}

function asText({ paragraphs, button }: Content): string {
  return [...paragraphs, ...(button ? [`${button.label}: ${button.url}`] : []), SIGNATURE].join(
    '\n\n',
  );
}

function asHtml({ subject, paragraphs, button }: Content): string {
  const text = paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${lines(paragraph)}</p>`);
  const link = button
    ? `<p style="margin:24px 0"><a href="${escapeHtml(button.url)}" style="${BUTTON}">${escapeHtml(button.label)}</a></p>`
    : '';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:32px 16px;background:#f6f3ec;color:#23211c;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:32px;background:#fff;border:1px solid #e2dccf;border-radius:8px">
<h1 style="margin:0 0 16px;font-size:20px">${escapeHtml(subject)}</h1>
${text.join('\n')}
${link}
<p style="margin:24px 0 0;color:#6b665b;font-size:14px">${SIGNATURE}</p>
</div></body></html>`;
}

const SIGNATURE = "Unblock: Stuck? When AI Can't, We Can";
const BUTTON =
  'display:inline-block;padding:12px 20px;background:#1d6b45;color:#fff;border-radius:8px;text-decoration:none;font-weight:600';

function lines(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>');
}

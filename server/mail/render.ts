import { Body } from '@react-email/body';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Html } from '@react-email/html';
import { Preview } from '@react-email/preview';
import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type LetterContent, SIGNATURE, UNSUBSCRIBE } from './letter.ts';
import {
  callToAction,
  digits,
  factList,
  heading,
  logo,
  paragraph,
  progressLine,
  quotation,
  smallLink,
  smallPrint,
  titledList,
} from './mail-parts.ts';
import { FONTS, painted, STYLE_SHEET } from './mail-style.ts';
import { textPart } from './text-part.ts';

/** What mail programs show beside the subject, in characters. */
const PREVIEW_LENGTH = 120;

/** A mail as HTML and as plain text. */
export function renderMail(content: LetterContent): { body_text: string; body_html: string } {
  const markup = renderToStaticMarkup(page(content));
  return { body_text: textPart(content), body_html: `<!doctype html>${markup}` };
}

/** The one layout of all mails: works without images, in light and dark. */
function page(content: LetterContent): ReactNode {
  const ground = painted({ ground: 'paper', text: 'ink' }, { margin: 0, padding: 0 });
  const head = createElement(
    Head,
    null,
    createElement('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    createElement('meta', { name: 'color-scheme', content: 'light dark' }),
    createElement('meta', { name: 'supported-color-schemes', content: 'light dark' }),
    createElement('title', null, content.subject),
    // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, which as a child would be escaped
    createElement('style', { dangerouslySetInnerHTML: { __html: STYLE_SHEET } }),
  );
  const body = createElement(
    Body,
    { ...ground, style: { ...ground.style, fontFamily: FONTS.sans } },
    createElement(Preview, null, preview(content)),
    createElement(
      Container,
      { style: { maxWidth: 560, padding: '32px 16px' } },
      logo(),
      card(content),
      createElement(
        'div',
        { style: { padding: '20px 4px 0' } },
        smallPrint(SIGNATURE, 0),
        content.unsubscribeUrl && smallLink(UNSUBSCRIBE, content.unsubscribeUrl),
      ),
    ),
  );
  return createElement(Html, { lang: 'en', dir: 'ltr' }, head, body);
}

function card(content: LetterContent): ReactNode {
  const {
    subject,
    paragraphs,
    progress,
    lists = [],
    facts,
    quote,
    code,
    button,
    notes = [],
  } = content;
  const line = { borderWidth: 1, borderStyle: 'solid', borderRadius: 8 } as const;
  const look = painted(
    { ground: 'surface', border: 'line' },
    { padding: '32px 32px 16px', ...line },
  );
  return createElement(
    'div',
    { ...look, className: `card ${look.className}` },
    heading(subject),
    progress && progressLine(progress),
    paragraphs.map(paragraph),
    facts && factList(facts),
    quote && quotation(quote),
    lists.map(titledList),
    code && digits(code),
    button && callToAction(button),
    notes.map(smallPrint),
  );
}

/** Cut at whole characters. */
function preview({ paragraphs }: LetterContent): string {
  return [...(paragraphs[0] ?? '')].slice(0, PREVIEW_LENGTH).join('').replaceAll('\n', ' ');
}

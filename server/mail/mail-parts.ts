import { Button } from '@react-email/button';
import { Section } from '@react-email/section';
import { type CSSProperties, createElement, type ReactNode } from 'react';
import { PROGRESS_STEPS, ticketStatuses } from '#domain/ticket-status.ts';
import type { LetterList } from '../lifecycle/change.ts';
import type { Letter } from './letter.ts';
import { FONTS, painted } from './mail-style.ts';
import { markdownParts } from './markdown.ts';

/** Mail programs need tables for layout; the role hides them from screen readers. */
const LAYOUT = { role: 'presentation', cellPadding: 0, cellSpacing: 0, border: 0 } as const;
const BODY_TEXT: CSSProperties = { margin: '0 0 16px', fontSize: 16, lineHeight: '24px' };
const SMALL_TEXT: CSSProperties = { margin: '0 0 8px', fontSize: 13, lineHeight: '20px' };
const LONG_WORDS: CSSProperties = { wordBreak: 'break-word', overflowWrap: 'anywhere' };

/** The logo, drawn without an image. */
export function logo(): ReactNode {
  const block = (colour?: 'ink' | 'go') =>
    createElement('td', painted(colour ? { ground: colour } : {}, BLOCK));
  const mark = createElement(
    'table',
    LAYOUT,
    createElement(
      'tbody',
      null,
      createElement('tr', null, block(), block('go')),
      createElement('tr', null, block('ink'), block()),
    ),
  );
  const name = painted({ text: 'ink' }, { ...WORDMARK, fontFamily: FONTS.display });
  return createElement(
    'table',
    { ...LAYOUT, style: { margin: '0 0 24px' } },
    createElement(
      'tbody',
      null,
      createElement(
        'tr',
        null,
        createElement('td', { 'aria-hidden': true }, mark),
        createElement('td', name, 'Unblock'),
      ),
    ),
  );
}

const BLOCK: CSSProperties = { width: 11, height: 11, fontSize: 0, lineHeight: 0, borderRadius: 2 };
const WORDMARK: CSSProperties = { paddingLeft: 10, fontSize: 20, fontWeight: 700 };

export function heading(words: string): ReactNode {
  const style = { margin: '0 0 16px', fontSize: 24, lineHeight: '30px', fontWeight: 700 };
  const look = painted({ text: 'ink' }, { ...style, ...LONG_WORDS, fontFamily: FONTS.display });
  return createElement('h1', look, words);
}

export function paragraph(words: string, key: number): ReactNode {
  return createElement(
    'p',
    { key, ...painted({ text: 'ink' }, { ...BODY_TEXT, ...LONG_WORDS }) },
    ...lines(words),
  );
}

export function smallPrint(words: string, key: number): ReactNode {
  const look = painted({ text: 'ink-soft' }, { ...SMALL_TEXT, ...LONG_WORDS });
  return createElement('p', { key, ...look }, ...lines(words));
}

export function smallLink(words: string, url: string): ReactNode {
  const link = createElement('a', { href: url, ...painted({ text: 'ink-soft' }) }, words);
  return createElement('p', painted({ text: 'ink-soft' }, SMALL_TEXT), link);
}

/** Five blocks as on the screens; the current one is amber when it is the recipient's turn. */
export function progressLine({ status, turn }: NonNullable<Letter['progress']>): ReactNode {
  const current = PROGRESS_STEPS.indexOf(status);
  const blocks = PROGRESS_STEPS.map((step, position) => {
    const open = turn.whose === 'mine' ? 'turn' : 'ink-soft';
    const colour = position < current ? 'go' : position === current ? open : 'wait-soft';
    const block = createElement('td', { key: step, ...painted({ ground: colour }, STEP) });
    return position === 0 ? block : [createElement('td', { key: position, style: GAP }), block];
  });
  const line = createElement(
    'table',
    { ...LAYOUT, width: '100%', 'aria-hidden': true, style: STEPS },
    createElement('tbody', null, createElement('tr', null, blocks)),
  );
  const label = createElement('strong', null, ticketStatuses[status].label);
  const words = createElement(
    'p',
    painted({ text: 'ink-soft' }, { margin: 0, fontSize: 14, lineHeight: '20px' }),
    label,
    ` · ${turn.sentence}`,
  );
  return createElement(
    Section,
    { style: { margin: '0 0 24px' } },
    current === -1 ? null : line,
    words,
  );
}

const STEP: CSSProperties = { height: 8, fontSize: 0, lineHeight: 0, borderRadius: 2 };
const GAP: CSSProperties = { width: 4, fontSize: 0 };
/** Fixed, so that all blocks have the same width. */
const STEPS: CSSProperties = { tableLayout: 'fixed', margin: '0 0 8px' };

/** A titled list, such as a milestone with its checks. */
export function titledList({ title, text, items }: LetterList, key: number): ReactNode {
  const points = items.map((item, index) =>
    createElement('li', { key: index, style: { margin: '0 0 4px', ...LONG_WORDS } }, item),
  );
  const type = { fontSize: 15, lineHeight: '22px' };
  const heading = painted({ text: 'ink' }, { margin: 0, fontWeight: 600, ...type, ...LONG_WORDS });
  const list = painted({ text: 'ink' }, { margin: '4px 0 0', paddingLeft: 20, ...type });
  return createElement(
    'div',
    { key, style: { margin: '0 0 16px' } },
    createElement('p', heading, title),
    text &&
      createElement(
        'div',
        painted({ text: 'ink-soft' }, { ...type, ...LONG_WORDS }),
        markdownParts(text),
      ),
    items.length > 0 && createElement('ul', list, points),
  );
}

export function factList(facts: NonNullable<Letter['facts']>): ReactNode {
  const rows = facts.map(([name, value]) => {
    const title = painted({ text: 'ink-soft', border: 'line' }, { ...FACT, ...FACT_NAME });
    const words = painted({ text: 'ink', border: 'line' }, { ...FACT, ...LONG_WORDS });
    return createElement(
      'tr',
      { key: name },
      createElement('th', { scope: 'row', ...title }, name),
      createElement('td', words, ...lines(value)),
    );
  });
  return createElement(
    'table',
    { width: '100%', cellPadding: 0, cellSpacing: 0, border: 0, style: { margin: '0 0 24px' } },
    createElement('tbody', null, rows),
  );
}

const FACT: CSSProperties = {
  padding: '8px 0',
  fontSize: 15,
  lineHeight: '22px',
  verticalAlign: 'top',
  borderTopWidth: 1,
  borderTopStyle: 'solid',
};
const FACT_NAME: CSSProperties = { padding: '8px 16px 8px 0', textAlign: 'left', fontWeight: 400 };

export function quotation(words: string): ReactNode {
  const style = { margin: '0 0 24px', padding: '2px 0 2px 16px' };
  const line = { borderLeftWidth: 3, borderLeftStyle: 'solid' } as const;
  const look = painted(
    { text: 'ink', border: 'line' },
    {
      ...style,
      ...line,
      ...LONG_WORDS,
      whiteSpace: 'pre-wrap',
      fontSize: 16,
      lineHeight: '24px',
    },
  );
  return createElement('blockquote', look, ...lines(words));
}

export function digits(code: string): ReactNode {
  const look = painted({ text: 'ink', ground: 'sunken' }, { ...DIGITS, fontFamily: FONTS.mono });
  return createElement('p', look, code);
}

const DIGITS: CSSProperties = {
  margin: '0 0 24px',
  padding: '16px 0',
  borderRadius: 8,
  textAlign: 'center',
  fontSize: 28,
  letterSpacing: 6,
  fontWeight: 600,
};

/** The button, with its address below as text. */
export function callToAction({ label, url }: NonNullable<Letter['button']>): ReactNode {
  const type = { fontSize: 16, fontWeight: 600, borderRadius: 8, padding: '14px 22px' };
  const button = createElement(
    Button,
    { href: url, ...painted({ text: 'on-go', ground: 'go' }, type) },
    label,
  );
  const link = createElement(
    'a',
    { href: url, ...painted({ text: 'go-ink' }, { wordBreak: 'break-all' }) },
    url,
  );
  const below = createElement(
    'p',
    painted({ text: 'ink-soft' }, SMALL_TEXT),
    'Or open this address: ',
    link,
  );
  return createElement(Section, { style: { margin: '8px 0 16px' } }, button, gapBelow(), below);
}

function gapBelow(): ReactNode {
  return createElement('div', { style: { height: 16, fontSize: 0, lineHeight: '16px' } });
}

/** React escapes every line: users' words are never markup. */
function lines(words: string): ReactNode[] {
  return words
    .split('\n')
    .flatMap((line, index) => (index === 0 ? [line] : [createElement('br', { key: index }), line]));
}

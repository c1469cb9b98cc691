import type { CSSProperties } from 'react';

/** The product's colours as [light, dark]. A test compares them with web/app.css. */
export const COLOURS = {
  paper: ['#faf7f0', '#12181d'],
  surface: ['#fefdfa', '#1b2127'],
  sunken: ['#f2ede4', '#0c1116'],
  line: ['#ded8cf', '#333a41'],
  ink: ['#271f18', '#efede5'],
  'ink-soft': ['#5e554b', '#b6b2a9'],
  go: ['#01683d', '#65d592'],
  'on-go': ['#f7fef8', '#041b0e'],
  'go-ink': ['#00522e', '#8de9ae'],
  turn: ['#f3ab2a', '#f5b63b'],
  'wait-soft': ['#eae6df', '#2b3137'],
} as const satisfies Record<string, readonly [light: string, dark: string]>;
type Colour = keyof typeof COLOURS;

const SANS = "Inter, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
const DISPLAY = `'Bricolage Grotesque', ${SANS}`;
const MONO = "'JetBrains Mono', ui-monospace, SFMono-Regular, Menlo, Consolas, monospace";
export const FONTS = { sans: SANS, display: DISPLAY, mono: MONO };

interface Painted {
  className: string;
  style: CSSProperties;
}

/**
 * Light colours as inline styles, the only ones that many mail programs read, and the classes by
 * which the style sheet sets the dark ones.
 */
export function painted(
  colours: { text?: Colour; ground?: Colour; border?: Colour },
  style: CSSProperties = {},
): Painted {
  const { text, ground, border } = colours;
  const names = [text && `c-${text}`, ground && `g-${ground}`, border && `b-${border}`];
  return {
    className: names.filter(Boolean).join(' '),
    style: {
      ...(text && { color: COLOURS[text][0] }),
      ...(ground && { backgroundColor: COLOURS[ground][0] }),
      ...(border && { borderColor: COLOURS[border][0] }),
      ...style,
    },
  };
}

/** Dark mode, where the mail program has one. `!important` overrides the inline styles. */
export const STYLE_SHEET = `:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
${Object.entries(COLOURS)
  .map(([name, [, dark]]) => darkRules(name, dark))
  .join('\n')}
}
@media (max-width: 480px) { .card { padding: 24px 20px 8px !important; } }`;

function darkRules(name: string, dark: string): string {
  return [
    `.c-${name} { color: ${dark} !important; }`,
    `.g-${name}, body.g-${name} > table > tbody > tr > td { background-color: ${dark} !important; }`,
    `.b-${name} { border-color: ${dark} !important; }`,
  ].join(' ');
}

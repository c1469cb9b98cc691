import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { COLOURS } from './mail-style.ts';

// Mail programs know neither OKLCH nor light-dark(), so the colours stand there a second time.
test('mails have the colours of the product', () => {
  const sheet = readFileSync(path.join(import.meta.dirname, '../../web/app.css'), 'utf8');
  const declared = /--([\w-]+): light-dark\(oklch\(([\d. ]+)\), oklch\(([\d. ]+)\)\)/g;
  const tokens = new Map(
    [...sheet.matchAll(declared)].map(([, name, light, dark]) => [name, [hex(light), hex(dark)]]),
  );
  for (const [name, colour] of Object.entries(COLOURS)) {
    expect(tokens.get(name), name).toEqual(colour);
  }
});

test('words in mails can be read on their ground, in light and dark', () => {
  for (const [text, ground] of [
    ...(['paper', 'surface', 'sunken'] as const).flatMap((ground) => [
      ['ink', ground] as const,
      ['ink-soft', ground] as const,
    ]),
    ['go-ink', 'surface'],
    ['on-go', 'go'],
  ] as const) {
    for (const mode of [0, 1] as const) {
      const contrast = contrastOf(COLOURS[text][mode], COLOURS[ground][mode]);
      expect(contrast, `${text} on ${ground}`).toBeGreaterThan(4.5);
    }
  }
});

/** OKLCH to sRGB. Source: Björn Ottosson, "A perceptual color space for image processing". */
function hex(oklch = ''): string {
  const [lightness = 0, chroma = 0, hue = 0] = oklch.split(' ').map(Number);
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return `#${linear.map((part) => byte(part).toString(16).padStart(2, '0')).join('')}`;
}

function byte(linear: number): number {
  const part = Math.min(1, Math.max(0, linear));
  return Math.round(255 * (part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055));
}

/** Source: WCAG 2.2, "contrast ratio". */
function contrastOf(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

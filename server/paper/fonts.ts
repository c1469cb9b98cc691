import { createRequire } from 'node:module';
import path from 'node:path';
import * as fontkit from 'fontkit';

const { resolve } = createRequire(import.meta.url);
const dejavu = (name: string) => resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`);
const noto = (script: 'sc' | 'kr', name: string) =>
  path.join(path.dirname(resolve(`@embedpdf/fonts-${script}`)), `../fonts/${name}.otf`);

/** Which of the fonts below, in the order in which they are tried. */
export const FONT_NAMES = ['most', 'han', 'hangul'] as const;
export type FontName = (typeof FONT_NAMES)[number];
export type Weight = 'plain' | 'bold';

/** `most` covers most alphabets, `han` Chinese and Japanese. Of each, what is used is embedded. */
export const fontFiles: Readonly<Record<FontName, Record<Weight, string>>> = {
  most: { plain: dejavu('DejaVuSans'), bold: dejavu('DejaVuSans-Bold') },
  han: { plain: noto('sc', 'NotoSansHans-Regular'), bold: noto('sc', 'NotoSansHans-Bold') },
  hangul: { plain: noto('kr', 'NotoSansKR-Regular'), bold: noto('kr', 'NotoSansKR-Bold') },
};

/** The name by which a document knows a font. */
export function nameOf(font: FontName, weight: Weight): string {
  return font === 'most' ? weight : `${font}-${weight}`;
}

const fontOf = new Map<number, FontName | null>();
const opened = new Map<FontName, fontkit.Font | fontkit.FontCollection>();

/** The font that has a sign for this code point; null where none has. */
export function fontFor(codePoint: number): FontName | null {
  let found = fontOf.get(codePoint);
  if (found === undefined) {
    found = FONT_NAMES.find((name) => hasSign(name, codePoint)) ?? null;
    fontOf.set(codePoint, found);
  }
  return found;
}

/** Opened when the first letter asks for it: most papers need one font. */
function hasSign(name: FontName, codePoint: number): boolean {
  const font = opened.get(name) ?? fontkit.openSync(fontFiles[name].plain);
  opened.set(name, font);
  return 'hasGlyphForCodePoint' in font && font.hasGlyphForCodePoint(codePoint);
}

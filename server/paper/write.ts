/// <reference path="./linebreak.d.ts" />
import bidiFactory, { type Bidi } from 'bidi-js';
import LineBreaker from 'linebreak';
import type { Doc } from './document.ts';
import { type FontName, fontFor, nameOf, type Weight } from './fonts.ts';

// A CommonJS module, unlike its types say.
const bidi = (bidiFactory as unknown as () => Bidi)();
const FROM_THE_RIGHT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;

interface Block {
  weight: Weight;
  /** In points; by default from the cursor to the right margin. */
  width?: number;
  x?: number;
  /** English words around a title: then the title stands where it would in English. */
  isEnglish?: boolean;
}

/**
 * Writes a printable text below the last one, with the fonts that have its letters, and Hebrew and Arabic
 * from the right. PDFKit has one font for a text, and breaks no line of these scripts where it should.
 */
export function write(doc: Doc, text: string, { weight, ...block }: Block): void {
  const { x = doc.x, width = doc.page.width - doc.page.margins.right - x } = block;
  const direction = block.isEnglish ? 'ltr' : 'auto';
  doc.font(weight);
  if (isPlain(text)) {
    doc.text(text, x, doc.y, { width });
    return;
  }
  const height = doc.currentLineHeight(true);
  for (const line of linesOf(doc, text, { weight, width, direction })) {
    if (doc.y + height > doc.page.height - doc.page.margins.bottom) doc.addPage();
    drawLine(doc, line, { weight, x, y: doc.y });
    doc.y += height;
  }
  doc.font(weight);
  doc.x = x;
}

/** How high `write` makes a text in the current size, in points. */
export function heightOf(
  doc: Doc,
  text: string,
  { weight, width }: { weight: Weight; width: number },
): number {
  doc.font(weight);
  if (isPlain(text)) return doc.heightOfString(text, { width });
  const lines = text.split('\n').flatMap((each) => breakInto(doc, each, { weight, width }));
  doc.font(weight);
  return lines.length * doc.currentLineHeight(true);
}

function isPlain(text: string): boolean {
  for (const letter of text) if (letter !== '\n' && fontOf(letter) !== 'most') return false;
  return !FROM_THE_RIGHT.test(text);
}

function fontOf(letter: string): FontName {
  return fontFor(letter.codePointAt(0) ?? 0) ?? 'most';
}

/** Letters of one font in one direction. `levels` and `text` are of the whole paragraph. */
interface Run {
  text: string;
  font: FontName;
  isFromRight: boolean;
}

/** The runs of each line, in the order in which they are seen from the left. */
function linesOf(
  doc: Doc,
  text: string,
  { direction, ...fit }: { weight: Weight; width: number; direction: 'ltr' | 'auto' },
): Run[][] {
  return text.split('\n').flatMap((paragraph) => {
    const levels = bidi.getEmbeddingLevels(paragraph, direction);
    const lines = breakInto(doc, paragraph, fit);
    return lines.map(([from, to]) => runsOf(paragraph, levels, from, to));
  });
}

type Levels = ReturnType<typeof bidi.getEmbeddingLevels>;

/** Where each line begins and ends; one even for an empty paragraph. */
function breakInto(
  doc: Doc,
  paragraph: string,
  { weight, width }: { weight: Weight; width: number },
): [from: number, to: number][] {
  const lines: [number, number][] = [];
  let [from, used] = [0, 0];
  const put = (at: number, piece: string) => {
    const visible = widthOf(doc, piece.trimEnd(), weight);
    if (used > 0 && used + visible > width) {
      lines.push([from, at]);
      [from, used] = [at, 0];
    }
    used += piece.endsWith(' ') ? widthOf(doc, piece, weight) : visible;
    return visible;
  };
  for (const [at, piece] of pieces(paragraph)) {
    if (widthOf(doc, piece.trimEnd(), weight) <= width) put(at, piece);
    else {
      let letterAt = at;
      for (const letter of piece) {
        put(letterAt, letter);
        letterAt += letter.length;
      }
    }
  }
  lines.push([from, paragraph.length]);
  return lines;
}

/** The parts of a paragraph between which a line may end. */
function* pieces(paragraph: string): Generator<[at: number, piece: string]> {
  const breaker = new LineBreaker(paragraph);
  let at = 0;
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
    yield [at, paragraph.slice(at, next.position)];
    at = next.position;
  }
}

function widthOf(doc: Doc, piece: string, weight: Weight): number {
  let width = 0;
  for (const { text, font } of inFonts(piece))
    width += doc.font(nameOf(font, weight)).widthOfString(text);
  return width;
}

/** The parts of a text that have one font each. */
function inFonts(text: string): { text: string; font: FontName }[] {
  const parts: { text: string; font: FontName }[] = [];
  for (const letter of text) {
    const font = fontOf(letter);
    const last = parts.at(-1);
    if (last?.font === font) last.text += letter;
    else parts.push({ text: letter, font });
  }
  return parts;
}

function runsOf(paragraph: string, levels: Levels, from: number, to: number): Run[] {
  const end = from + paragraph.slice(from, to).trimEnd().length;
  if (end <= from) return [];
  const places = bidi.getReorderedIndices(paragraph, levels, from, end - 1);
  const sections: { first: number; last: number; isFromRight: boolean }[] = [];
  for (const place of places.slice(from, end)) {
    const isFromRight = (levels.levels[place] ?? 0) % 2 === 1;
    const section = sections.at(-1);
    if (section?.isFromRight === isFromRight && place === section.last + (isFromRight ? -1 : 1))
      section.last = place;
    else sections.push({ first: place, last: place, isFromRight });
  }
  return sections.flatMap(({ first, last, isFromRight }) => {
    const text = paragraph.slice(Math.min(first, last), Math.max(first, last) + 1);
    const parts = inFonts(isFromRight ? mirrored(text) : text);
    return (isFromRight ? parts.toReversed() : parts).map((part) => ({ ...part, isFromRight }));
  });
}

/** Brackets open to the other side in what is written from the right. */
function mirrored(text: string): string {
  return Array.from(text, (letter) => bidi.getMirroredCharacter(letter) ?? letter).join('');
}

function drawLine(
  doc: Doc,
  runs: readonly Run[],
  { weight, x, y }: { weight: Weight; x: number; y: number },
): void {
  let left = x;
  // All fonts stand on the line of the first.
  const baseline = y + ascentOf(doc, weight);
  for (const { text, font, isFromRight } of runs) {
    doc.font(nameOf(font, weight));
    // With features it is laid out whole: word by word it would be in the wrong order.
    const features = isFromRight ? { features: [] } : {};
    doc.text(text, left, baseline, { lineBreak: false, baseline: 'alphabetic', ...features });
    left += doc.widthOfString(text, features);
  }
  doc.y = y;
}

// Missing from its types.
declare global {
  namespace PDFKit.Mixins {
    interface PDFFont {
      _font: { ascender: number };
      _fontSize: number;
    }
  }
}

function ascentOf(doc: Doc, weight: Weight): number {
  doc.font(weight);
  return (doc._font.ascender / 1000) * doc._fontSize;
}

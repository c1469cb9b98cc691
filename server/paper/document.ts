import { createRequire } from 'node:module';
import * as fontkit from 'fontkit';
import PDFDocument from 'pdfkit';
import { Printer, type PrintLimits } from './printable.ts';

const { resolve } = createRequire(import.meta.url);
/** Covers most alphabets; embedded. */
const PLAIN = resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf');
const BOLD = resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf');

/** In points, on each side of a page. */
export const MARGIN = 40;
export const INK = '#111827';
export const PALE = '#6b7280';

export type Doc = InstanceType<typeof PDFDocument>;

/** A printer of texts that knows which letters the font has. */
export function printerWith(limits: PrintLimits): Printer {
  const font = fontkit.openSync(PLAIN);
  return new Printer(
    (codePoint) => 'hasGlyphForCodePoint' in font && font.hasGlyphForCodePoint(codePoint),
    limits,
  );
}

/** An empty A4 document with the fonts 'plain' and 'bold'; its pages can be numbered at the end. */
export function newDocument(title: string): Doc {
  const doc = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    bufferPages: true,
    font: PLAIN,
    info: { Title: title },
  });
  return doc.registerFont('plain', PLAIN).registerFont('bold', BOLD);
}

/** Writes a line with its number under each page. */
export function numberPages(doc: Doc, about: string): void {
  const { start, count } = doc.bufferedPageRange();
  for (let page = start; page < start + count; page++) {
    doc.switchToPage(page);
    // Below the margin a text would start another page.
    doc.page.margins.bottom = 0;
    doc.font('plain').fontSize(7).fillColor(PALE);
    const words = `${about}, page ${page + 1} of ${count}`;
    doc.text(words, MARGIN, doc.page.height - 28, { lineBreak: false });
  }
}

import PDFDocument from 'pdfkit';
import { FONT_NAMES, fontFiles, fontFor, nameOf } from './fonts.ts';
import { Printer, type PrintLimits } from './printable.ts';

/** In points, on each side of a page. */
export const MARGIN = 40;
export const INK = '#111827';
export const PALE = '#6b7280';

export type Doc = InstanceType<typeof PDFDocument>;

/** A printer of texts that knows which letters the fonts have. */
export function printerWith(limits: PrintLimits): Printer {
  return new Printer((codePoint) => fontFor(codePoint) !== null, limits);
}

/** An empty A4 document with all fonts; its pages can be numbered at the end. */
export function newDocument(title: string): Doc {
  const doc = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    bufferPages: true,
    // None: PDFKit would know that one by its file, and read it anew for each text by its name.
    font: '',
    info: { Title: title },
  });
  for (const font of FONT_NAMES)
    for (const weight of ['plain', 'bold'] as const)
      doc.registerFont(nameOf(font, weight), fontFiles[font][weight]);
  return doc;
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

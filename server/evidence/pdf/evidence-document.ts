import { buffer } from 'node:stream/consumers';
import type { EvidenceEntry, EvidenceFile } from '#domain/evidence.ts';
import {
  type Doc,
  INK,
  MARGIN,
  newDocument,
  numberPages,
  PALE,
  printerWith,
} from '../../paper/document.ts';
import type { Printer } from '../../paper/printable.ts';
import { write } from '../../paper/write.ts';
import type { Pictures } from '../pictures.ts';

/** The JSON file has the rest. */
const MOST_ENTRIES = 2000;
const LIMITS = { one: 2000, all: 200_000, rest: 'the rest is in the JSON file' };
/** Points per pixel, and the greatest height of a picture in points. */
const PIXEL = 0.6;
const MOST_HEIGHT = 400;

/** An evidence file with pictures of its checks. */
export interface Illustrated {
  file: EvidenceFile;
  pictures: Pictures;
}

/** Draws an evidence file. */
export async function drawPdf({ file, pictures }: Illustrated): Promise<Buffer> {
  const printer = printerWith(LIMITS);
  const doc = newDocument(printer.show(`Evidence of ${file.request.title}`));
  const drawn = buffer(doc);
  drawFacts(doc, file, printer);
  for (const entry of file.entries.slice(0, MOST_ENTRIES)) {
    drawEntry(doc, entry, printer);
    drawPicture(doc, pictures[entry.position]);
    doc.moveDown();
  }
  numberPages(doc, `${file.request.id}, taken at ${file.taken_at}`);
  doc.end();
  return drawn;
}

// Missing from its types.
declare global {
  namespace PDFKit.Mixins {
    interface PDFImage {
      openImage(bytes: Buffer): { width: number; height: number };
    }
  }
}

function drawFacts(doc: Doc, file: EvidenceFile, printer: Printer): void {
  const { request, people, entries, head, key, signature } = file;
  const left = entries.length - MOST_ENTRIES;
  doc.fontSize(16).fillColor(INK);
  write(doc, printer.show(`Evidence of ${request.title}`), { weight: 'bold' });
  doc.moveDown(0.5);
  const lines = [
    `Request ${request.id}, posted at ${request.created_at}, now ${request.status}`,
    `Taken by the ${file.for === 'developer' ? 'unblocker' : file.for} at ${file.taken_at}`,
    ...people.map(({ role, name }) => `${role === 'developer' ? 'unblocker' : role}: ${name}`),
    `${entries.length} entries.${left > 0 ? ` The last ${left} are in the JSON file alone.` : ''}`,
    `Head of the chain: ${head}`,
    `Signed with the key ${key.kid} (Ed25519): ${signature.split('.').at(-1) ?? ''}`,
    'This paper shows what the JSON file of the same time holds. Only the JSON file can be checked.',
    'Emoji and what else cannot be printed here stand as their numbers in Unicode, such as [U+1F600]: the JSON file has them as they were written.',
  ];
  doc.fontSize(9);
  for (const line of lines) write(doc, printer.show(line), { weight: 'plain' });
  doc.moveDown();
}

function drawEntry(doc: Doc, { position, content, says, hash }: EvidenceEntry, printer: Printer) {
  const head = content
    ? `${position}. ${String(content.what).replaceAll('_', ' ')}, ${String(content.at)}`
    : `${position}. Of another conversation`;
  doc.fontSize(8).fillColor(INK);
  write(doc, printer.show(head), { weight: 'bold' });
  doc.font('plain').fontSize(9);
  if (says) write(doc, printer.show(says), { weight: 'plain' });
  doc.fontSize(6).fillColor(PALE).text(hash).fillColor(INK);
}

/** @param base64 null for a picture that is left out; undefined where there is none */
function drawPicture(doc: Doc, base64: string | null | undefined): void {
  if (base64 === undefined) return;
  doc.fontSize(8);
  if (base64 === null) {
    doc.text('Its picture is not printed: see the request itself.');
    return;
  }
  const bytes = Buffer.from(base64, 'base64');
  const size = doc.openImage(bytes);
  const most = doc.page.width - 2 * MARGIN;
  const scale = Math.min(PIXEL, most / size.width, MOST_HEIGHT / size.height);
  const height = scale * size.height;
  if (doc.y + height > doc.page.height - MARGIN) doc.addPage();
  doc.image(bytes, MARGIN, doc.y, { scale });
  doc.y += height;
}

import { type Doc, INK, MARGIN, PALE } from '../../paper/document.ts';
import type { Weight } from '../../paper/fonts.ts';
import { heightOf, write } from '../../paper/write.ts';

/** A column of a table; widths in points. */
export interface Column {
  head: string;
  width: number;
  isAmount?: boolean;
}

const GAP = 6;

/** Draws rows that break over pages only between each other, each page with the heads. */
export class Table {
  private readonly doc: Doc;
  private readonly columns: readonly Column[];

  constructor(doc: Doc, columns: readonly Column[]) {
    this.doc = doc;
    this.columns = columns;
    this.heads();
  }

  /** @param cells one for each column */
  row(cells: readonly string[], style: { bold?: boolean } = {}): void {
    const { doc } = this;
    const weight = style.bold ? 'bold' : 'plain';
    doc.fontSize(8).fillColor(INK);
    const height = this.heightOf(cells, weight);
    if (doc.y + height > doc.page.height - MARGIN - 12) {
      doc.addPage();
      this.heads();
      doc.fontSize(8).fillColor(INK);
    }
    this.write(cells, { weight, height });
  }

  private heads(): void {
    this.doc.fontSize(7).fillColor(PALE);
    const heads = this.columns.map(({ head }) => head);
    this.write(heads, { weight: 'bold', height: this.heightOf(heads, 'bold') });
  }

  /** Amounts fit a line. */
  private heightOf(cells: readonly string[], weight: Weight): number {
    const heights = this.columns.map(({ width, isAmount }, index) =>
      isAmount ? 0 : heightOf(this.doc, cells[index] ?? '', { weight, width: width - GAP }),
    );
    return Math.max(...heights);
  }

  private write(
    cells: readonly string[],
    { weight, height }: { weight: Weight; height: number },
  ): void {
    const { doc } = this;
    const top = doc.y;
    let left = MARGIN;
    for (const [index, { width, isAmount }] of this.columns.entries()) {
      const cell = cells[index] ?? '';
      doc.y = top;
      if (isAmount) doc.font(weight).text(cell, left, top, { width: width - GAP, align: 'right' });
      else write(doc, cell, { weight, x: left, width: width - GAP, isEnglish: true });
      left += width;
    }
    const bottom = top + height + 2.5;
    doc
      .moveTo(MARGIN, bottom)
      .lineTo(left - GAP, bottom)
      .lineWidth(0.4)
      .stroke('#d1d5db');
    doc.x = MARGIN;
    doc.y = bottom + 3;
  }
}

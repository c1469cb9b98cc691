import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Doc, MARGIN, newDocument, printerWith } from './document.ts';
import { heightOf, write } from './write.ts';

interface Drawn {
  text: string;
  left: number;
  right: number;
  baseline: number;
  font: string;
}

/** A document that notes what is drawn where. */
function noted(): { doc: Doc; drawn: Drawn[] } {
  const doc = newDocument('Test');
  const drawn: Drawn[] = [];
  const draw = doc.text.bind(doc);
  doc.text = ((
    text: string,
    left: number,
    baseline: number,
    options: PDFKit.Mixins.TextOptions,
  ) => {
    const right = left + doc.widthOfString(text, options);
    drawn.push({
      text,
      left,
      right,
      baseline,
      font: (doc._font as unknown as { name: string }).name,
    });
    return draw(text, left, baseline, options);
  }) as Doc['text'];
  doc.fontSize(10);
  return { doc, drawn };
}

function writtenIn(text: string, more: { width?: number; isEnglish?: boolean } = {}): Drawn[] {
  const { doc, drawn } = noted();
  write(doc, text, { weight: 'plain', ...more });
  return drawn;
}

test('letters are printed with the font that has them', () => {
  const fonts = writtenIn('Fix 修复 гугл 로그인').map(({ text, font }) => [text, font]);
  expect(fonts).toEqual([
    ['Fix ', 'DejaVuSans'],
    ['修复', expect.stringMatching(/NotoSansHans/)],
    [' гугл ', 'DejaVuSans'],
    ['로그인', expect.stringMatching(/NotoSansKR/)],
  ]);
});

test('Hebrew and Arabic are written from the right, numbers and Latin words in them from the left', () => {
  const order = (text: string, isEnglish = false) =>
    writtenIn(text, { isEnglish }).map((each) => each.text.replaceAll(/[() ]+$|^[() ]+/g, ''));
  expect(order('שלום 123 עולם')).toEqual(['עולם', '123', 'שלום']);
  expect(order('דף Login, request #7', true)).toEqual(['דף', 'Login, request #7']);
  expect(order('صفحة (Login) هنا')).toEqual(['هنا', 'Login', 'صفحة']);
});

test('brackets in what is written from the right open to the other side', () => {
  expect(writtenIn('דף (חדש) שם').map(({ text }) => text)).toEqual(['דף )חדש( שם']);
});

test('Chinese is broken where the line ends, and never before its comma', () => {
  const lines = Map.groupBy(
    writtenIn('修复登录，检查测试。'.repeat(8), { width: 100 }),
    ({ baseline }) => baseline,
  );
  expect(lines.size).toBeGreaterThan(7);
  for (const [first] of lines.values()) expect(first?.text).not.toMatch(/^[，。]/);
});

test('whatever is written, no line is wider than its place, nothing is lost, and its height is known', () => {
  const letter = fc.constantFrom(...'aB 1(.,，。修复登로그אבשلمر\n');
  fc.assert(
    fc.property(
      fc.string({ unit: letter, maxLength: 200 }),
      fc.integer({ min: 40, max: 300 }),
      (text, width) => {
        // Latin letters alone are PDFKit's.
        const shown = printerWith({ one: 400, all: 4000, rest: '' }).show(`修${text}`);
        const { doc, drawn } = noted();
        const [top, known] = [doc.y, heightOf(doc, shown, { weight: 'plain', width })];
        write(doc, shown, { weight: 'plain', width });
        expect(doc.y - top).toBeCloseTo(known);
        for (const { left, right } of drawn) {
          expect(left).toBeGreaterThanOrEqual(MARGIN);
          // An Arabic letter alone may be wider than measured with its neighbours.
          expect(right).toBeLessThanOrEqual(MARGIN + width + 3);
        }
        const letters = (all: string) => [...all.replaceAll(/[\s()]/g, '')].toSorted().join('');
        expect(letters(drawn.map((each) => each.text).join(''))).toBe(letters(shown));
      },
    ),
    { numRuns: 25 },
  );
});

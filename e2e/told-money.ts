import type { Page } from '@playwright/test';

// The words about money that a person reads on a screen, as it is drawn.

/** One line with an amount: in which part of the screen, and what it is about. */
export interface Told {
  /** The name of the part: 'money', 'history'. */
  at: string;
  /** The term, the first line of the entry, or the row with its column. */
  of: string;
  words: string;
}

/** All lines with amounts on a page and in its dialogs. */
export function toldOn(page: Page): Promise<Told[]> {
  return page.evaluate(() => {
    const BLOCK =
      'td, th, dt, dd, li, p, h1, h2, h3, h4, output, a, button, q, blockquote, option, label';
    const PART = 'section, aside, nav, [role=log], [role=dialog], [role=tabpanel]';
    const firstLine = (of: Element | null | undefined) =>
      // biome-ignore lint/performance/useDomNodeTextContent: lines as they are drawn
      (of as HTMLElement | null)?.innerText?.trim().split(/\n|\t/)[0] ?? '';
    const ofCell = (row: HTMLTableRowElement, cell: HTMLTableCellElement) => {
      const heads = row.closest('table')?.querySelectorAll('thead th');
      const head = row.closest('tfoot') ? '' : heads?.[cell.cellIndex]?.textContent;
      return `${firstLine(row.cells[0])} / ${head ?? ''}`;
    };
    const ofTerm = (block: Element) => {
      const within = block.parentElement;
      const isPair = within?.tagName === 'DIV';
      return firstLine(
        (isPair && within.querySelector(':scope > dt')) || block.previousElementSibling,
      );
    };
    const about = (block: Element): string => {
      if (block.matches('dd')) return ofTerm(block);
      const row = block.closest('tr');
      const cell = block.closest('td');
      return row && cell ? ofCell(row, cell) : firstLine(block.closest('li, article'));
    };
    const nameOf = (part: Element | null) => {
      if (part?.matches('[role=dialog]')) return firstLine(part.querySelector('h2'));
      return part?.getAttribute('aria-labelledby') ?? part?.getAttribute('aria-label') ?? '';
    };
    const isRead = (within: Element) => within.checkVisibility() && !within.closest('svg');
    const told = new Map<string, Told>();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode.textContent ?? '';
      const within = texts.currentNode.parentElement;
      if (!within || !/\$\d/.test(text) || !isRead(within)) continue;
      const block = (within.closest(BLOCK) ?? within.parentElement) as HTMLElement;
      const part = block.closest(PART);
      // biome-ignore lint/performance/useDomNodeTextContent: lines as they are drawn
      const lines = block.innerText.split('\n').map((line) => line.replace(/\s+/g, ' ').trim());
      for (const words of lines.filter((line) => /\$\d/.test(line))) {
        const at = nameOf(part);
        const id = [...document.querySelectorAll(BLOCK)].indexOf(block);
        told.set(`${id} ${words}`, { at, of: about(block), words });
      }
    }
    return [...told.values()];
  });
}

const AMOUNT = String.raw`([−-]?\$\d[\d,]*(?:\.\d\d)?)(?!\d|\.\d)`;
/** What is said of an amount; the first that fits counts. */
const WORDS: [string, string][] = [
  ['held', `[Hh]eld:? ${AMOUNT}`],
  ['held', `${AMOUNT} (?:is|stays) held`],
  ['released', `${AMOUNT} (?:released|is yours|of what you paid is released)`],
  ['released', `^You get ${AMOUNT}\\.`],
  ['taken back', `${AMOUNT} (?:taken back|is taken from what you earned)`],
  ['refunded', `${AMOUNT} (?:refunded|goes back to the customer)`],
  ['refunded', `You get ${AMOUNT} back`],
  ['refunded', `(?:back to the customer|request back): ${AMOUNT}`],
  ['refunded', `[Rr]efunded:? ${AMOUNT}`],
  ['refunded', `bank took the payment back \\(${AMOUNT}\\)`],
  ['borne', `Unblock bears ${AMOUNT}`],
  ['', AMOUNT],
];

/** 'held 9000, refunded 1000': what a line says of its amounts, in cents. */
function saidIn(line: string): string {
  const said: string[] = [];
  let rest = line;
  for (const [word, pattern] of WORDS)
    rest = rest.replace(new RegExp(pattern, 'g'), (_, dollars: string) => {
      said.push(`${word} ${centsOf(dollars)}`.trim());
      return '';
    });
  return said
    .filter((each) => !/^\D+ 0$/.test(each))
    .sort()
    .join(', ');
}

/** '−$1,234.50' in cents. */
export function centsOf(dollars: string): number {
  const cents = Math.round(Number(dollars.replace(/[^\d.]/g, '')) * 100);
  return /^[−-]/.test(dollars) ? -cents : cents;
}

/** What a part of a screen may say; the first that fits a line counts. */
export interface Rule {
  /** Of 'part | what it is about | words'. */
  where: RegExp;
  /** All that it has to say, in any order; or whether a line is so. */
  says: readonly string[] | ((said: string, told: Told) => boolean);
  /** As `says` lists it. */
  as?: (said: string, told: Told) => string;
}

/** What lines say otherwise than they should; empty where all is true. */
export function wrongIn(lines: readonly Told[], rules: readonly Rule[]): string[] {
  const wrongs: string[] = [];
  const found = new Map(rules.map((rule) => [rule, [] as string[]]));
  for (const line of lines) {
    const said = saidIn(line.words);
    const text = `${line.at} | ${line.of} | ${line.words}`;
    const rule = rules.find(({ where }) => where.test(text));
    if (!rule) wrongs.push(`nothing explains “${text}”`);
    else if (typeof rule.says === 'function') {
      if (!rule.says(said, line)) wrongs.push(`“${text}” is not so: ${said}`);
    } else found.get(rule)?.push(rule.as?.(said, line) ?? said);
  }
  for (const [{ where, says }, said] of found) {
    if (typeof says === 'function') continue;
    const [screen, ledger] = [said, says].map((each) => JSON.stringify(each.toSorted()));
    if (screen !== ledger) wrongs.push(`${where} says ${screen}, the ledger ${ledger}`);
  }
  return wrongs;
}

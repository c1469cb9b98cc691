/** How much is printed. */
export interface PrintLimits {
  /** Characters of one text. */
  one: number;
  /**
   * Of all texts together, as laying out more would take minutes. Each may still print its beginning.
   */
  all: number;
  /** Where the rest of a cut text is. */
  rest: string;
}

const BEGINNING = 100;
/** What even a short line costs of that; a page has 80 lines. */
const LINE = 40;
/** The longest word that fits a line. */
const MOST_TOGETHER = 60;
/** Characters that reorder others or cannot be seen. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{M}\u2028\u2029]/u;
/** Scripts that no font here joins as they are written. */
const NOT_JOINED = /[\p{Script=Syriac}\p{Script=Nko}]/u;
/** After these a line may end: Chinese, Japanese and Korean have no spaces. */
const MAY_END = /[\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Makes texts of any length and with any characters printable. */
export class Printer {
  private readonly signs = new Map<string, string>();
  private readonly hasSign: (codePoint: number) => boolean;
  private readonly limits: PrintLimits;
  private left: number;

  constructor(hasSign: (codePoint: number) => boolean, limits: PrintLimits) {
    this.hasSign = hasSign;
    this.limits = limits;
    this.left = limits.all;
  }

  /** Characters missing from the fonts are printed as their code, such as [U+1F600]. */
  show(text: string): string {
    const most = this.left > 0 ? this.limits.one : BEGINNING;
    // Accents that follow their letter become one with it, where there is such a letter.
    const letters = [...text.slice(0, 2 * most).normalize('NFC')];
    const shown: string[] = [];
    let length = 0;
    for (const letter of letters) {
      const sign = this.signOf(letter);
      const cost = sign === '\n' ? LINE : sign.length;
      if (length + cost > most) break;
      length += cost;
      shown.push(sign);
    }
    this.left -= length;
    const words = inShortWords(shown.join('').replace(/\n{3,}/g, '\n\n'));
    const isCut = shown.length < letters.length || text.length > 2 * most;
    return isCut ? `${words} … (${this.limits.rest})` : words;
  }

  private signOf(letter: string): string {
    const known = this.signs.get(letter);
    if (known !== undefined) return known;
    const sign = this.find(letter);
    this.signs.set(letter, sign);
    return sign;
  }

  private find(letter: string): string {
    if (letter === '\n') return letter;
    if (letter === '\t' || letter === '\r') return ' ';
    const codePoint = letter.codePointAt(0) ?? 0;
    const isPlain = !UNSEEN.test(letter) && !NOT_JOINED.test(letter);
    if (isPlain && this.hasSign(codePoint)) return letter;
    return `[U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}]`;
  }
}

/** With spaces in words that are longer than a line. */
function inShortWords(text: string): string {
  let together = 0;
  let short = '';
  for (const letter of text) {
    together = MAY_END.test(letter) ? 0 : together + 1;
    if (together > MOST_TOGETHER) {
      short += ' ';
      together = 1;
    }
    short += letter;
  }
  return short;
}

/** What a text shows of itself on paper; all of it is in the JSON file. */
const MOST_OF_ONE = 2000;
/** Of all texts together: laying out more would take minutes. Each may still say how it begins. */
const MOST_OF_ALL = 200_000;
const BEGINNING = 100;
/** What a line costs of that, however short it is: a page has 80. */
const LINE = 40;
/** The longest word that fits a line. */
const MOST_TOGETHER = 60;
/** What would change the order of other letters, or not be seen at all. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{M}\u2028\u2029]/u;
/** Written from right to left, which the layout cannot. */
const FROM_THE_RIGHT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}]/u;

/** Texts as they can be printed, of any length and with any characters. */
export class Printer {
  private readonly signs = new Map<string, string>();
  private readonly hasSign: (codePoint: number) => boolean;
  private left = MOST_OF_ALL;

  constructor(hasSign: (codePoint: number) => boolean) {
    this.hasSign = hasSign;
  }

  /** What the font has no sign for stands as its number in Unicode, such as [U+1F600]. */
  show(text: string): string {
    const most = this.left > 0 ? MOST_OF_ONE : BEGINNING;
    const letters = [...text.slice(0, 2 * most)];
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
    const words = shown
      .join('')
      .replace(/\n{3,}/g, '\n\n')
      .replace(new RegExp(`(\\S{${MOST_TOGETHER}})(?=\\S)`, 'g'), '$1 ');
    const isCut = shown.length < letters.length || text.length > 2 * most;
    return isCut ? `${words} … (the rest is in the JSON file)` : words;
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
    const isPlain = !UNSEEN.test(letter) && !FROM_THE_RIGHT.test(letter);
    if (isPlain && this.hasSign(codePoint)) return letter;
    return `[U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}]`;
  }
}

/** A word at a place of a text. */
type Take = (word: number, start: number) => void;

const LETTERS = 128;

/**
 * Finds many words in a text by one walk over it, however many words there are (Aho and Corasick,
 * 1975). Words are ASCII in lower case; the text may have them in any case.
 */
export class Keywords {
  private readonly words: readonly string[];
  /** The next state for each state and letter. */
  private readonly next: Int32Array;
  /** The words that end in a state. */
  private readonly ends: number[][] = [[]];

  constructor(words: readonly string[]) {
    this.words = words;
    const states = words.reduce((sum, word) => sum + word.length, 1);
    this.next = new Int32Array(states * LETTERS);
    words.forEach((word, index) => {
      this.plant(word, index);
    });
    this.link();
  }

  /** Hands over each place of each word, in the order of their ends. */
  eachIn(text: string, take: Take): void {
    const { next, ends, words } = this;
    let state = 0;
    for (let at = 0; at < text.length; at++) {
      let code = text.charCodeAt(at);
      if (code >= 65 && code <= 90) code += 32;
      state = code < LETTERS ? (next[state * LETTERS + code] ?? 0) : 0;
      if (state === 0) continue;
      const found = ends[state];
      if (!found) continue;
      for (const word of found) take(word, at + 1 - (words[word]?.length ?? 0));
    }
  }

  private plant(word: string, index: number): void {
    let state = 0;
    for (let at = 0; at < word.length; at++) {
      const place = state * LETTERS + word.charCodeAt(at);
      const known = this.next[place] ?? 0;
      state = known === 0 ? this.ends.push([]) - 1 : known;
      this.next[place] = state;
    }
    this.ends[state]?.push(index);
  }

  /** Where no word goes on, the walk goes on in the longest other word that has begun. */
  private link(): void {
    const { next, ends } = this;
    const fallback = new Int32Array(ends.length);
    const order = [...next.subarray(0, LETTERS)].filter((state) => state !== 0);
    for (const state of order) {
      const other = fallback[state] ?? 0;
      ends[state]?.push(...(ends[other] ?? []));
      for (let letter = 0; letter < LETTERS; letter++) {
        const place = state * LETTERS + letter;
        const child = next[place] ?? 0;
        const beyond = next[other * LETTERS + letter] ?? 0;
        if (child === 0) {
          next[place] = beyond;
        } else {
          fallback[child] = beyond;
          order.push(child);
        }
      }
    }
  }
}

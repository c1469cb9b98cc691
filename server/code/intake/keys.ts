import type { FileSecret, Rotation, SecretsChoice } from '#domain/secret.ts';
import type { Placeholders } from '#domain/secret-mask.ts';
import { Budget, shownPath } from '../../files/shield/budget.ts';
import { printableIn, wideIn } from '../../files/shield/encoding.ts';
import { describe } from '../../files/shield/find-secrets.ts';
import { Masking } from '../../files/shield/masking.ts';
import { look } from '../../files/shield/scan-text.ts';
import { walk } from '../../files/shield/walk.ts';

/** Nobody reads on. */
const MAX_FOUND = 100;

/** Looks for keys in the files of a project, and puts placeholders in their place where that is wanted. */
export class Keys {
  readonly found: FileSecret[] = [];
  private readonly choice: SecretsChoice | null;
  private readonly placeholders: Placeholders;
  private readonly masking: Masking;

  constructor(choice: SecretsChoice | null, placeholders: Placeholders) {
    this.choice = choice;
    this.placeholders = placeholders;
    this.masking = new Masking(this.placeholders);
  }

  get isMasking(): boolean {
    return this.choice === 'mask';
  }

  /** "Rotate these". */
  get rotate(): Rotation[] {
    return this.masking.rotate;
  }

  get dummyEnv(): string {
    return this.masking.dummyEnv;
  }

  get values(): Record<string, string> {
    return this.placeholders.values;
  }

  /** Takes a folder away that lies round everything. */
  takeAway(top: string): void {
    for (const found of [...this.found, ...this.rotate.flatMap(({ places }) => places)])
      if (found.path?.startsWith(top)) found.path = found.path.slice(top.length);
  }

  /** Words with placeholders for the keys in them; null where one cannot be replaced. */
  text(words: string, where: string): string | null {
    return this.masking.text(words, where);
  }

  /** The name of a file as the other side may read it. */
  path(path: string): string {
    if (look(path, 1).length === 0) return path;
    if (this.choice === 'mask') return this.masking.text(path, null, true) ?? '_';
    this.note(path, path, true);
    return path;
  }

  /**
   * The bytes of a file as the other side may read them: the same, where nothing is to be changed; null
   * where a key is in them and no placeholder can stand for it.
   */
  async file(bytes: Buffer, path: string): Promise<Buffer | null> {
    const isMasked = this.choice === 'mask';
    let isStuck = false;
    let trouble: unknown = null;
    const text = (one: string, place: string | null, isName = false) => {
      try {
        if (isMasked) return this.masking.text(one, place, isName);
        this.note(one, place, isName);
        return one;
      } catch (error) {
        trouble = error;
        throw error;
      }
    };
    const changed = await walk(
      bytes,
      { path, depth: 0 },
      {
        budget: new Budget(),
        isRewriting: isMasked,
        isLeavingOut: false,
        cannotChange: () => {
          isStuck = true;
        },
        text: (one, place) => text(one, place),
        name: (name, archive) => text(name, archive, true),
      },
    );
    // A text that could be read and not looked through may hold a key.
    if (trouble !== null) throw trouble;
    // What cannot be read, such as a PDF, stays as it is.
    return isStuck ? null : (changed ?? bytes);
  }

  /** Whether a part of a file that is too long to be held at once has keys in it. */
  inPart(part: Buffer, path: string, isPlain: boolean): boolean {
    const texts = isPlain ? [part.toString('latin1')] : [printableIn(part), wideIn(part)];
    const found = texts.find((text) => look(text, 1).length > 0);
    if (found !== undefined && this.choice !== 'mask') this.note(found, path, false);
    return found !== undefined;
  }

  private note(text: string, path: string | null, isName: boolean): void {
    const room = MAX_FOUND - this.found.length;
    if (room <= 0) return;
    for (const { start, end, line, ...secret } of describe(text, look(text, room)))
      this.found.push({ ...secret, path: shownPath(path), line: isName ? 0 : line });
  }
}

import { tryStorage } from '../api/try-storage.ts';
import { userStorage } from '../api/user-storage.ts';
import { writer } from '../api/writer.ts';
import type { RequestForm } from './request-form.ts';

/** The name of the form of a new request in this browser. */
export const NEW_REQUEST = 'new-request';
/** Of somebody who is not signed in. Not under a person's key, which a sign-in would empty. */
const VISITOR_KEY = 'unblock.visitor.new-request';
/** Nobody comes back to it later, and others may use this browser. */
const VISITOR_DAYS = 7;
const DAY_MS = 24 * 3_600_000;

/** A request that the server holds until an address is confirmed. */
export interface HeldDraft {
  /** Of the held request. */
  id: string;
  /** That its sign-up was answered with. */
  signUp: string;
  email: string;
  /** Files of it that the server has, by their place in this browser. */
  sent: number[];
}

/** As far as it was written, which may have been before a field was new. */
type KeptForm = Partial<RequestForm>;

interface Visitor {
  form: KeptForm;
  /** Milliseconds. */
  at: number;
  held?: HeldDraft | undefined;
}

/**
 * The request that is being written in this browser. Signed out it is the visitor's; whoever signs in
 * takes it over, and signing out empties it.
 */
export const requestDraft = {
  read(): KeptForm | null {
    const visitor = readVisitor();
    if (writer() === null) return visitor?.form ?? null;
    const own = userStorage.readValue<KeptForm>(NEW_REQUEST);
    // What the server holds is its author's, who may be another person.
    if (own || !visitor || visitor.held) return own;
    requestDraft.write(visitor.form);
    return visitor.form;
  },
  write(form: KeptForm): void {
    if (writer() !== null) {
      if (hasWords(form)) userStorage.writeValue(NEW_REQUEST, form);
      else userStorage.remove(NEW_REQUEST);
      removeVisitor();
    } else if (hasWords(form)) {
      writeVisitor({ form, at: Date.now(), held: readVisitor()?.held });
    } else removeVisitor();
  },
  clear(): void {
    userStorage.remove(NEW_REQUEST);
    removeVisitor();
  },
  /** What the server holds of the visitor's. */
  held: (): HeldDraft | null => readVisitor()?.held ?? null,
  noteHeld(held: HeldDraft | null): void {
    const visitor = readVisitor();
    if (visitor) writeVisitor({ ...visitor, held: held ?? undefined });
  },
};

function hasWords({ description, stack }: KeptForm): boolean {
  return Boolean(description?.trim() || stack?.trim());
}

function readVisitor(): Visitor | null {
  const kept = tryStorage((): Visitor | null =>
    JSON.parse(localStorage.getItem(VISITOR_KEY) ?? 'null'),
  );
  if (!kept?.form) return null;
  if (kept.at > Date.now() - VISITOR_DAYS * DAY_MS) return kept;
  removeVisitor();
  return null;
}

function writeVisitor(visitor: Visitor): void {
  tryStorage(() => localStorage.setItem(VISITOR_KEY, JSON.stringify(visitor)));
}

function removeVisitor(): void {
  tryStorage(() => localStorage.removeItem(VISITOR_KEY));
}

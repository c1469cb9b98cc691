/**
 * Checks: how the two sides can tell that a milestone is done. Checked by hand, or by an address that
 * the server looks at. Source: product decisions, "Done when"; docs/decisions/0062-checks.md.
 */
import type {
  Check,
  CheckResult,
  CheckState,
  CheckTerms,
  FailedCheck,
  Mark,
  Probe,
} from './check-schemas.ts';
import { USUAL_STATUS } from './limits.ts';
import { isBlank } from './text-rules.ts';

export const FOREIGN_CHECK = 'This check is not one of this milestone';

/** The default check of a milestone, made from its title. */
export function defaultCheck(title: string): string {
  return `${title} works as described`;
}

/**
 * The checks of a milestone after an edit. Missing ones stay; the default one keeps following the
 * title.
 */
export function checksAfter(
  { title, checks }: { title: string; checks?: readonly CheckTerms[] | undefined },
  before?: { title: string; checks: readonly CheckTerms[] },
): CheckTerms[] {
  const text = defaultCheck(title);
  const of = checks ?? before?.checks ?? [titleCheck(title)];
  return of.map((check) =>
    before && check.text === defaultCheck(before.title) ? { ...check, text } : check,
  );
}

/** The default check as terms of a plan. */
function titleCheck(title: string): CheckTerms {
  return { text: defaultCheck(title), url: null, expect_status: null, expect_text: null };
}

/** A check for the rulebook. */
export interface CheckFacts {
  state: CheckState;
  by_address: boolean;
  /** In how many sent-back deliveries of the current developer it failed. */
  failures: number;
}

/** The failed checks: as the customer marked them, else by their state. */
export function failedChecks(
  checks: readonly { id: string; text: string; state: CheckState }[],
  marks: readonly Mark[] = [],
): FailedCheck[] {
  const said = new Map(marks.map((mark) => [mark.check_id, mark]));
  return checks.flatMap(({ id, text, state }) => {
    const mark = said.get(id);
    const isFailed = mark ? !mark.passed : state === 'failed';
    return isFailed ? [{ text, note: mark?.note ?? null }] : [];
  });
}

/** Whether a check failed in one round: by the customer's mark, else by the look. */
export function hasFailed({ passed, probe }: Pick<CheckResult, 'passed' | 'probe'>): boolean {
  return passed === null ? probe?.passes === false : !passed;
}

/** The answer that an address should give. */
export type Expected = Pick<Check, 'expect_status' | 'expect_text'>;

/** Whether an answer is as expected. `found`: whether the words appear. */
export function meets(
  { expect_status, expect_text }: Expected,
  { status, found }: Pick<Probe, 'status' | 'found'>,
): boolean {
  return status === (expect_status ?? USUAL_STATUS) && (expect_text === null || found === true);
}

/** The result of a look, in one line. */
export function probeWords(probe: Probe, { expect_status, expect_text }: Expected): string {
  const { status, milliseconds, found, error } = probe;
  if (error !== null || status === null) return error ?? 'Nothing answered';
  const expected = expect_status ?? USUAL_STATUS;
  const answered = `Answered ${status}${status === expected ? '' : ` instead of ${expected}`} in ${milliseconds} ms`;
  if (expect_text === null) return answered;
  return `${answered}; “${expect_text}” ${found ? 'was found' : 'was not found'}`;
}

/** How many checks work, in short; null for the default one. */
export function checksInWords(
  title: string,
  checks: readonly Pick<Check, 'text' | 'state'>[],
): string | null {
  const [only, ...more] = checks;
  if (only === undefined) return null;
  if (more.length === 0) {
    if (only.state === 'open')
      return only.text === defaultCheck(title) ? null : `Done when: ${only.text}`;
    return only.state === 'passed' ? 'Its check works' : 'Its check does not work';
  }
  const count = (state: CheckState) => checks.filter((check) => check.state === state).length;
  const [passed, failed] = [count('passed'), count('failed')];
  if (passed + failed === 0) return `Done when ${checks.length} checks work`;
  const not = `${failed === 1 ? 'does' : 'do'} not`;
  if (passed === 0) return `${failed} of ${checks.length} checks ${not} work`;
  // An approval needs no marks: what nobody has looked at is not called a flaw.
  const open = checks.length - passed - failed;
  return [
    `${passed} of ${checks.length} checks ${passed === 1 ? 'works' : 'work'}`,
    failed > 0 && `${failed} ${not}`,
    open > 0 && `${open} not marked`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** Several checks in one sentence. */
export function quotedChecks(texts: readonly string[]): string {
  const quoted = texts.map((text) => `“${text}”`);
  return quoted.length < 2
    ? quoted.join('')
    : `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)}`;
}

/** The checks that somebody has written, from the fields of a form. */
export function writtenChecks<Fields extends { text: string; url?: string | null | undefined }>(
  checks: readonly Fields[],
): Fields[] {
  return checks.filter(({ text, url }) => !isBlank(text) || (url && !isBlank(url)));
}

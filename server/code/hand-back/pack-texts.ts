import { defaultCheck } from '#domain/check.ts';
import type { CheckState } from '#domain/check-schemas.ts';
import type { ChangedCode } from '#domain/code.ts';
import { shortened } from '#domain/cut-text.ts';
import type { Rotation } from '#domain/secret.ts';
import { oneLine, quoted } from './rules-section.ts';

/** Of the changed files, so many are named. */
const NAMED = 500;
const WHY_LENGTH = 4000;

/** A milestone whose delivery is done. */
export interface DoneMilestone {
  title: string;
  description: string;
  /** What its developer said of the delivery. */
  message: string;
  submitted_at: Date;
  /** When its customer approved it; null where a moderator's closing has paid its developer. */
  decided_at: Date | null;
  checks: DoneCheck[];
}

interface DoneCheck {
  /** Null where nobody wrote any. */
  text: string | null;
  state: CheckState;
  evidence: string | null;
  url: string | null;
}

const STATE_WORDS: Record<CheckState, string> = {
  passed: 'works',
  failed: 'does not work',
  open: 'not looked at',
};

interface Done {
  /** What the customer asked for. */
  why: string;
  milestones: readonly DoneMilestone[];
  /** The first of them. */
  files: readonly ChangedCode[];
  /** Of all files that were changed. */
  count: number;
  /** Whether the customer brought no project. */
  isNew: boolean;
  /** Names of the files for tools that write code; none where nothing must be kept. */
  rules: readonly string[];
}

/** `CHANGES.md`: what was done and why, which checks say so, and what to do with the pack. */
export function changesText({ why, milestones, files, count, isNew, rules }: Done): string {
  const parts = [
    '# What was changed',
    '## Why',
    'This is what was asked for:',
    quoted(shortened(why, WHY_LENGTH)),
    ...milestones.map(milestoneText),
    '## Files',
    filesText(files, count),
    '## How to use this',
    howText(files.length > 0 ? patchText(isNew) : null, rules),
  ];
  return `${parts.join('\n\n')}\n`;
}

function milestoneText(milestone: DoneMilestone, index: number): string {
  const { title, description, message, checks } = milestone;
  return [
    `## ${index + 1}. ${oneLine(title)}`,
    whenText(milestone),
    '**What:**',
    quoted(description),
    ...(message.trim() === '' ? [] : ['**In the words of who did it:**', quoted(message)]),
    '**Checks:**',
    checks.map((check) => checkText(check, title)).join('\n'),
  ].join('\n\n');
}

function whenText({ submitted_at, decided_at }: DoneMilestone): string {
  const day = (at: Date) => at.toISOString().slice(0, 10);
  return decided_at
    ? `Approved on ${day(decided_at)}.`
    : `Handed in on ${day(submitted_at)}. A moderator closed the request for the unblocker.`;
}

function checkText({ text, state, evidence, url }: DoneCheck, title: string): string {
  const shown = [evidence && oneLine(evidence), url].filter(Boolean).join(' ');
  const line = `- [${state === 'passed' ? 'x' : ' '}] ${oneLine(text ?? defaultCheck(title))}: ${STATE_WORDS[state]}`;
  return shown === '' ? line : `${line}. Evidence: ${shown}`;
}

function filesText(files: readonly ChangedCode[], count: number): string {
  if (files.length === 0) return 'None: the project stands as you brought it last.';
  const lines = files.slice(0, NAMED).map(fileText);
  const more = count - NAMED;
  return [...lines, ...(more > 0 ? [`- and ${more} more, all in changes.patch`] : [])].join('\n');
}

function fileText({ path, old_path, kind, added, removed, is_binary }: ChangedCode): string {
  const name = code(path);
  if (kind === 'moved') return `- ${name}: moved from ${code(old_path ?? '')}`;
  return is_binary ? `- ${name}: ${kind}` : `- ${name}: ${kind}, +${added} −${removed}`;
}

function patchText(isNew: boolean): string {
  const run = 'run `git apply --whitespace=nowarn changes.patch`';
  return isNew
    ? `- \`changes.patch\` makes the same in an empty folder, as you brought no project here: ${run} in it.`
    : `- \`changes.patch\` makes the same of the project as you brought it last: ${run} in its folder.`;
}

function howText(patch: string | null, rules: readonly string[]): string {
  const steps = [
    '- `project/` is the whole project as it was approved.',
    ...(patch === null ? [] : [patch]),
    ...(rules.length > 0
      ? [
          `- ${rules.map((path) => `\`${path}\``).join(', ')}: copy into the top folder of your project, so that your AI tool does not undo the work. What you have in such files already is in them.`,
        ]
      : []),
    '- `ROTATE.md` names the keys that you should replace.',
  ];
  return steps.join('\n');
}

/** `ROTATE.md`: which keys were in what the customer brought, masked or shared as they were. */
export function rotateText({
  masked,
  hasShared,
}: {
  masked: readonly Rotation[];
  hasShared: boolean;
}): string {
  const title = '# Rotate these';
  if (masked.length === 0 && !hasShared) {
    return `${title}\n\nNo keys or passwords were found in the project.\n`;
  }
  const parts = [
    title,
    'A key that has been in a project should be replaced: make a new one where it comes from, put it into your settings, and end the old one.',
  ];
  if (hasShared) {
    parts.push(
      '## First: what you shared as it was',
      'In this request you chose to share keys as they were, so others have read them. Replace all of those.',
    );
  }
  if (masked.length > 0) {
    const lines = new Set(masked.map(rotationLine));
    parts.push('## Masked here, so that nobody else has read them', [...lines].join('\n'));
  }
  return `${parts.join('\n\n')}\n`;
}

function rotationLine({ kind, excerpt, places }: Rotation): string {
  const where = places.map(({ path, line }) => place(path, line)).join('; ');
  return `- ${kind} ${code(excerpt)}${where && `, ${where}`}`;
}

function place(path: string | null, line: number): string {
  if (path === null) return `line ${line}`;
  return line > 0 ? `${code(path)} line ${line}` : code(path);
}

function code(words: string): string {
  return `\`${words.replaceAll('`', "'")}\``;
}

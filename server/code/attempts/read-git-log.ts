import { linesOf } from '../project-texts.ts';
import { AttemptBuilder, type AttemptContent, type Turn } from './attempt-content.ts';
import { instantOf } from './json-values.ts';

interface Commit extends Turn {
  answer: string;
  files: Set<string>;
}

const MOST_COMMITS = 20_000;

/** What `git log` printed, with or without its files; null for what is none. Authors are left out. */
export function readGitLog(text: string): AttemptContent | null {
  const commits = /^commit [0-9a-f]{7,64}\b/m.test(text.slice(0, 2000))
    ? longLog(text)
    : shortLog(text);
  if (commits.length === 0) return null;
  const builder = new AttemptBuilder();
  // Printed are the newest first.
  for (const commit of commits.reverse()) builder.add({ ...commit, answer: commit.answer.trim() });
  return builder.build('git');
}

function newCommit(prompt: string): Commit {
  return { at: null, prompt, answer: '', files: new Set(), outputs: [] };
}

function longLog(text: string): Commit[] {
  const commits: Commit[] = [];
  let commit: Commit | null = null;
  for (const [raw] of linesOf(text, 1000)) {
    const line = raw.trimEnd();
    if (/^commit [0-9a-f]{7,64}(?:\s|$)/.test(line)) {
      if (commits.length >= MOST_COMMITS) break;
      commit = newCommit('');
      commits.push(commit);
    } else if (commit) {
      takeLine(commit, line);
    }
  }
  return commits.filter(({ prompt }) => prompt !== '');
}

function takeLine(commit: Commit, line: string): void {
  const [, date] = /^(?:Author|Commit)?Date:\s{1,10}(.{1,60})$/.exec(line) ?? [];
  if (date !== undefined) commit.at ??= instantOf(date);
  else if (line.startsWith('    ')) takeWords(commit, line.trim());
  else {
    const path = pathIn(line);
    if (path !== null && commit.files.size < 1000) commit.files.add(path);
  }
}

function takeWords(commit: Commit, words: string): void {
  if (commit.prompt === '') commit.prompt = words;
  else if (commit.answer.length < 2000 && !/^(?:Co-authored-by|Signed-off-by):/i.test(words))
    commit.answer += `${words}\n`;
}

/** ` src/a.ts | 12 ++--`, `M	src/a.ts`, `12	3	src/a.ts`, `+++ b/src/a.ts`. */
function pathIn(line: string): string | null {
  const stat = line.indexOf(' | ');
  if (line.startsWith(' ') && stat > 0) return movedTo(line.slice(1, stat).trim());
  if (line.startsWith('+++ b/')) return line.slice('+++ b/'.length);
  const parts = line.split('\t');
  const isNamed = /^(?:[ACDMRTU]\d{0,3}|\d{1,9}|-)$/.test(parts[0] ?? '');
  return isNamed && parts.length > 1 ? movedTo(parts.at(-1) ?? '') : null;
}

/** `src/{old => new}/a.ts` as it is now. */
function movedTo(path: string): string {
  const [from, to] = [path.indexOf('{'), path.indexOf('}')];
  const arrow = path.indexOf(' => ');
  if (arrow < 0) return path;
  if (from < 0 || to < arrow) return path.slice(arrow + 4);
  return (path.slice(0, from) + path.slice(arrow + 4, to) + path.slice(to + 1)).replace('//', '/');
}

/** `git log --oneline`: nearly every line begins with a short name. */
function shortLog(text: string): Commit[] {
  const commits: Commit[] = [];
  let others = 0;
  for (const [line] of linesOf(text, 1000)) {
    const [, words] =
      /^[*|\\/ ]{0,20}[0-9a-f]{7,12} (?:\([^)]{0,200}\) )?(\S.{0,600})/.exec(line) ?? [];
    const path = pathIn(line);
    if (words !== undefined) commits.push(newCommit(words.trim()));
    else if (path !== null) commits.at(-1)?.files.add(path);
    else if (line.trim() !== '' && !/^ \d{1,9} files? changed/.test(line)) others++;
    if (commits.length >= MOST_COMMITS || (others > 50 && others > commits.length)) break;
  }
  return commits.length >= 3 && others * 4 <= commits.length ? commits : [];
}

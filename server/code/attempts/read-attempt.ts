import { readFile } from 'node:fs/promises';
import { Refusal } from '#domain/refusals.ts';
import type { FoundSecret, SecretsChoice } from '#domain/secret.ts';
import { decode, encodingOf } from '../../files/shield/encoding.ts';
import { describe } from '../../files/shield/find-secrets.ts';
import { Masking } from '../../files/shield/masking.ts';
import { look } from '../../files/shield/scan-text.ts';
import { AttemptBuilder, type AttemptContent, KEPT } from './attempt-content.ts';
import { readGitLog } from './read-git-log.ts';
import { readChatJson, readJsonLines } from './read-json.ts';
import { readChatMarkdown } from './read-markdown.ts';

// Tasks for worker threads.

export interface AttemptSource {
  /** A file of this machine, or the words themselves. */
  file?: string;
  text?: string;
  /** What it is called, where something is found in it. */
  name: string;
  choice: SecretsChoice | null;
}

export interface ReadAttempt {
  content: AttemptContent;
  /** Keys that are in what is kept, where nobody has said what becomes of them. */
  found: FoundSecret[];
}

const READERS = [readJsonLines, readChatJson, readGitLog, readChatMarkdown];

/**
 * What a session, chat or history says of what was tried: whatever cannot be told apart is kept as
 * words. With `mask`, placeholders stand in what is kept for keys that only show once it is read.
 * @throws Refusal `not_text`
 */
export async function readAttempt({
  file,
  text,
  name,
  choice,
}: AttemptSource): Promise<ReadAttempt> {
  const content = attemptIn(file === undefined ? (text ?? '') : await textOf(file));
  const masking = new Masking();
  const found: FoundSecret[] = [];
  const checked = eachText(content, (part) => {
    const secrets = look(part, 20);
    if (secrets.length === 0) return part;
    for (const { kind, line, excerpt } of describe(part, secrets))
      if (found.length < 100) found.push({ where: name, kind, line, excerpt });
    return choice === 'mask' ? (masking.text(part, null) ?? '') : part;
  });
  return { content: checked, found };
}

/** @throws Refusal `not_text` */
async function textOf(file: string): Promise<string> {
  const bytes = await readFile(file);
  const encoding = encodingOf(bytes);
  if (encoding === 'binary') throw new Refusal('not_text');
  return decode(bytes, encoding);
}

/** What a text says of what was tried. */
export function attemptIn(text: string): AttemptContent {
  const words = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  for (const read of READERS) {
    const content = tried(() => read(words));
    if (content) return content;
  }
  const builder = new AttemptBuilder();
  builder.add({
    at: null,
    prompt: '',
    answer: null,
    files: [],
    outputs: [words.slice(0, KEPT.text * 10)],
  });
  return { ...builder.build('text', words.trim()), steps: [] };
}

/** What a reader fails at, such as what nests too deeply, is left to the next one. */
function tried(read: () => AttemptContent | null): AttemptContent | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/** The content with each of its texts as `change` has it. */
function eachText(content: AttemptContent, change: (text: string) => string): AttemptContent {
  return {
    ...content,
    steps: content.steps.map(({ at, prompt, answer, files, errors }) => ({
      at,
      prompt: change(prompt),
      answer: answer === null ? null : change(answer),
      files: files.map(change),
      errors: errors.map(change),
    })),
    files: content.files.map(({ path, count }) => ({ path: change(path), count })),
    errors: content.errors.map(({ text, count }) => ({ text: change(text), count })),
    text: content.text === null ? null : change(content.text),
  };
}

import { isRecord } from '../project-texts.ts';
import type { AttemptBuilder, Turn } from './attempt-content.ts';
import { instantOf, listAt, textAt, wordsOf } from './json-values.ts';

/** One message of a chat or session, as far as it says who wrote what. */
export interface Said {
  by: 'person' | 'tool';
  at: string | null;
  words: string;
  /** Files that the tool wrote. */
  files: string[];
  /** What programs answered the tool. */
  outputs: string[];
}

const PEOPLE = ['user', 'human', 'person', 'customer'];
const TOOLS = [
  'assistant',
  'ai',
  'model',
  'bot',
  'agent',
  'claude',
  'gemini',
  'gpt',
  'chatgpt',
  'tool',
  'function',
];

/** A message in one of the usual shapes; null for what is none. */
export function saidIn(value: unknown): Said | null {
  if (!isRecord(value)) return null;
  const author = isRecord(value.author) ? textAt(value.author, 'role', 'name') : null;
  const role = (
    textAt(value, 'role', 'sender', 'from', 'speaker', 'author', 'type') ?? author
  )?.toLowerCase();
  if (role === undefined) return null;
  const isPerson = PEOPLE.includes(role);
  if (!isPerson && !TOOLS.includes(role)) return null;
  const content = value.content ?? value.text ?? value.message ?? value.parts ?? value.value;
  const results = partsOf(content, 'tool_result');
  return {
    // What a program answers comes in the person's name.
    by: isPerson && (results.length === 0 || wordsOf(content) !== '') ? 'person' : 'tool',
    at: instantOf(
      value.timestamp ?? value.create_time ?? value.created_at ?? value.createdAt ?? value.ts,
    ),
    words: isHidden(role) ? '' : wordsOf(content),
    files: partsOf(content, 'tool_use').flatMap(writtenBy),
    outputs: [
      ...results.map((part) => wordsOf(isRecord(part) ? part.content : '')),
      ...(isHidden(role) ? [wordsOf(content)] : []),
    ],
  };
}

const isHidden = (role: string) => role === 'tool' || role === 'function';

function partsOf(content: unknown, type: string): unknown[] {
  return (Array.isArray(content) ? content.slice(0, 200) : []).filter(
    (part) => textAt(part, 'type') === type,
  );
}

const WRITES =
  /^(?:edit|multiedit|write|notebookedit|str_replace\w*|create_file|write_to_file|replace_in_file|apply_diff|insert_content|edit_file|search_replace)$/i;

function writtenBy(part: unknown): string[] {
  if (!isRecord(part) || !WRITES.test(textAt(part, 'name') ?? '')) return [];
  const path = textAt(part.input, 'file_path', 'path', 'notebook_path', 'target_file', 'filePath');
  return path === null ? [] : [path];
}

/** Turns of messages: each begins with what a person asked for. */
export class Turns {
  private readonly builder: AttemptBuilder;
  private turn:
    | (Omit<Turn, 'outputs' | 'files'> & { files: Set<string>; outputs: string[] })
    | null = null;

  constructor(builder: AttemptBuilder) {
    this.builder = builder;
  }

  add({ by, at, words, files, outputs }: Said): void {
    if (this.builder.isFull) return;
    const said = by === 'person' ? asked(words) : '';
    if (said !== '') {
      this.end();
      this.turn = { at, prompt: said, answer: null, files: new Set(), outputs: [said] };
    }
    if (!this.turn) return;
    if (by === 'tool' && words.trim() !== '') {
      this.turn.answer = words;
      if (files.length === 0) {
        const plain = this.builder.inText(words.slice(0, MOST_PATHS.read));
        for (const path of pathsIn(plain)) this.turn.files.add(path);
      }
    }
    for (const path of files) this.turn.files.add(path);
    if (this.turn.outputs.length < 500) this.turn.outputs.push(...outputs);
  }

  end(): void {
    if (this.turn) this.builder.add(this.turn);
    this.turn = null;
  }
}

/** What a person typed; what their tool puts into their mouth is none of it. */
function asked(words: string): string {
  const text = words.trim();
  if (
    /^(?:<(?:command-|local-command|system-reminder|environment_|user_instructions)|Caveat: The messages below|\[Request interrupted)/.test(
      text,
    )
  )
    return '';
  return text
    .replace(/^<(task|user_message|feedback)>\s{0,10}/, '')
    .replace(/<\/(?:task|user_message|feedback)>/, '');
}

/** The messages in whatever a chat was exported as; null where there are none. */
export function messagesIn(value: unknown, depth = 0): unknown[] | null {
  if (depth > 4) return null;
  if (Array.isArray(value)) return inArray(value, depth);
  if (!isRecord(value)) return null;
  if (isRecord(value.mapping)) return inTree(value.mapping, textAt(value, 'current_node'));
  for (const key of [
    'messages',
    'chat_messages',
    'conversation',
    'conversations',
    'history',
    'turns',
    'items',
    'chat',
    'data',
    'requests',
  ]) {
    const found = messagesIn(value[key], depth + 1);
    if (found) return found;
  }
  return null;
}

function inArray(values: unknown[], depth: number): unknown[] | null {
  if (values.slice(0, 20).some((each) => saidIn(each) !== null)) return values;
  const chats = values.slice(0, 20_000).filter((each) => isRecord(each));
  return newest(chats, depth);
}

/** Of all chats that somebody ever had, the last one is about this; the others are nobody's business. */
function newest(chats: Record<string, unknown>[], depth: number): unknown[] | null {
  const whenOf = (chat: Record<string, unknown>) =>
    instantOf(chat.update_time ?? chat.updated_at ?? chat.create_time ?? chat.created_at) ?? '';
  const [last] = chats.toSorted((a, b) => (whenOf(a) < whenOf(b) ? 1 : -1));
  return last ? messagesIn(last, depth + 1) : null;
}

/** A chat whose messages were asked anew has branches: the last one counts. */
function inTree(mapping: Record<string, unknown>, current: string | null): unknown[] {
  const path: unknown[] = [];
  const seen = new Set<string>();
  let id = current ?? lastLeaf(mapping);
  while (id !== null && !seen.has(id) && seen.size < 20_000) {
    seen.add(id);
    const node: unknown = Object.hasOwn(mapping, id) ? mapping[id] : null;
    if (isRecord(node) && isRecord(node.message)) path.push(node.message);
    id = textAt(node, 'parent');
  }
  return path.reverse();
}

function lastLeaf(mapping: Record<string, unknown>): string | null {
  return (
    Object.keys(mapping).findLast((id) => listAt(mapping[id], 'children').length === 0) ?? null
  );
}

const FILE =
  /\.(?:tsx?|jsx?|mjs|cjs|vue|svelte|astro|py|java|kts?|go|rs|php|rb|dart|cs|swift|exs?|sql|css|scss|html|json|ya?ml|toml|md|prisma)(?=$|:\d|[.:]?$)/i;
const MOST_PATHS = { read: 64 * 1024, found: 60 };

/** Paths of files that a text names, such as an answer that says what was changed. */
function pathsIn(text: string): string[] {
  const found = new Set<string>();
  for (const word of text.split(/[\s"'`()<>[\]{}|,;*=]+/)) {
    if (found.size >= MOST_PATHS.found) break;
    if (word.length > 200 || !word.includes('/') || word.includes('://')) continue;
    const ending = FILE.exec(word);
    if (ending)
      found.add(word.slice(0, ending.index + ending[0].length).replace(/^(?:\.\/|[ab]\/)/, ''));
  }
  return [...found];
}

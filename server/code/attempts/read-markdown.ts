import { linesOf } from '../project-texts.ts';
import { AttemptBuilder, type AttemptContent } from './attempt-content.ts';
import { type Said, Turns } from './messages.ts';

const PEOPLE = ['user', 'human', 'you', 'you said', 'me', 'prompt', 'question', 'customer'];
const TOOLS = [
  'assistant',
  'cursor',
  'claude',
  'claude said',
  'claude code',
  'chatgpt',
  'chatgpt said',
  'cline',
  'copilot',
  'github copilot',
  'ai',
  'gpt',
  'gemini',
  'bolt',
  'lovable',
  'v0',
  'replit',
  'replit agent',
  'agent',
  'windsurf',
  'cascade',
  'codex',
  'aider',
  'answer',
  'response',
  'model',
  'bot',
];
/** Of one message: an answer is shortened anyhow. */
const MOST_WORDS = 200_000;

/** A chat that was exported as Markdown, or copied with its names; null for what is none. */
export function readChatMarkdown(text: string): AttemptContent | null {
  const builder = new AttemptBuilder();
  const turns = new Turns(builder);
  let answers = 0;
  for (const said of saidInMarkdown(text)) {
    if (said.by === 'tool') answers++;
    turns.add(withOutputs(said));
  }
  turns.end();
  return builder.isEmpty || answers === 0 ? null : builder.build('chat');
}

function* saidInMarkdown(text: string): Generator<Said> {
  let said: Said | null = null;
  let isCode = false;
  for (const [line] of linesOf(text)) {
    if (/^\s{0,3}(?:```|~~~)/.test(line)) isCode = !isCode;
    const by = isCode ? null : speakerIn(line);
    if (by !== null) {
      if (said) yield said;
      said = { by, at: null, words: '', files: [], outputs: [] };
    } else if (said && said.words.length < MOST_WORDS && !isRuler(line)) {
      said.words += `${line}\n`;
    }
  }
  if (said) yield said;
}

const isRuler = (line: string) => /^\s{0,3}(?:-{3,10}|\*{3,10})\s{0,10}$/.test(line);

/** In an answer stand the errors that its tool saw. */
function withOutputs(said: Said): Said {
  return said.by === 'tool' ? { ...said, outputs: [said.words] } : said;
}

/** Who speaks from here on, as in `## User`, `**Cursor**`, `Human:` and `You said:`. */
function speakerIn(line: string): Said['by'] | null {
  if (line.length > 80) return null;
  const trimmed = line.trim();
  const isMarked = /^(?:#{1,6}\s|\*\*|__|_\*\*|>\s?\*\*)/.test(trimmed) || trimmed.endsWith(':');
  if (!isMarked) return null;
  const name = trimmed
    .replace(/\([^()]{0,40}\)/g, '')
    .replace(/[#*_>:]+/g, ' ')
    .replace(/[^\p{L}\p{N} ]+/gu, '')
    .trim()
    .toLowerCase();
  if (PEOPLE.includes(name)) return 'person';
  return TOOLS.includes(name) ? 'tool' : null;
}

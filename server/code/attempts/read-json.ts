import { isRecord, parseJson } from '../project-texts.ts';
import { AttemptBuilder, type AttemptContent, LONGEST_LINE } from './attempt-content.ts';
import { instantOf, textAt } from './json-values.ts';
import { messagesIn, saidIn, Turns } from './messages.ts';

/** A chat that was exported as JSON; null for what is none. */
export function readChatJson(text: string): AttemptContent | null {
  if (!/^\s{0,100}[[{]/.test(text.slice(0, 101))) return null;
  const builder = new AttemptBuilder();
  const turns = new Turns(builder);
  const value = parseJson(text);
  const messages = messagesIn(value);
  if (!messages) return null;
  // Of an export with several chats, one is read.
  if (Array.isArray(value) && value !== messages && value.length > 1) builder.skip();
  for (const message of messages) {
    const said = saidIn(message);
    if (said) turns.add(said);
  }
  turns.end();
  return builder.isEmpty ? null : builder.build('chat');
}

/** A session that was written line by line, as Claude Code and other tools do; null for what is none. */
export function readJsonLines(text: string): AttemptContent | null {
  if (!/^\s{0,100}\{/.test(text.slice(0, 101)) || !text.includes('\n')) return null;
  const builder = new AttemptBuilder();
  const turns = new Turns(builder);
  let isClaudeCode = false;
  let [failed, read] = [0, 0];
  for (const line of jsonLines(text)) {
    if (isRecord(line)) {
      read++;
      isClaudeCode ||= typeof line.sessionId === 'string' && isRecord(line.message);
      noteFolder(builder, line);
      take(turns, line);
      continue;
    }
    builder.skip();
    // Text in lines of which some happen to be JSON.
    if (++failed > 20 && failed > read) return null;
  }
  turns.end();
  return builder.isEmpty ? null : builder.build(isClaudeCode ? 'claude_code' : 'chat');
}

/** What each line holds; null for one that is no JSON, or too long. */
function* jsonLines(text: string): Generator<unknown> {
  for (let at = 0; at < text.length; ) {
    const next = text.indexOf('\n', at);
    const end = next < 0 ? text.length : next;
    const isBlank = text.slice(at, Math.min(end, at + 100)).trim() === '';
    if (!isBlank) yield end - at > LONGEST_LINE ? null : parseJson(text.slice(at, end));
    at = end + 1;
  }
}

/** Claude Code says in each line where it works, Codex in some. */
function noteFolder(builder: AttemptBuilder, line: Record<string, unknown>): void {
  const folder = textAt(line, 'cwd') ?? textAt(line.payload, 'cwd');
  if (folder !== null) builder.within(folder);
}

function take(turns: Turns, line: Record<string, unknown>): void {
  // Not of the person, or of the work beside the conversation.
  if (line.isMeta === true || line.isSidechain === true) return;
  const inner = isRecord(line.message)
    ? line.message
    : isRecord(line.payload)
      ? line.payload
      : line;
  const said = saidIn(inner);
  if (!said) return;
  turns.add({ ...said, at: said.at ?? instantOf(line.timestamp) });
}

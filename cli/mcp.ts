import { createInterface } from 'node:readline';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { Masking } from '../server/files/shield/masking.ts';
import { Api } from './api.ts';
import type { At } from './at.ts';
import { Failure } from './failure.ts';
import { OwnPlaceholders } from './own-placeholders.ts';
import { withoutKeys } from './own-words.ts';
import { read } from './read-answer.ts';

interface Message {
  jsonrpc?: string;
  id?: string | number | null;
  method?: string;
  params?: Record<string, unknown>;
  result?: { protocolVersion?: unknown };
}

/** In the reply to a call that could not be made; of the range that is free for servers. */
const FAILED = -32_000;
const NO_JSON = -32_700;
const NO_MESSAGE = -32_600;
const VERSION_IN_BODY = 'io.modelcontextprotocol/protocolVersion';
const LONGEST_LINE = 16 * 1024 ** 2;

/**
 * Speaks the Model Context Protocol on standard input and output, and hands each message on to the
 * server's `/mcp` with the sign-in of this program. Keys in what is sent are replaced here.
 */
class Bridge {
  private readonly api: Api;
  private readonly write: (line: string) => void;
  private readonly note: (words: string) => void;
  /** As the two sides have agreed. */
  private version: string | null = null;

  constructor(at: At, write: (line: string) => void) {
    this.api = new Api(at);
    this.write = write;
    this.note = (words) => at.terminal.note(words);
  }

  /** Hands one line on, and writes what comes back. Whatever goes wrong is a reply as well. */
  async take(line: string): Promise<void> {
    if (line.trim() === '') return;
    let said: unknown;
    try {
      if (line.length > LONGEST_LINE) throw new Error('too long');
      said = JSON.parse(line);
    } catch {
      this.fail(null, NO_JSON, 'This is no JSON.');
      return;
    }
    // Revisions before 2025-06-18 knew several in one line.
    const messages: unknown[] = Array.isArray(said) ? said : [said];
    if (messages.length === 0) this.fail(null, NO_MESSAGE, 'There is no message in it.');
    for (const message of messages) await this.takeOne(message);
  }

  private async takeOne(message: unknown): Promise<void> {
    if (!isMessage(message)) {
      this.fail(null, NO_MESSAGE, 'This is no message.');
      return;
    }
    try {
      await this.handOn(this.withoutKeys(message));
    } catch (error) {
      const words = error instanceof Failure ? error.message : 'Something unexpected happened.';
      this.note(words);
      if (message.id !== undefined && message.method !== undefined)
        this.fail(message.id, FAILED, words);
    }
  }

  private fail(id: Message['id'], code: number, message: string): void {
    this.write(JSON.stringify({ jsonrpc: '2.0', id: id ?? null, error: { code, message } }));
  }

  private async handOn(message: Message): Promise<void> {
    const answer = await this.api.send(
      {
        method: 'POST',
        path: '/mcp',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...this.aboutMessage(message),
        },
        body: JSON.stringify(message),
      },
      true,
    );
    const isEvents = answer.headers.get('content-type')?.startsWith('text/event-stream');
    if (isEvents && answer.body) {
      const events = answer.body
        .pipeThrough(new TextDecoderStream())
        .pipeThrough(new EventSourceParserStream({ maxBufferSize: LONGEST_LINE }));
      for await (const { data } of events) this.reply(data);
      return;
    }
    const text = (await read(answer)).toString('utf8');
    if (text !== '') this.reply(text);
    else if (answer.status >= 400)
      throw new Failure('unreachable', `The server answered ${answer.status}.`);
  }

  /** A reply of the server as one line; of what is none, nothing goes on. */
  private reply(text: string): void {
    let message: Message;
    try {
      message = JSON.parse(text);
    } catch {
      throw new Failure('unreachable', 'The server did not answer as Unblock does.');
    }
    if (message?.jsonrpc !== '2.0') {
      const { detail } = message as { detail?: unknown };
      throw new Failure('refused', typeof detail === 'string' ? detail : 'The server refused it.');
    }
    const { protocolVersion } = message.result ?? {};
    if (typeof protocolVersion === 'string') this.version = protocolVersion;
    this.write(JSON.stringify(message));
  }

  /** What the protocol wants to stand in headers as well. */
  private aboutMessage({ method, params }: Message): Record<string, string> {
    const meta = params?._meta as Record<string, unknown> | undefined;
    const inBody = meta?.[VERSION_IN_BODY];
    if (typeof inBody !== 'string')
      return this.version === null ? {} : { 'mcp-protocol-version': this.version };
    const name = params?.name ?? params?.uri;
    return {
      'mcp-protocol-version': inBody,
      ...(method && { 'mcp-method': method }),
      ...(typeof name === 'string' && /^[\x21-\x7e]+$/.test(name) && { 'mcp-name': name }),
    };
  }

  /** All that a program says, with placeholders for keys: they do not leave this machine. */
  private withoutKeys(message: Message): Message {
    const masking = new Masking(new OwnPlaceholders());
    const { id, ...said } = message;
    const safe = masked(said, masking) as Message;
    const found = masking.rotate;
    if (found.length > 0)
      this.note(
        `Replaced before sending: ${found.map(({ kind, placeholder }) => `${kind} by ${placeholder}`).join(', ')}`,
      );
    // A reply is known by the id as it was.
    return id === undefined ? safe : { id, ...safe };
  }
}

function isMessage(value: unknown): value is Message {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const DEEPEST = 50;

/** @throws Failure `keys` */
function masked(value: unknown, masking: Masking, depth = 0): unknown {
  if (depth > DEEPEST) throw new Failure('refused', 'It is nested too deeply.');
  if (typeof value === 'string') return withoutKeys(value, masking);
  if (Array.isArray(value)) return value.map((each) => masked(each, masking, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      withoutKeys(name, masking),
      masked(each, masking, depth + 1),
    ]),
  );
}

/** Until standard input ends. */
export async function mcp(at: At): Promise<void> {
  const bridge = new Bridge(at, (line) => process.stdout.write(`${line}\n`));
  const running = new Set<Promise<void>>();
  for await (const line of createInterface({ input: process.stdin })) {
    const taken = bridge.take(line).finally(() => running.delete(taken));
    running.add(taken);
  }
  await Promise.all(running);
}

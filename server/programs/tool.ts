import type {
  CallToolResult,
  McpServer,
  StandardSchemaWithJSON,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { WRITERS } from '#domain/message-author.ts';
import type { UserType } from '#domain/profile.ts';
import { type Api, CallRefused, type UploadText } from './api.ts';

/** What a tool has at hand. */
export interface At {
  api: Api;
  upload: UploadText;
  /** The address of a page, for a person. */
  link: (path: string) => string;
  /** The caller's role. */
  role: UserType;
}

/** One tool of the Model Context Protocol: `run` answers what `output` names, and no more is sent. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  input: z.ZodObject;
  output: z.ZodObject;
  /** Whose it is; everybody's where it is not said. */
  of?: UserType;
  writes?: true;
  run: (input: never, at: At) => Promise<object>;
}

/** Keeps the types of a tool's input and answer together. */
export function tool<Input extends z.ZodObject, Output extends z.ZodObject>(
  about: Omit<Tool, 'input' | 'output' | 'run'> & {
    input: Input;
    output: Output;
    run: (input: z.output<Input>, at: At) => Promise<z.input<Output>>;
  },
): Tool {
  return about;
}

/** Words of somebody else, set apart so that nobody's program takes them for its own orders. */
export const quote = z.object({
  written_by: z.enum(WRITERS),
  quoted: z.string(),
});
export type Quote = z.infer<typeof quote>;

/** As much of a file or patch as a program can use at once, in characters. */
export const MOST_TEXT = 60_000;

export const requestId = z.uuid().describe('The id of a request, from list_requests');

export function register(server: McpServer, tool: Tool, at: At): void {
  const { name, title, description, input, output, run } = tool;
  server.registerTool(
    name,
    {
      title,
      description,
      inputSchema: describedOnce(input),
      outputSchema: describedOnce(output),
      annotations: {
        readOnlyHint: !tool.writes,
        destructiveHint: false,
        idempotentHint: !tool.writes,
        openWorldHint: false,
      },
    },
    async (args) => answered(() => run(args as never, at), output),
  );
}

const described = new WeakMap<z.ZodObject, StandardSchemaWithJSON>();

/** A schema whose description is made once. The SDK asks for it with every request, which took 10 ms. */
export function describedOnce<Schema extends z.ZodObject>(schema: Schema): Schema {
  const kept = described.get(schema) ?? withDescription(schema);
  described.set(schema, kept);
  // It is asked for nothing else.
  return kept as StandardSchemaWithJSON & Schema;
}

function withDescription(schema: z.ZodObject): StandardSchemaWithJSON {
  const standard = (schema as unknown as StandardSchemaWithJSON)['~standard'];
  const once = (io: 'input' | 'output') => {
    let made: Record<string, unknown> | undefined;
    return (options: Parameters<(typeof standard.jsonSchema)[typeof io]>[0]) =>
      (made ??= standard.jsonSchema[io](options));
  };
  const jsonSchema = { input: once('input'), output: once('output') };
  return { '~standard': { ...standard, jsonSchema } };
}

async function answered(run: () => Promise<object>, output: z.ZodObject): Promise<CallToolResult> {
  try {
    const answer = output.parse(await run());
    return {
      structuredContent: answer,
      content: [{ type: 'text', text: JSON.stringify(answer) }],
    };
  } catch (error) {
    if (!(error instanceof CallRefused)) throw error;
    return { isError: true, content: [{ type: 'text', text: explained(error) }] };
  }
}

/** Why it was refused, and what to do next. */
function explained({ message, code, status, items }: CallRefused): string {
  const next = NEXT[code] ?? (status === 429 ? 'Wait, then try again.' : '');
  const found = items.map(({ kind, line }) => `${kind} in line ${line}`).join('; ');
  return [message, found && `Found: ${found}.`, next].filter(Boolean).join(' ');
}

const NEXT: Record<string, string> = {
  not_found: 'Use list_requests to see which requests there are.',
  parts_stayed: 'Do not propose these again, only what is missing.',
  scope_missing: 'Ask its owner for a token that may write.',
  secrets_found: 'Take the keys out and send it again. Never send a key on.',
  takes_quotes: 'There is no tool for it: a person writes it, on the page of the request.',
  wrong_state: 'Use read_request to see whose turn it is, and for what.',
};

/** Programs of people, which speak the Model Context Protocol by its official client. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Quote } from '../programs/tool.ts';
import { ok } from './deeds.ts';
import type { Person, World } from './world.ts';

export async function tokenOf(person: Person, scopes = ['write']): Promise<string> {
  const body = { name: 'Editor', scopes };
  return ok(await person.call<{ token: string }>('POST', '/api/me/tokens', body)).token;
}

/** An editor that speaks the protocol by its official client. */
export async function editorOf(world: World, token: string): Promise<Client> {
  const client = new Client({ name: 'editor', version: '1' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', world.url), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    }),
  );
  return client;
}

/** Calls a tool; `is` is its structured answer, of any shape. */
export async function use(client: Client, name: string, args: Record<string, unknown> = {}) {
  const {
    isError = false,
    content,
    structuredContent,
  } = await client.callTool({
    name,
    arguments: args,
  });
  const [said] = content as { text: string }[];
  return { isError, text: said?.text ?? '', is: structuredContent as Answers };
}

/** What the tools of these tests answer. */
export interface Answers {
  requests: { id: string; my_turn: boolean }[];
  earlier: string | null;
  description: Quote;
  plan: { title: Quote; checks: { id: string }[] }[];
  messages: { text: Quote }[];
  versions: { id: string }[];
  items: object[];
  lines: object[];
  text: string | null;
  to_line: number;
  is_complete: boolean;
  why_cut: string | null;
  file: string | null;
  entries: number;
  patch: string | null;
  why_no_patch: string | null;
  link: string;
  draft_id: string;
}

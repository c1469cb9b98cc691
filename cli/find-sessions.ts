import { createHash } from 'node:crypto';
import { lstat, open, readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import type { AiTool } from '../domain/ai-tool.ts';
import { MAX_FILE_BYTES } from '../domain/file-rules.ts';
import { isSameFolder } from './safe-path.ts';

/** A session with an AI tool that was about this folder, as the tool keeps it on this machine. */
export interface Session {
  tool: string;
  /** As the request names it; null for OTHER. */
  ai_tool: AiTool | null;
  file: string;
  name: string;
  /** Milliseconds. */
  at: number;
  size: number;
}

/** Older ones are hardly about what is stuck now. */
const RECENT_MS = 30 * 24 * 3_600_000;
const MOST_OFFERED = 5;
const MOST_LOOKED_AT = 500;

type Found = Pick<Session, 'tool' | 'ai_tool' | 'file'>;

/** Where tools keep their sessions. A further one is a further line. */
const finders: readonly ((folder: string) => Promise<Found[]>)[] = [
  claudeCode,
  codex,
  geminiCli,
  aider,
];

/** The newest sessions about any of these folders, the newest first. Nothing is sent by finding them. */
export async function findSessions(folders: readonly string[]): Promise<Session[]> {
  const found = await Promise.all(
    folders.flatMap((folder) => finders.map((find) => find(folder).catch(() => []))),
  );
  const seen = new Map(found.flat().map((each) => [each.file, each]));
  const sessions: Session[] = [];
  for (const each of seen.values()) {
    const about = await lstat(each.file).catch(() => null);
    if (!about?.isFile() || about.size === 0 || about.size > MAX_FILE_BYTES) continue;
    if (about.mtimeMs < Date.now() - RECENT_MS) continue;
    const name = basename(each.file).replace(/^\./, '');
    sessions.push({ ...each, name, at: about.mtimeMs, size: about.size });
  }
  return sessions.sort((a, b) => b.at - a.at).slice(0, MOST_OFFERED);
}

async function filesIn(folder: string, ending: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.endsWith(ending)).map((name) => join(folder, name));
}

async function claudeCode(folder: string): Promise<Found[]> {
  const home = process.env.CLAUDE_CONFIG_DIR || join(homedir(), '.claude');
  const own = join(home, 'projects', folder.replace(/[^A-Za-z0-9]/g, '-'));
  const files = await filesIn(own, '.jsonl');
  return files.map((file) => ({ tool: 'Claude Code', ai_tool: 'CLAUDE', file }));
}

/** All its sessions lie together, by day; each says in its first line where it ran. */
async function codex(folder: string): Promise<Found[]> {
  const all = join(process.env.CODEX_HOME || join(homedir(), '.codex'), 'sessions');
  const files = await inDays(all);
  const found: Found[] = [];
  for (const file of files.slice(0, MOST_LOOKED_AT)) {
    const head = await beginningOf(file);
    const [, place] = /"cwd":("(?:[^"\\]|\\.){0,4000}")/.exec(head) ?? [];
    if (place && isSameFolder(JSON.parse(place), folder))
      found.push({ tool: 'Codex', ai_tool: 'CHAT_GPT', file });
  }
  return found;
}

async function inDays(all: string): Promise<string[]> {
  const files: string[] = [];
  for (const year of await newestFirst(all))
    for (const month of await newestFirst(join(all, year)))
      for (const day of await newestFirst(join(all, year, month)))
        if (files.length < MOST_LOOKED_AT)
          files.push(...(await filesIn(join(all, year, month, day), '.jsonl')));
  return files;
}

async function newestFirst(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => /^\d+$/.test(name))
    .sort()
    .reverse();
}

async function beginningOf(file: string): Promise<string> {
  const opened = await open(file);
  try {
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(16_384), 0, 16_384, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await opened.close();
  }
}

async function geminiCli(folder: string): Promise<Found[]> {
  const hash = createHash('sha256').update(folder).digest('hex');
  const files = await filesIn(join(homedir(), '.gemini', 'tmp', hash, 'chats'), '.json');
  return files.map((file) => ({ tool: 'Gemini CLI', ai_tool: null, file }));
}

async function aider(folder: string): Promise<Found[]> {
  return [{ tool: 'Aider', ai_tool: null, file: join(folder, '.aider.chat.history.md') }];
}

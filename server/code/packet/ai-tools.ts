import { type AiTool, aiToolLabels } from '#domain/ai-tool.ts';
import type { Packet } from '#domain/packet.ts';
import type { ProjectFile } from '../project-files.ts';
import { nameOf, type ProjectTexts } from '../project-texts.ts';

interface Mark {
  tool: AiTool;
  /** Where the tool is none of ours. */
  name?: string;
  /** Of a file, or with `/` at its end of a folder; `*` stands for the rest of a name. */
  paths?: readonly string[];
  /** A package that the tool puts into package.json. */
  packages?: readonly string[];
  /** What it writes into a readme. */
  words?: readonly string[];
}

/** The surest first: what a tool that builds whole projects leaves says more than rules for an editor. */
const marks: readonly Mark[] = [
  {
    tool: 'LOVABLE',
    paths: ['.lovable/'],
    packages: ['lovable-tagger'],
    words: ['lovable.dev/projects/'],
  },
  { tool: 'BOLT.NEW', paths: ['.bolt/'], words: ['bolt.new/~/'] },
  { tool: 'REPLIT', paths: ['.replit', 'replit.nix', 'replit.md'] },
  { tool: 'VO', paths: ['.v0/', 'v0.json'], words: ['v0.dev/chat/', 'v0.app/chat/'] },
  {
    tool: 'CLAUDE',
    paths: ['CLAUDE.md', 'CLAUDE.local.md', '.claude/', '.claude.json', '.mcp.json'],
  },
  { tool: 'CURSOR', paths: ['.cursor/', '.cursorrules', '.cursorignore', '.cursorindexingignore'] },
  { tool: 'WINDSURF', paths: ['.windsurfrules', '.windsurf/', '.codeiumignore'] },
  { tool: 'CLINE', paths: ['.clinerules', '.clinerules/', '.clineignore'] },
  {
    tool: 'COPILOT',
    paths: ['.github/copilot-instructions.md', '.github/instructions/', '.github/prompts/'],
  },
  { tool: 'CHAT_GPT', name: 'Codex', paths: ['.codex/'] },
  { tool: 'OTHER', name: 'Gemini', paths: ['GEMINI.md', '.gemini/', '.idx/'] },
  { tool: 'OTHER', name: 'Aider', paths: ['.aider*'] },
  { tool: 'OTHER', name: 'Roo Code', paths: ['.roo/', '.roorules', '.roomodes'] },
  { tool: 'OTHER', name: 'Junie', paths: ['.junie/'] },
  { tool: 'OTHER', name: 'Kiro', paths: ['.kiro/'] },
  { tool: 'OTHER', name: 'Base44', packages: ['@base44/sdk'] },
  { tool: 'OTHER', name: 'Firebase Studio', paths: ['.firebase-studio/'] },
  // Many tools read it: it says that one was used, and not which.
  { tool: 'OTHER', name: 'An AI tool', paths: ['AGENTS.md'] },
];

const MOST_MARKS = 5;

/** The AI tools that a project shows marks of, the surest first. */
export async function aiToolsOf(
  files: readonly ProjectFile[],
  texts: ProjectTexts,
): Promise<Packet['ai_tools']> {
  const words = await readmes(files, texts);
  const packages = await packageNames(files, texts);
  return marks.flatMap(({ tool, name = aiToolLabels[tool], ...mark }) => {
    const found = [
      ...files.filter(({ path }) => mark.paths?.some((wanted) => isAt(path, wanted))),
      ...packages.filter(({ text }) => mark.packages?.some((one) => text.includes(`"${one}"`))),
      ...words.filter(({ text }) => mark.words?.some((one) => text.includes(one))),
    ];
    if (found.length === 0) return [];
    const paths = [...new Set(found.map(({ path }) => path))];
    return [{ tool, name, marks: paths.slice(0, MOST_MARKS) }];
  });
}

/** At the top of the project, or of a project in it. */
function isAt(path: string, wanted: string): boolean {
  if (wanted.endsWith('/')) return path.startsWith(wanted) || path.includes(`/${wanted}`);
  if (wanted.endsWith('*')) return nameOf(path).startsWith(wanted.slice(0, -1));
  return path === wanted || path.endsWith(`/${wanted}`);
}

interface Text {
  path: string;
  text: string;
}

const packageNames = (files: readonly ProjectFile[], texts: ProjectTexts) =>
  read(files, texts, (path) => nameOf(path) === 'package.json');

const readmes = (files: readonly ProjectFile[], texts: ProjectTexts) =>
  read(files, texts, (path) => path.toLowerCase() === 'readme.md' || path === 'index.html');

async function read(
  files: readonly ProjectFile[],
  texts: ProjectTexts,
  wanted: (path: string) => boolean,
): Promise<Text[]> {
  const found: Text[] = [];
  for (const { path } of files.filter((file) => wanted(file.path)).slice(0, 40)) {
    const text = await texts.text(path);
    if (text !== null) found.push({ path, text });
  }
  return found;
}

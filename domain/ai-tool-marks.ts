import { type AiTool, aiToolLabels } from './ai-tool.ts';

// By what a project shows that an AI tool wrote it.

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

interface Text {
  path: string;
  text: string;
}

/** An AI tool, with paths that show it. */
export interface MarkedTool {
  tool: AiTool;
  name: string;
  marks: string[];
}

/** Whether a file, by its path, is one whose text may name an AI tool. */
export function mayNameAiTool(path: string): boolean {
  return nameOf(path) === 'package.json' || isReadme(path);
}

/**
 * The AI tools that a project shows marks of, the surest first.
 * @param texts of those files that `mayNameAiTool`
 */
export function aiToolsIn(paths: readonly string[], texts: readonly Text[]): MarkedTool[] {
  const words = texts.filter(({ path }) => isReadme(path));
  const packages = texts.filter(({ path }) => nameOf(path) === 'package.json');
  return marks.flatMap(({ tool, name = aiToolLabels[tool], ...mark }) => {
    const found = [
      ...paths.filter((path) => mark.paths?.some((wanted) => isAt(path, wanted))),
      ...having(
        packages,
        mark.packages?.map((one) => `"${one}"`),
      ),
      ...having(words, mark.words),
    ];
    return found.length === 0
      ? []
      : [{ tool, name, marks: [...new Set(found)].slice(0, MOST_MARKS) }];
  });
}

/** The one that a request's form can name; null where there is none. */
export function namedAiTool(tools: readonly Pick<MarkedTool, 'tool'>[]): AiTool | null {
  return tools.find(({ tool }) => tool !== 'OTHER')?.tool ?? null;
}

function having(texts: readonly Text[], words: readonly string[] = []): string[] {
  return texts
    .filter(({ text }) => words.some((word) => text.includes(word)))
    .map(({ path }) => path);
}

/** At the top of the project, or of a project in it. */
function isAt(path: string, wanted: string): boolean {
  if (wanted.endsWith('/')) return path.startsWith(wanted) || path.includes(`/${wanted}`);
  if (wanted.endsWith('*')) return nameOf(path).startsWith(wanted.slice(0, -1));
  return path === wanted || path.endsWith(`/${wanted}`);
}

/** At the top, or in the one folder that an archive often has there. */
const isReadme = (path: string) => /^(?:[^/]+\/)?(?:readme\.md|index\.html)$/i.test(path);

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

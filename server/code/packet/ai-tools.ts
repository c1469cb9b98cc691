import { aiToolsIn, mayNameAiTool } from '#domain/ai-tool-marks.ts';
import type { Packet } from '#domain/packet.ts';
import type { ProjectFile } from '../project-files.ts';
import type { ProjectTexts } from '../project-texts.ts';

const MOST_READ = 80;

/** The AI tools that a project shows marks of, the surest first. */
export async function aiToolsOf(
  files: readonly ProjectFile[],
  texts: ProjectTexts,
): Promise<Packet['ai_tools']> {
  const read: { path: string; text: string }[] = [];
  for (const { path } of files.filter((file) => mayNameAiTool(file.path)).slice(0, MOST_READ)) {
    const text = await texts.text(path);
    if (text !== null) read.push({ path, text });
  }
  return aiToolsIn(
    files.map(({ path }) => path),
    read,
  );
}

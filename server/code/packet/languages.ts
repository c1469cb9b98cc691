import { lang } from '@specfy/stack-analyser';
import type { Packet } from '#domain/packet.ts';
import type { ProjectFile } from '../project-files.ts';
import { nameOf, type ProjectTexts } from '../project-texts.ts';
import { writtenByPrograms } from './written-by-programs.ts';

const MOST = 30;
const WRITTEN = ['programming', 'markup'];

/**
 * The languages that people wrote a project in, by the endings of its files; largest first. What
 * programs wrote, and other people's code, says nothing of it.
 */
export async function languagesOf(
  files: readonly ProjectFile[],
  texts: ProjectTexts,
): Promise<Packet['languages']> {
  const known = new Map<string, string | null>();
  const inLanguage = files.flatMap((file) => {
    if (file.kind === 'binary' || file.kind === 'image') return [];
    const ending = endingOf(file.path);
    const name = known.get(ending) ?? languageOf(ending);
    known.set(ending, name);
    return name === null ? [] : [{ ...file, name }];
  });
  const passedOver = await writtenByPrograms(inLanguage, texts);
  const found = new Map<string, Packet['languages'][number]>();
  for (const { path, size, name } of inLanguage) {
    if (passedOver.has(path)) continue;
    const language = found.get(name) ?? { name, files: 0, bytes: 0 };
    language.files++;
    language.bytes += size;
    found.set(name, language);
  }
  return [...found.values()].toSorted((a, b) => b.bytes - a.bytes).slice(0, MOST);
}

function endingOf(path: string): string {
  const name = nameOf(path);
  const at = name.lastIndexOf('.');
  return at <= 0 ? '' : name.slice(at).slice(0, 30);
}

function languageOf(ending: string): string | null {
  if (ending === '') return null;
  const found = lang.detect(`file${ending}`);
  // Of data nobody says that a project is written in it; the list counts SQL among them.
  if (!found || (found.name !== 'SQL' && !WRITTEN.includes(found.type))) return null;
  // Its group is one of its dialects.
  return found.name === 'SQL' ? found.name : (found.group ?? found.name);
}

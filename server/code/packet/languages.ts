import { lang } from '@specfy/stack-analyser';
import type { Packet } from '#domain/packet.ts';
import type { ProjectFile } from '../project-files.ts';
import { nameOf } from '../project-texts.ts';

const MOST = 30;
const WRITTEN = ['programming', 'markup'];

/** The languages that a project is written in, by the endings of its files; largest first. */
export function languagesOf(files: readonly ProjectFile[]): Packet['languages'] {
  const known = new Map<string, string | null>();
  const found = new Map<string, Packet['languages'][number]>();
  for (const { path, size, kind } of files) {
    if (kind === 'binary' || kind === 'image') continue;
    const ending = endingOf(path);
    const name = known.get(ending) ?? languageOf(ending);
    known.set(ending, name);
    if (name === null) continue;
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

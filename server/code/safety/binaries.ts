import type { ProjectFile } from '../project-files.ts';
import { item, type SafetyItem } from './safety-item.ts';

const PROGRAM =
  /\.(?:exe|dll|so|dylib|node|jar|war|class|pyc|wasm|bin|apk|ipa|msi|deb|rpm|com|scr|o|a)$/i;
const HARMLESS = /\.(?:woff2?|ttf|otf|eot|pdf|ico|mp[34]|wav|webm|ogg|mov|docx?|xlsx?|pptx?)$/i;

/** A file that nobody can read as text, and so nobody can review. */
export function binaryFile({ path, kind, executable }: ProjectFile): SafetyItem[] {
  if (kind !== 'binary') return [];
  if (PROGRAM.test(path) || executable)
    return [
      item(
        'binary',
        'warning',
        'A finished program: nobody can read what it does. Ask where it comes from before you run the project.',
        path,
      ),
    ];
  const what = HARMLESS.test(path)
    ? 'A document, font or recording'
    : 'A file that cannot be read as text';
  return [item('binary', 'note', `${what}: look at it with the program that it is for.`, path)];
}

/** Two paths, or a file and a folder, that Windows and most Macs take for one. */
type Clash = [one: string, other: string];

/**
 * Names of a project of which only one is left where it is unpacked on Windows or a Mac: those that
 * differ in capitals alone, or in letters that look the same.
 */
export function nameClashes(files: readonly { path: string }[]): Clash[] {
  const taken = new Map<string, string>();
  const folders = new Set<string>();
  const clashes: Clash[] = [];
  for (const { path } of files) {
    const plain = plainName(path);
    const other = taken.get(plain);
    if (other !== undefined) clashes.push([other, path]);
    else taken.set(plain, path);
    for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1))
      folders.add(path.slice(0, end));
  }
  for (const folder of folders) {
    const file = taken.get(plainName(folder));
    if (file !== undefined) clashes.push([file, `${folder}/`]);
  }
  return clashes;
}

function plainName(path: string): string {
  return path.toLowerCase().normalize('NFKC');
}

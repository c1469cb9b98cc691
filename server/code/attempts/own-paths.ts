import { literally } from '../project-texts.ts';

/** Between folders, as they are written, doubled in a string, or escaped in JSON. */
const SEP = String.raw`[\\/]{1,4}`;
/** A name of a person; an apostrophe only within it. */
const PART = String.raw`(?:[^\s\\/:*?"'<>|\x60,;()[\]{}]|(?<=\p{L})'(?=\p{L}))`;
const NAME = `${PART}{1,64}`;
/** Windows allows blanks: only what leads on to a folder is known to be a name to its end. */
const NAME_WITH_BLANKS = `(?:${PART}{1,40}(?: ${PART}{1,40}){1,2}(?=${SEP})|${NAME})`;
/** What a path begins behind: in `src/home/page.tsx` and `@/Users/list` it is a folder of a project. */
const BEGINS = String.raw`(?:(?<![\w.~)}\]/\\]|["'\x60\s(]@)|(?<=(?:^|\s)-[A-Za-z])|(?<=/@fs))(?:file:)?`;
const DRIVE = `(?:(?:${SEP}[?.]|${SEP}(?:mnt|cygdrive|host_mnt))?${SEP}[A-Za-z]:?|[A-Za-z]:)`;
const VOLUME = [
  String.raw`${SEP}wsl(?:\$|\.localhost)${SEP}[\w.-]{1,40}`,
  `${SEP}System${SEP}Volumes${SEP}Data`,
  String.raw`${SEP}Volumes${SEP}[^\\/\n]{1,40}`,
  `${SEP}(?:var|usr|export)`,
].join('|');
const HOME = new RegExp(
  `${BEGINS}(?:${DRIVE}${SEP}(?:[Uu]sers|USERS|Documents and Settings)${SEP}${NAME_WITH_BLANKS}|(?:${VOLUME})?${SEP}(?:Users|home)${SEP}${NAME})`,
  'gu',
);
/** As tools call a folder of their own after the path of a project. */
const FLATTENED = /(?<=[\\/])(?:[A-Za-z]-)?-(?:Users|home)-[^\s\\/"'`<>|]{1,300}/g;

const MOST = { folders: 5, length: 300 };

/**
 * Takes what names a person's machine out of paths: `src/app.ts` where the folder of the project is
 * known, `~/shop/src/app.ts` elsewhere. The other side has no business with what somebody is called there.
 */
export class OwnPaths {
  private readonly folders: { path: string; pattern: RegExp }[] = [];

  /** From now on, paths in this folder of a project are told from it. */
  within(folder: string): void {
    const path = withoutHome(folder.slice(0, MOST.length + 1));
    if (path.length > MOST.length || this.folders.length >= MOST.folders) return;
    if (this.folders.some((known) => known.path === path)) return;
    const parts = path.split(/[\\/]+/).filter((part) => part !== '');
    // The whole machine is no project.
    if (parts.length === 0 || /^[A-Za-z]:$/.test(parts.join('/'))) return;
    const begin = /^[\\/]/.test(path) ? SEP : '';
    const pattern = new RegExp(
      String.raw`(?<![\w.~/\\-])(?:file:)?${begin}${parts.map(literally).join(SEP)}(?:${SEP}|(?![\w.-]))`,
      'giu',
    );
    this.folders.push({ path, pattern });
  }

  /** The text, with all paths in it as others may read them. */
  inText(text: string): string {
    if (!/[\\/]/.test(text)) return text;
    return this.folders.reduce(
      (plain, { pattern }) => plain.replace(pattern, (found) => (/[\\/]$/.test(found) ? '' : '.')),
      withoutHome(text),
    );
  }

  /** One path, with `/` between its folders. */
  ofFile(path: string): string {
    const plain = this.inText(path);
    return plain.includes('/') ? plain.replace(/^\.\//, '') : plain.replaceAll('\\', '/');
  }
}

function withoutHome(text: string): string {
  return text.replace(HOME, '~').replace(FLATTENED, '…');
}

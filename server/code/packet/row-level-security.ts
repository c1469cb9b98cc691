import type { Packet } from '#domain/packet.ts';
import type { ProjectFile } from '../project-files.ts';
import type { ProjectTexts } from '../project-texts.ts';
import { type Word, wordsOfSql } from './sql-words.ts';

type Finding = Packet['findings'][number];

const MOST = { files: 500, found: 20 };

interface Table {
  path: string;
  line: number;
}

/**
 * Tables of a Supabase project that anybody with the public key may read and write: migrations make
 * them, and none turns row-level security on.
 */
export async function openTables(
  files: readonly ProjectFile[],
  texts: ProjectTexts,
): Promise<Finding[]> {
  const migrations = files
    .filter(({ path }) => /(?:^|\/)supabase\/.*\.sql$/i.test(path))
    .slice(0, MOST.files);
  const tables = new Map<string, Table>();
  for (const { path } of migrations) {
    const { words, saysElsewhere } = wordsOfSql((await texts.readOnce(path)) ?? '');
    // A loop over all tables, in a text that is run: nobody can tell which.
    if (saysElsewhere) return [];
    for (const statement of statementsIn(words)) follow(tables, path, statement);
  }
  return [...tables].slice(0, MOST.found).map(([name, { path, line }]) => ({
    kind: 'no_row_level_security',
    text: `The table "${name}" has no row-level security: with the key that is in every browser, anybody may read and change all of its rows.`,
    path,
    line,
  }));
}

function* statementsIn(words: readonly Word[]): Generator<readonly Word[]> {
  let from = 0;
  for (let at = 0; at <= words.length; at++) {
    if (at < words.length && words[at]?.text !== ';') continue;
    if (at > from) yield words.slice(from, Math.min(at, from + 40));
    from = at + 1;
  }
}

const BETWEEN = new Set(['if', 'not', 'exists', 'only', 'unlogged']);

/** What a statement does to the tables that are open. */
function follow(tables: Map<string, Table>, path: string, statement: readonly Word[]): void {
  const [act, ...rest] = statement;
  if (!act || !['create', 'alter', 'drop'].includes(act.text)) return;
  const named = rest.filter(({ text }) => !BETWEEN.has(text));
  if (named[0]?.text !== 'table') return;
  const { name, after } = nameIn(named.slice(1));
  if (name === null) return;
  if (act.text === 'create') return void tables.set(name, { path, line: act.line });
  if (act.text === 'drop') return void tables.delete(name);
  const does = after.map(({ text }) => text).join(' ');
  if (/^(?:enable|force) row level security/.test(does)) tables.delete(name);
  const [, renamed] = /^rename to (\S+)/.exec(does) ?? [];
  const table = tables.get(name);
  if (!renamed || !table) return;
  tables.delete(name);
  tables.set(renamed, table);
}

/** Of a table in the schema that is open to the public; null of any other. */
function nameIn(words: readonly Word[]): { name: string | null; after: readonly Word[] } {
  const [first, dot, second] = words;
  if (dot?.text !== '.') return { name: first?.text ?? null, after: words.slice(1) };
  return { name: first?.text === 'public' ? (second?.text ?? null) : null, after: words.slice(3) };
}

/** A word, a quoted name or a sign of SQL; words are in small letters. */
export interface Word {
  text: string;
  /** Counted from 1. */
  line: number;
}

interface SqlWords {
  words: Word[];
  /** Whether a text in quotes turns row-level security on, such as the body of a function. */
  saysElsewhere: boolean;
}

/** Each alternative begins with another character, and none can be read in two ways. */
const PART = /--[^\n]*|\/\*|\$(?:[A-Za-z_]\w{0,60})?\$|'[^']*'?|"[^"]*"?|[A-Za-z_][\w$]*|[;.(),]/g;

/** The words of a text in SQL, without its comments, and without what stands in quotes. */
export function wordsOfSql(sql: string): SqlWords {
  const found: SqlWords = { words: [], saysElsewhere: false };
  let line = 1;
  let counted = 0;
  PART.lastIndex = 0;
  for (let part = PART.exec(sql); part; part = PART.exec(sql)) {
    const [text] = part;
    for (; counted < part.index; counted++) if (sql.charCodeAt(counted) === 10) line++;
    PART.lastIndex = endOfPart(sql, text, PART.lastIndex);
    const word = wordIn(text);
    if (word !== null) found.words.push({ text: word, line });
    else if (/^[$']/.test(text))
      found.saysElsewhere ||= TURNS_ON.test(sql.slice(part.index, PART.lastIndex));
  }
  return found;
}

const TURNS_ON = /enable\s{1,20}row\s{1,20}level/i;

/** Of a comment and of a text in dollars, behind its end. */
function endOfPart(sql: string, text: string, from: number): number {
  if (text === '/*') return endOf(sql, '*/', from);
  return text.startsWith('$') ? endOf(sql, text, from) : from;
}

function wordIn(text: string): string | null {
  if (/^(?:--|\/\*|[$'])/.test(text)) return null;
  return text.startsWith('"') ? text.slice(1, -1) : text.toLowerCase();
}

function endOf(sql: string, mark: string, from: number): number {
  const at = sql.indexOf(mark, from);
  return at < 0 ? sql.length : at + mark.length;
}

import type { RootContent } from 'hast';
import bash from 'highlight.js/lib/languages/bash';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import dart from 'highlight.js/lib/languages/dart';
import diff from 'highlight.js/lib/languages/diff';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import go from 'highlight.js/lib/languages/go';
import java from 'highlight.js/lib/languages/java';
import json from 'highlight.js/lib/languages/json';
import kotlin from 'highlight.js/lib/languages/kotlin';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import swift from 'highlight.js/lib/languages/swift';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { createLowlight } from 'lowlight';

const lowlight = createLowlight({
  bash,
  cpp,
  csharp,
  css,
  dart,
  diff,
  dockerfile,
  go,
  java,
  json,
  kotlin,
  php,
  python,
  ruby,
  rust,
  sql,
  swift,
  typescript,
  xml,
  yaml,
});
// The grammar of TypeScript reads JavaScript too.
lowlight.registerAlias({ typescript: ['js', 'javascript', 'jsx', 'mjs', 'cjs'] });

/** Beyond these, colours are not worth the wait, and drawing them would hold up the page. */
const LONGEST = 150_000;
const MOST_NODES = 10_000;

/**
 * Code with its keywords, names and values marked; null where its language is not known, or not named: a
 * guess takes logs and plain sentences for code, and marks them as what they are not.
 */
export function highlightCode(code: string, named: string): RootContent[] | null {
  if (code.length > LONGEST) return null;
  const nodes = lowlight.registered(named) ? lowlight.highlight(named, code).children : null;
  return nodes && countNodes(nodes) <= MOST_NODES ? nodes : null;
}

/**
 * Parts of one file, each by itself, as what stands between them is not known; null where its language is
 * not known, and where they are too much together.
 */
export function highlightParts(parts: readonly string[], named: string): RootContent[][] | null {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  if (length > LONGEST || !lowlight.registered(named)) return null;
  const colored = parts.map((part) => lowlight.highlight(named, part).children);
  return countNodes(colored.flat()) > MOST_NODES ? null : colored;
}

function countNodes(nodes: readonly RootContent[]): number {
  const below = (node: RootContent) => ('children' in node ? countNodes(node.children) : 0);
  return nodes.reduce((sum, node) => sum + 1 + below(node), 0);
}

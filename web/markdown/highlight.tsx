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
import type { ReactNode } from 'react';

const lowlight = createLowlight({
  ...{ bash, cpp, csharp, css, dart, diff, dockerfile, go, java, json, kotlin, php, python },
  ...{ ruby, rust, sql, swift, typescript, xml, yaml },
});
// The grammar of TypeScript reads JavaScript too.
lowlight.registerAlias({ typescript: ['js', 'javascript', 'jsx', 'mjs', 'cjs'] });

/** What is guessed where no language is named; more would cost time and guess worse. */
const GUESSED = ['typescript', 'python', 'json', 'xml', 'css', 'bash', 'sql'];
const LONGEST_GUESS = 3000;
/** What says that it is no language. */
const UNNAMED = ['text', 'txt', 'plaintext', 'plain'];
/** Below this the guess says nothing. */
const SURE_RELEVANCE = 6;

interface Highlighted {
  nodes: ReactNode;
  /** What stands over the code: the language that was named, or guessed. */
  language: string;
}

/** Code with its keywords, names and values marked, where its language is known. */
export function highlighted(code: string, named: string | null): Highlighted {
  if (named !== null) {
    const known = lowlight.registered(named);
    return {
      nodes: known ? draw(lowlight.highlight(named, code).children) : code,
      language: UNNAMED.includes(named) ? '' : named,
    };
  }
  const guess = code.length <= LONGEST_GUESS && lowlight.highlightAuto(code, { subset: GUESSED });
  if (!guess || (guess.data?.relevance ?? 0) < SURE_RELEVANCE) return { nodes: code, language: '' };
  return { nodes: draw(guess.children), language: guess.data?.language ?? '' };
}

type Nodes = ReturnType<typeof lowlight.highlight>['children'];

function draw(nodes: Nodes): ReactNode {
  return nodes.map((node, place) => {
    if (node.type === 'text') return node.value;
    if (node.type !== 'element') return null;
    const { className } = node.properties;
    return (
      <span key={place} className={Array.isArray(className) ? className.join(' ') : undefined}>
        {draw(node.children)}
      </span>
    );
  });
}

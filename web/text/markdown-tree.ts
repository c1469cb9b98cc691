import type { Element, ElementContent, Root, RootContent } from 'hast';
import remarkBreaks from 'remark-breaks';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { fenceCode } from './fence-code.ts';
import { webAddress } from './web-address.ts';

/** Deeper than any person nests; thousands of levels would exhaust the browser that draws them. */
const DEEPEST = 40;
/** More than a person writes in one message; drawing more would freeze the reader's page. */
const MOST_NODES = 4000;

const markdown = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkBreaks)
  .use(remarkRehype, { footnoteLabelTagName: 'h3', allowDangerousHtml: true });

/**
 * Markdown as a tree to draw, without any HTML: what looks like a tag is text. Links lead to the web
 * or nowhere. Null for a text that is nested too deep or has too many parts to be drawn.
 */
export function markdownTree(text: string): Root | null {
  const parsed = markdown.parse(fenceCode(text));
  if (isTooMuch(parsed)) return null;
  const tree = markdown.runSync(parsed);
  return { ...tree, children: tree.children.map(made) };
}

interface TreeNode {
  type: string;
  children?: readonly TreeNode[];
}

/** Level by level: recursive walks of the tree go one call deeper with each of them. */
function isTooMuch(tree: TreeNode): boolean {
  let level: readonly TreeNode[] = [tree];
  let nodes = 0;
  for (let depth = 0; level.length > 0; depth++) {
    nodes += level.length;
    if (depth > DEEPEST || nodes > MOST_NODES) return true;
    level = level.flatMap(({ children }) => children ?? []);
  }
  return false;
}

function made(node: RootContent): RootContent {
  if (node.type === 'raw') return { type: 'text', value: node.value };
  if (node.type !== 'element') return node;
  return {
    ...node,
    properties: { ...node.properties, ...addressOf(node, 'href'), ...addressOf(node, 'src') },
    children: node.children.map(made) as ElementContent[],
  };
}

function addressOf({ properties }: Element, name: 'href' | 'src') {
  if (!(name in properties)) return {};
  // A footnote and its mark lead to each other.
  const address = String(properties[name]);
  return { [name]: address.startsWith('#user-content-') ? address : webAddress(address) };
}

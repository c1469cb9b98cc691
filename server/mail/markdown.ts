import type { Element, Root, RootContent } from 'hast';
import { type Components, toJsxRuntime } from 'hast-util-to-jsx-runtime';
import { createElement, type ReactNode } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import remarkBreaks from 'remark-breaks';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { FONTS, painted } from './mail-style.ts';

const markdown = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkBreaks)
  .use(remarkRehype, { allowDangerousHtml: true });

/**
 * A person's short text as Markdown. What looks like a tag is text, and nothing in it is a link or is
 * fetched: it comes from somebody else, in a mail of ours.
 */
export function markdownParts(text: string): ReactNode {
  const tree = markdown.runSync(markdown.parse(text)) as Root;
  const bare = { ...tree, children: tree.children.map(withoutProperties) };
  return toJsxRuntime(bare, { Fragment, jsx, jsxs, components });
}

/** Of all properties only the first number of a list and what is ticked matter. */
function withoutProperties<Node extends RootContent>(
  node: Node,
): Node | { type: 'text'; value: string } {
  if (node.type === 'raw') return { type: 'text', value: node.value };
  if (node.type !== 'element') return node;
  const { start, checked, alt } = node.properties;
  return {
    ...node,
    properties: { start, checked, alt },
    children: node.children.map((child) => withoutProperties(child)) as Element['children'],
  };
}

const TEXT = { margin: '4px 0 0' } as const;
const CODE = { fontFamily: FONTS.mono, fontSize: 13 } as const;

const plain = ({ children }: { children?: ReactNode }) => createElement('span', null, children);
const heading = ({ children }: { children?: ReactNode }) =>
  createElement('p', { style: { ...TEXT, fontWeight: 600 } }, children);

const components: Components = {
  a: plain,
  sup: plain,
  img: ({ alt }) => alt,
  h1: heading,
  h2: heading,
  h3: heading,
  h4: heading,
  h5: heading,
  h6: heading,
  p: ({ children }) => createElement('p', { dir: 'auto', style: TEXT }, children),
  ul: ({ children }) => createElement('ul', { style: { ...TEXT, paddingLeft: 20 } }, children),
  ol: ({ children, start }) =>
    createElement('ol', { start, style: { ...TEXT, paddingLeft: 24 } }, children),
  input: ({ checked }) => (checked ? '☑ ' : '☐ '),
  code: ({ children }) => createElement('code', { style: CODE }, children),
  pre: ({ children }) =>
    createElement(
      'pre',
      painted({ ground: 'sunken' }, { ...CODE, ...TEXT, padding: 8, whiteSpace: 'pre-wrap' }),
      children,
    ),
};

import './code.css';
import type { Root } from 'hast';
import { type Components, toJsxRuntime } from 'hast-util-to-jsx-runtime';
import { memo, type ReactNode, useMemo } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import { cx } from '../ui/cx.ts';
import { CodeBlock } from './code-block.tsx';
import { markdownTree } from './markdown-tree.ts';
import { useTextWork } from './use-text-work.ts';

interface RenderedMarkdownProps {
  text: string;
  /** The text as it was typed: until it is read, and where nothing sensible comes of it. */
  typed: ReactNode;
}

/** Short texts are drawn at once, so that a thread does not jump; a worker reads the others. */
export const RenderedMarkdown = memo(({ text, typed }: RenderedMarkdownProps) => {
  const tree = useMemo(() => readNow(text), [text]);
  if (tree === undefined) return <ReadBeside text={text} typed={typed} />;
  return tree ? <Drawn tree={tree} /> : typed;
});

function ReadBeside({ text, typed }: RenderedMarkdownProps) {
  const tree = useTextWork('markdownTree', text);
  return tree ? <Drawn tree={tree} /> : typed;
}

/** Made to be slow, a text of this length takes some 40 ms. */
const SHORT = 1500;
/** For all texts of one turn together: a page full of them must not hold up its reader either. */
const BUDGET_MS = 50;
let spent = 0;

/** Undefined: not now. */
function readNow(text: string): Root | null | undefined {
  if (text.length > SHORT || spent > BUDGET_MS) return undefined;
  if (spent === 0) {
    setTimeout(() => {
      spent = 0;
    });
  }
  const start = performance.now();
  const tree = markdownTree(text);
  spent += performance.now() - start;
  return tree;
}

const Drawn = memo(({ tree }: { tree: Root }) => (
  <div className="space-y-2 text-sm leading-relaxed wrap-anywhere">
    {toJsxRuntime(tree, { Fragment, jsx, jsxs, components, passNode: true })}
  </div>
));

/** Headings are all of one level, below those of the page: people choose theirs by looks. */
const components: Components = {
  a: ({ href, children }) => (href ? <OutsideLink href={href}>{children}</OutsideLink> : children),
  // Each paragraph runs the way its own script does; code always from the left.
  p: ({ children }) => <p dir="auto">{children}</p>,
  // Pictures from elsewhere would tell their server who reads.
  img: ({ src, alt }) =>
    typeof src === 'string' && src ? <OutsideLink href={src}>{alt || src}</OutsideLink> : alt,
  h1: ({ children }) => (
    <h3 dir="auto" className="text-lg font-semibold">
      {children}
    </h3>
  ),
  h2: ({ children }) => (
    <h3 dir="auto" className="text-base font-semibold">
      {children}
    </h3>
  ),
  h3: SmallHeading,
  h4: SmallHeading,
  h5: SmallHeading,
  h6: SmallHeading,
  ul: ({ children }) => (
    <ul dir="auto" className="list-disc space-y-1 ps-5">
      {children}
    </ul>
  ),
  // A box to tick stands in the place of the bullet.
  li: ({ className, children }) => (
    <li className={cx(className && '-ms-5 list-none')}>{children}</li>
  ),
  ol: ({ start, children }) => (
    <ol dir="auto" start={start} className="list-decimal space-y-1 ps-6">
      {children}
    </ol>
  ),
  input: ({ checked }) => (
    <span role="img" aria-label={checked ? 'Done:' : 'To do:'} className="me-1.5 font-mono">
      {checked ? '☑' : '☐'}
    </span>
  ),
  blockquote: ({ children }) => (
    <blockquote dir="auto" className="space-y-2 border-s-2 border-edge ps-3 text-ink-soft">
      {children}
    </blockquote>
  ),
  hr: () => <hr className="border-line" />,
  code: ({ children }) => (
    <code className="rounded-sm border border-line bg-sunken px-1 py-0.5 font-mono text-[0.92em] text-ink">
      {children}
    </code>
  ),
  pre: ({ node }) => <CodeBlock {...codeOf(node?.children[0])} />,
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div tabIndex={0} className="overflow-x-auto">
      <table className="border-collapse [&_td]:border [&_td]:px-2 [&_td]:py-1 [&_th]:border [&_th]:px-2 [&_th]:py-1 [&_th]:text-left">
        {children}
      </table>
    </div>
  ),
};

function SmallHeading({ children }: { children?: ReactNode }) {
  return (
    <h3 dir="auto" className="font-semibold">
      {children}
    </h3>
  );
}

function OutsideLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" className="link">
      {children}
    </a>
  );
}

interface TreeNode {
  type: string;
  value?: string;
  properties?: { className?: unknown };
  children?: readonly TreeNode[];
}

function codeOf(code: TreeNode | undefined): { code: string; language: string | null } {
  const classes = Array.isArray(code?.properties?.className) ? code.properties.className : [];
  const language = classes.map(String).find((name) => name.startsWith('language-'));
  const text = (code?.children ?? []).map(({ value }) => value ?? '').join('');
  return { code: text.replace(/\n$/, ''), language: language?.slice('language-'.length) ?? null };
}

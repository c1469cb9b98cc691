import type { RootContent } from 'hast';
import { Check, Copy } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useCopy } from '../ui/use-copy.ts';
import { useTextWork } from './use-text-work.ts';

/** What says that it is no language. */
const UNNAMED = ['text', 'txt', 'plaintext', 'plain'];

/**
 * Code in its own frame: long lines and many of them scroll inside, and all of it can be copied. Its
 * colours come a moment later, from a worker: hostile code does not freeze the page.
 */
export function CodeBlock({ code, language }: { code: string; language: string | null }) {
  const text = useRef<HTMLElement>(null);
  const named = language === null || UNNAMED.includes(language) ? '' : language;
  const highlighted = useTextWork('highlightCode', code, named);
  return (
    <div dir="ltr" className="overflow-hidden rounded-sm border border-line bg-sunken text-ink">
      <div className="flex min-h-11 items-center justify-between border-b border-line pl-3 md:min-h-8">
        <span className="truncate font-mono text-2xs text-ink-soft">{named}</span>
        <CopyButton code={code} onRefused={() => text.current && selectAll(text.current)} />
      </div>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-[45dvh] overflow-auto px-3 py-2 font-mono text-2xs leading-relaxed wrap-normal -outline-offset-2"
      >
        <code ref={text}>{highlighted ? draw(highlighted) : code}</code>
      </pre>
    </div>
  );
}

function draw(nodes: readonly RootContent[]): ReactNode {
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

function CopyButton({ code, onRefused }: { code: string; onRefused: () => void }) {
  const { copied, copy } = useCopy();
  const Icon = copied ? Check : Copy;
  return (
    <button
      type="button"
      onClick={async () => {
        // Without the permission it is at least selected, ready for the keys that copy.
        if (!(await copy(code))) onRefused();
      }}
      className="flex min-h-11 items-center gap-1.5 px-3 text-2xs text-ink-soft -outline-offset-2 hover:text-ink md:min-h-8"
    >
      <Icon size={14} aria-hidden />
      <span aria-hidden={copied}>{copied ? 'Copied' : 'Copy'}</span>
      <span role="status" className="sr-only">
        {copied && 'Copied'}
      </span>
    </button>
  );
}

function selectAll(element: HTMLElement): void {
  getSelection()?.selectAllChildren(element);
}

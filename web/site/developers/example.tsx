import type { DeveloperExample } from '#domain/developer-examples.ts';
import { CodeBlock } from '../../text/code-block.tsx';

/** Something to paste into a terminal. */
export function Example({ example: { title, text, code } }: { example: DeveloperExample }) {
  return (
    <div className="min-w-0">
      <h3 className="text-lg">{title}</h3>
      <p className="mt-1 mb-3 max-w-prose leading-relaxed text-ink-soft">{text}</p>
      <CodeBlock code={code} language="bash" />
    </div>
  );
}

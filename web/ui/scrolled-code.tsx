import { cx } from './cx.ts';

/** Code without colours, whose long lines scroll. */
export function ScrolledCode({ text, className }: { text: string; className?: string }) {
  return (
    <pre
      dir="ltr"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className={cx(
        'max-h-96 overflow-auto rounded-sm bg-sunken p-3 font-mono text-2xs -outline-offset-2',
        className,
      )}
    >
      {text}
    </pre>
  );
}

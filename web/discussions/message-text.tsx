import { splitCode } from './split-code.ts';

/** Keeps line breaks, wraps long words, and lets code keep its shape and scroll inside its frame. */
export function MessageText({ text }: { text: string }) {
  return (
    <div className="space-y-2 text-sm leading-relaxed">
      {splitCode(text).map((passage, place) =>
        passage.kind === 'code' ? (
          <Code key={place} text={passage.text} />
        ) : (
          <p key={place} className="wrap-anywhere whitespace-pre-wrap">
            {passage.text}
          </p>
        ),
      )}
    </div>
  );
}

function Code({ text }: { text: string }) {
  return (
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="overflow-x-auto rounded-sm border border-line bg-sunken px-3 py-2 font-mono text-2xs leading-relaxed text-ink"
    >
      <code>{text}</code>
    </pre>
  );
}

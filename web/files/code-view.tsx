import '../text/code.css';
import { CodeBlock } from '../text/code-block.tsx';
import { languageOf } from '../text/language-of.ts';

interface CodeViewProps {
  /** Its ending tells the language. */
  name: string;
  text: string;
  isComplete: boolean;
}

/** Highlighted text, as text: every character of it ends in a text node, none in markup. */
export function CodeView({ name, text, isComplete }: CodeViewProps) {
  return (
    <>
      {text === '' ? (
        <p className="text-sm text-ink-soft">This file is empty.</p>
      ) : (
        <CodeBlock code={text} language={languageOf(name)} />
      )}
      {!isComplete && (
        <p className="mt-2 text-sm text-ink-soft">
          This is the beginning of the file. Download it to see all.
        </p>
      )}
    </>
  );
}

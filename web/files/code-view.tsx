import '../text/code.css';
import { CodeBlock } from '../text/code-block.tsx';

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

/** Endings whose language goes by another name. */
const languages: Record<string, string> = {
  tsx: 'typescript',
  mts: 'typescript',
  cts: 'typescript',
  vue: 'xml',
  svelte: 'xml',
  scss: 'css',
  less: 'css',
  lock: 'yaml',
  gradle: 'java',
  txt: 'text',
  log: 'text',
};

function languageOf(name: string): string {
  const file = name.split('/').at(-1)?.toLowerCase() ?? '';
  const ending = file.split('.').at(-1) ?? '';
  return languages[ending] ?? ending;
}

import { Component, type ReactNode, useMemo, useState } from 'react';
import { onDemand } from '../shell/on-demand.tsx';
import { UnfoldButton } from '../ui/unfold-button.tsx';
import { plainParagraphs } from './plain.ts';

const RenderedMarkdown = onDemand(
  async () => (await import('./rendered-markdown.tsx')).RenderedMarkdown,
  // Without that code the words are still there to be read.
  { meanwhile: ({ typed }) => typed },
);

/** Drawing thousands of lines, or one endless line, at once would freeze the page. */
const FIRST_LINES = 400;
const FIRST_CHARACTERS = 6000;

/**
 * A person's text, as Markdown with highlighted code. Until that code has arrived, and for a
 * text that is no sensible Markdown, it stands as it was typed. Of a very long text the beginning is
 * shown, until more is asked for.
 */
export function MarkdownText({ text }: { text: string }) {
  const [isWhole, setIsWhole] = useState(false);
  const beginning = useMemo(() => beginningOf(text), [text]);
  const shown = isWhole ? text : beginning;
  return (
    <>
      <OnFailure key={shown} show={<TypedText paragraphs={[shown]} />}>
        <ReadText text={shown} />
      </OnFailure>
      {beginning !== text && <UnfoldButton open={isWhole} onToggle={setIsWhole} />}
    </>
  );
}

/** Ends with a word, where there are any. */
function beginningOf(text: string): string {
  const lines = text.split('\n', FIRST_LINES).join('\n');
  if (lines.length <= FIRST_CHARACTERS) return lines;
  const beginning = lines.slice(0, FIRST_CHARACTERS).toWellFormed();
  return beginning.replace(/\s\S{0,100}$/, '');
}

function ReadText({ text }: { text: string }) {
  const plain = useMemo(() => plainParagraphs(text), [text]);
  if (plain) return <TypedText paragraphs={plain} />;
  return <RenderedMarkdown text={text} typed={<TypedText paragraphs={[text]} />} />;
}

function TypedText({ paragraphs }: { paragraphs: string[] }) {
  return (
    <div className="space-y-2 text-sm leading-relaxed wrap-anywhere whitespace-pre-wrap">
      {paragraphs.map((text, place) => (
        <p key={place} dir="auto">
          {text}
        </p>
      ))}
    </div>
  );
}

/** One person's text must never break the page for others. */
class OnFailure extends Component<{ show: ReactNode; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.show : this.props.children;
  }
}

import { Component, lazy, type ReactNode, Suspense, useMemo } from 'react';
import { plainParagraphs } from './plain.ts';

const RenderedMarkdown = lazy(async () => {
  const { RenderedMarkdown } = await import('./rendered-markdown.tsx');
  return { default: RenderedMarkdown };
});

/**
 * What somebody wrote, as Markdown with highlighted code. Until that code has arrived, and for a
 * text that is no sensible Markdown, it stands as it was typed.
 */
export function MarkdownText({ text }: { text: string }) {
  const plain = useMemo(() => plainParagraphs(text), [text]);
  if (plain) return <TypedText paragraphs={plain} />;
  const typed = <TypedText paragraphs={[text]} />;
  return (
    <OnFailure key={text} show={typed}>
      <Suspense fallback={typed}>
        <RenderedMarkdown text={text} />
      </Suspense>
    </OnFailure>
  );
}

function TypedText({ paragraphs }: { paragraphs: string[] }) {
  return (
    <div className="space-y-2 text-sm leading-relaxed wrap-anywhere whitespace-pre-wrap">
      {paragraphs.map((text, place) => (
        <p key={place}>{text}</p>
      ))}
    </div>
  );
}

/** Words somebody wrote must never cost others the page they stand on. */
class OnFailure extends Component<{ show: ReactNode; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.show : this.props.children;
  }
}

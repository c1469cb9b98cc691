import { Component, type ReactNode, useMemo } from 'react';
import { onDemand } from '../shell/on-demand.tsx';
import { plainParagraphs } from './plain.ts';

const RenderedMarkdown = onDemand(
  async () => (await import('./rendered-markdown.tsx')).RenderedMarkdown,
  // Without that code the words are still there to be read.
  { meanwhile: ({ text }) => <TypedText paragraphs={[text]} />, onFailure: () => undefined },
);

/**
 * What somebody wrote, as Markdown with highlighted code. Until that code has arrived, and for a
 * text that is no sensible Markdown, it stands as it was typed.
 */
export function MarkdownText({ text }: { text: string }) {
  const plain = useMemo(() => plainParagraphs(text), [text]);
  if (plain) return <TypedText paragraphs={plain} />;
  return (
    <OnFailure key={text} show={<TypedText paragraphs={[text]} />}>
      <RenderedMarkdown text={text} />
    </OnFailure>
  );
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

import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Link2, MessageSquareQuote, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { type CodeFile, SHOWN_TEXT_BYTES } from '#domain/code.ts';
import { errorText } from '../api/api-error.ts';
import { sizeWords } from '../files/file-names.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { useCopy } from '../ui/use-copy.ts';
import { useMedia } from '../ui/use-media.ts';
import type { LineRange } from './code-place.ts';
import type { ProjectSource } from './code-queries.ts';
import { TextView } from './text-view.tsx';
import { counted, lineWords } from './version-words.ts';

interface FileViewProps {
  source: ProjectSource;
  path: string;
  lines: LineRange | null;
  onLines: (lines: LineRange | null) => void;
  /** Whether the page's address names what is chosen. */
  isLinked: boolean;
  /** Where one may write; puts the lines into the next message. */
  onAsk: ((lines: LineRange) => void) | undefined;
  /** On phones, back to the tree. */
  onBack: () => void;
}

/** One file of a version, to be read and asked about. */
export function FileView({ source, path, lines, onLines, ...props }: FileViewProps) {
  const { isLinked, onAsk, onBack } = props;
  const { data, error, isPending, refetch } = useQuery(source.file(path));
  const isText = data?.text !== null && data?.text !== undefined;
  return (
    <section aria-label={path} className="flex h-full min-h-0 min-w-0 flex-col">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-1.5">
        <Button size="sm" variant="ghost" className="-ml-2 px-2! lg:hidden" onClick={onBack}>
          <ArrowLeft size={16} aria-hidden />
          Files
        </Button>
        <h3 className="min-w-0 flex-1 font-mono text-2xs font-medium tracking-normal break-all max-sm:order-last max-sm:basis-full">
          {path}
        </h3>
        {data && <Facts file={data} />}
      </header>
      {isText && (
        <div className="flex min-h-11 flex-wrap items-center gap-2 border-b border-line bg-paper px-3 py-1 text-2xs text-ink-soft">
          {lines ? (
            <ChosenLines {...{ lines, isLinked, onAsk }} onClear={() => onLines(null)} />
          ) : (
            <HowToChoose />
          )}
        </div>
      )}
      {isPending && (
        <div className="p-4">
          <SkeletonText lines={12} />
        </div>
      )}
      {error && <ErrorBox className="m-3" text={errorText(error)} onRetry={() => void refetch()} />}
      {data && <Content file={data} lines={lines} onLines={onLines} />}
    </section>
  );
}

function Facts({ file: { size, lines } }: { file: CodeFile }) {
  return (
    <p className="figures ml-auto text-2xs text-ink-soft">
      {lines !== null && `${counted(lines, 'line')} · `}
      {sizeWords(size)}
    </p>
  );
}

interface ChosenLinesProps {
  lines: LineRange;
  isLinked: boolean;
  onAsk: FileViewProps['onAsk'];
  onClear: () => void;
}

function HowToChoose() {
  const isTouch = useMedia('(pointer: coarse)');
  return isTouch
    ? 'Choose a line by its number; then another one, for all between them.'
    : 'Choose a line by its number; with Shift, all lines up to another one.';
}

function ChosenLines({ lines, isLinked, onAsk, onClear }: ChosenLinesProps) {
  const { copied, copy } = useCopy();
  const words = lineWords(lines);
  return (
    <>
      <span className="figures mr-auto font-medium text-ink">
        {words.charAt(0).toUpperCase() + words.slice(1)}
      </span>
      {isLinked && (
        <Button size="sm" variant="ghost" onClick={() => void copy(location.href)}>
          <Link2 size={16} aria-hidden />
          {copied ? 'Link Copied' : 'Copy Link'}
        </Button>
      )}
      {onAsk && (
        <Button size="sm" variant="primary" onClick={() => onAsk(lines)}>
          <MessageSquareQuote size={16} aria-hidden />
          Ask about these lines
        </Button>
      )}
      <IconButton label="Choose no lines" onClick={onClear} className="-mr-2">
        <X size={16} aria-hidden />
      </IconButton>
    </>
  );
}

type ContentProps = { file: CodeFile } & Pick<FileViewProps, 'lines' | 'onLines'>;

function Content({ file, lines, onLines }: ContentProps) {
  const { path, kind, text, url, is_complete } = file;
  if (kind === 'image' && url) {
    return (
      <div className="grid min-h-0 flex-1 place-items-center overflow-auto bg-sunken p-4">
        <img src={url} alt={path} className="max-h-full max-w-full object-contain" />
      </div>
    );
  }
  if (text === null) {
    return (
      <Note url={url}>
        This file is {kind === 'large' ? 'too large' : 'no text'}, so it is not shown here.
      </Note>
    );
  }
  if (text === '') return <Note url={null}>This file is empty.</Note>;
  return (
    <>
      <TextView path={path} text={text} lines={lines} onLines={onLines} />
      {!is_complete && (
        <p className="border-t border-line px-3 py-2 text-2xs text-ink-soft">
          These are the first {sizeWords(SHOWN_TEXT_BYTES)} of the file. Download the project to see
          all.
        </p>
      )}
    </>
  );
}

function Note({ url, children }: { url: string | null; children: ReactNode }) {
  return (
    <div className="space-y-3 p-4 text-sm text-ink-soft">
      <p>{children}</p>
      {url && (
        <Button asChild size="sm">
          <a href={url} download>
            Download
          </a>
        </Button>
      )}
    </div>
  );
}

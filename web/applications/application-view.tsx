import type { ReactNode } from 'react';
import { aiToolLabels } from '#domain/ai-tool.ts';
import type { EntryVersion, OwnApplication } from '#domain/application.ts';
import { categoryWords } from '#domain/category.ts';
import { entryCheckTexts } from '#domain/entry-test.ts';
import { timeZoneWords } from '#domain/unblocker-words.ts';
import { saveAnswer } from '../api/save-answer.ts';
import { onDemand } from '../shell/on-demand.tsx';
import { SaveButton } from '../shell/save-button.tsx';
import { webAddress } from '../text/web-address.ts';

const VersionChanges = onDemand(async () => (await import('./version-changes.tsx')).VersionChanges);

type Told = NonNullable<OwnApplication['application']>;

interface ApplicationViewProps {
  application: Told;
  version: EntryVersion;
  /** Of its parts. */
  level: 'h2' | 'h3';
  /** Where its fixed version is downloaded, by whoever judges it. */
  archive?: string;
}

/** An application as it was submitted. Every word of it is a stranger's, and plain text. */
export function ApplicationView({ application, version, level, archive }: ApplicationViewProps) {
  const { examples, categories, ai_tools, time_zone, hours, proofs } = application;
  return (
    <div className="min-w-0 space-y-8">
      <Part title="Examples" level={level}>
        <ol className="space-y-4">
          {examples.map((example, place) => (
            <Example key={place} example={example} />
          ))}
        </ol>
      </Part>
      <Part title="Knows" level={level}>
        <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[auto_minmax(0,1fr)]">
          <Fact term="Fields">{categoryWords(categories)}</Fact>
          <Fact term="AI tools">
            {ai_tools.map((each) => aiToolLabels[each]).join(', ') || 'none named'}
          </Fact>
          <Fact term="Time zone">{time_zone && timeZoneWords(time_zone)}</Fact>
          <Fact term="Works">{hours}</Fact>
        </dl>
      </Part>
      <Part title="Entry Test" level={level}>
        <ul className="mb-5 space-y-4">
          {proofs.map(({ check, text }) => (
            <li key={check} className="text-sm">
              <p className="font-medium">{entryCheckTexts[check]}</p>
              <Words text={text} />
            </li>
          ))}
        </ul>
        {archive && (
          <div className="mb-4">
            <SaveButton
              label="Download Project"
              save={() => saveAnswer(archive, 'application.zip')}
            />
          </div>
        )}
        <VersionChanges version={version} startsOpen />
      </Part>
    </div>
  );
}

interface PartProps {
  title: string;
  level: 'h2' | 'h3';
  children: ReactNode;
}

function Part({ title, level: Heading, children }: PartProps) {
  return (
    <section className="min-w-0">
      <Heading className="mb-3 text-xl">{title}</Heading>
      {children}
    </section>
  );
}

function Example({ example: { title, url, text } }: { example: Told['examples'][number] }) {
  const address = webAddress(url);
  return (
    <li className="min-w-0 border-l-2 border-edge pl-4 text-sm">
      <p dir="auto" className="font-medium wrap-anywhere">
        {title}
      </p>
      {address && (
        <a
          href={address}
          target="_blank"
          rel="noopener noreferrer nofollow"
          className="thumb link wrap-anywhere"
        >
          {url}
        </a>
      )}
      <Words text={text} />
    </li>
  );
}

function Words({ text }: { text: string }) {
  return (
    <p dir="auto" className="mt-1 leading-relaxed wrap-anywhere whitespace-pre-wrap text-ink-soft">
      {text}
    </p>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-soft">{term}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}

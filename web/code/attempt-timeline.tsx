import { useState } from 'react';
import type { Attempt } from '#domain/attempt.ts';
import { firstPaths } from '../files/first-paths.ts';
import { Button } from '../ui/button.tsx';
import { LocalMoment } from '../ui/local-moment.tsx';
import { counted } from './version-words.ts';

const SHOWN_AT_FIRST = 5;
const MORE = 20;

/** The prompts in their order, the files that were touched most, the errors that came again. */
export function AttemptTimeline({ attempt }: { attempt: Attempt }) {
  const [shown, setShown] = useState(SHOWN_AT_FIRST);
  const { steps, files, errors, text, is_complete } = attempt;
  return (
    <div className="space-y-4 p-4 text-sm">
      {text !== null && (
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          className="max-h-80 overflow-auto rounded-sm bg-sunken p-3 font-mono text-2xs leading-relaxed whitespace-pre-wrap wrap-anywhere"
        >
          {text}
        </pre>
      )}
      {errors.length > 0 && (
        <div>
          <h4 className="mb-1 font-sans font-medium tracking-normal">Errors that came again</h4>
          <ul className="space-y-1">
            {errors.map((error) => (
              <li key={error.text} className="flex items-baseline gap-2">
                <span className="figures shrink-0 rounded-sm bg-harm-soft px-1.5 text-2xs font-medium text-harm-ink">
                  {counted(error.count, 'time')}
                </span>
                <span className="min-w-0 font-mono text-2xs wrap-anywhere">{error.text}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {files.length > 0 && (
        <p className="text-2xs wrap-anywhere text-ink-soft">
          Touched most: {firstPaths(files.map(({ path, count }) => `${path} (${count})`))}
        </p>
      )}
      {steps.length > 0 && (
        <ol className="space-y-4 border-l border-line pl-4">
          {steps.slice(0, shown).map((step, place) => (
            <li key={place} className="relative space-y-1">
              <span
                aria-hidden
                className="absolute top-1.5 -left-[1.3rem] size-2 rounded-[2px] bg-edge"
              />
              <p dir="auto" className="font-medium wrap-anywhere whitespace-pre-wrap">
                {step.prompt}
              </p>
              {step.answer && (
                <p dir="auto" className="wrap-anywhere whitespace-pre-wrap text-ink-soft">
                  {step.answer}
                </p>
              )}
              {step.errors.map((error, at) => (
                <p key={at} className="font-mono text-2xs wrap-anywhere text-harm-ink">
                  {error}
                </p>
              ))}
              <p className="text-2xs wrap-anywhere text-ink-soft empty:hidden">
                {step.at && <LocalMoment at={step.at} />}
                {step.at && step.files.length > 0 && ' · '}
                {step.files.length > 0 && firstPaths(step.files)}
              </p>
            </li>
          ))}
        </ol>
      )}
      {steps.length > shown && (
        <Button size="sm" onClick={() => setShown(shown + MORE)}>
          Show More
        </Button>
      )}
      {!is_complete && (
        <p className="text-2xs text-ink-soft">This is the beginning; the rest was too long.</p>
      )}
    </div>
  );
}

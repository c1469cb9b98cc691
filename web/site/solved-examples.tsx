import { aiToolLabels } from '#domain/ai-tool.ts';
import { solvedExamples } from '#domain/solved-examples.ts';
import { Tag } from '../ui/badge.tsx';
import { Money } from '../ui/money.tsx';

/** What a solved request looks like: problem, plan, price and time. Marked as what they are. */
export function SolvedExamples() {
  return (
    <ul className="grid grid-cols-1 gap-4 md:grid-cols-3">
      {Object.values(solvedExamples).map((example) => (
        <li key={example.problem} className="card flex flex-col p-5">
          <p className="flex items-start justify-between gap-3 text-2xs text-ink-soft">
            <span className="min-w-0">
              {aiToolLabels[example.ai_tool]} · {example.stack}
            </span>
            <Tag>Example</Tag>
          </p>
          <h3 className="mt-2 text-lg leading-snug">{example.problem}</h3>
          <ul aria-label="Plan" className="mt-3 flex flex-col gap-1 text-sm text-ink-soft">
            {[example.title, ...example.parts].map((step) => (
              <li key={step} className="flex gap-2">
                <span aria-hidden className="mt-1.5 size-2 shrink-0 rounded-[2px] bg-go" />
                {step}
              </li>
            ))}
          </ul>
          <p className="figures mt-auto flex items-end justify-between gap-3 pt-4">
            <Money cents={example.paid_cents} className="text-lg leading-tight font-semibold" />
            <span className="text-right text-2xs text-ink-soft">
              {example.hours} hours of work
              <br />
              Approved after {example.took_hours} hours
            </span>
          </p>
        </li>
      ))}
    </ul>
  );
}

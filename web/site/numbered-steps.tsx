interface Step {
  title: string;
  text: string;
}

/** Steps that follow one another, numbered in the margin. */
export function NumberedSteps({ steps }: { steps: Step[] }) {
  return (
    <ol className="grid grid-cols-1 gap-px overflow-hidden rounded border border-line bg-line md:grid-cols-3">
      {steps.map((step, position) => (
        <li key={step.title} className="bg-surface p-5 md:p-6">
          <span aria-hidden className="figures font-display text-lg font-semibold text-go-ink">
            {position + 1}
          </span>
          <h3 className="mt-2 text-lg">{step.title}</h3>
          <p className="mt-1.5 leading-relaxed text-ink-soft">{step.text}</p>
        </li>
      ))}
    </ol>
  );
}

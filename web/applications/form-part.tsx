import { type ReactNode, useId } from 'react';

interface FormPartProps {
  title: string;
  hint?: string;
  children: ReactNode;
}

/** One part of the application's form. */
export function FormPart({ title, hint, children }: FormPartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="card min-w-0 space-y-5 p-5 sm:p-6">
      <div>
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {hint && <p className="mt-1 max-w-prose text-sm text-ink-soft">{hint}</p>}
      </div>
      {children}
    </section>
  );
}

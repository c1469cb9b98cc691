import { Plus } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';

interface AccordionProps {
  items: { question: string; answer: ReactNode }[];
}

/**
 * One open answer at a time; it can be closed again. Our own, as public pages have no room for the eight
 * kilobytes of a library's. Source: WAI-ARIA Authoring Practices, accordion.
 */
export function Accordion({ items }: AccordionProps) {
  const [open, setOpen] = useState<string | null>(null);
  const id = useId();
  return (
    <div className="divide-y divide-line border-y border-line in-[[role=tabpanel]]:-mt-5 in-[[role=tabpanel]]:border-t-0">
      {items.map(({ question, answer }, place) => {
        const isOpen = question === open;
        const [button, panel] = [`${id}-question-${place}`, `${id}-answer-${place}`];
        return (
          <div key={question}>
            <h3 className="font-sans text-base font-medium tracking-normal">
              <button
                type="button"
                id={button}
                aria-expanded={isOpen}
                aria-controls={panel}
                className="group flex min-h-14 w-full items-center justify-between gap-4 py-3 text-left hover:text-go-ink"
                onClick={() => setOpen(isOpen ? null : question)}
              >
                {question}
                <Plus
                  size={18}
                  aria-hidden
                  className="shrink-0 text-ink-soft transition-transform duration-200 group-aria-expanded:rotate-45"
                />
              </button>
            </h3>
            <section
              id={panel}
              aria-labelledby={button}
              hidden={!isOpen}
              className="max-w-prose pb-5 leading-relaxed text-ink-soft"
            >
              {answer}
            </section>
          </div>
        );
      })}
    </div>
  );
}

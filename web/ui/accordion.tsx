import { Plus } from 'lucide-react';
import { Accordion as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

interface AccordionProps {
  items: { question: string; answer: ReactNode }[];
  /** The heading level of the questions. */
  level?: 2 | 3;
}

/** One open answer at a time; it can be closed again. */
export function Accordion({ items, level = 3 }: AccordionProps) {
  const Heading = `h${level}` as const;
  return (
    <Radix.Root type="single" collapsible className="divide-y divide-line border-y border-line">
      {items.map((item) => (
        <Radix.Item key={item.question} value={item.question}>
          <Radix.Header asChild>
            <Heading className="font-sans text-base font-medium tracking-normal">
              <Radix.Trigger className="group flex min-h-14 w-full items-center justify-between gap-4 py-3 text-left hover:text-go-ink">
                {item.question}
                <Plus
                  size={18}
                  aria-hidden
                  className="shrink-0 text-ink-soft transition-transform duration-200 group-data-[state=open]:rotate-45"
                />
              </Radix.Trigger>
            </Heading>
          </Radix.Header>
          <Radix.Content className="max-w-prose pb-5 leading-relaxed text-ink-soft">
            {item.answer}
          </Radix.Content>
        </Radix.Item>
      ))}
    </Radix.Root>
  );
}

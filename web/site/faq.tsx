import { Accordion } from '../ui/accordion.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { faqTabs, helpCards } from './faq-content.ts';
import { Points } from './points.tsx';

/** The questions of the FAQ page and the help center. */
export function Faq() {
  return (
    <>
      <section className="mb-12">
        <h2 className="mb-6 text-2xl">How We Help</h2>
        <Points points={helpCards} columns={3} />
      </section>
      <section>
        <h2 className="mb-4 text-2xl">Questions and answers</h2>
        <Tabs
          label="Questions and answers"
          tabs={faqTabs.map(({ id, label, questions }) => ({
            id,
            label,
            content: <Accordion items={questions} />,
          }))}
        />
      </section>
    </>
  );
}

export interface DocumentSection {
  title: string;
  paragraphs: string[];
}

interface DocumentProps {
  title: string;
  /** The effective date, in words. */
  effective: string;
  sections: DocumentSection[];
}

/** A legal text: one column, numbered sections. */
export function Document({ title, effective, sections }: DocumentProps) {
  return (
    <article className="mx-auto w-full max-w-3xl px-4 py-12 sm:px-6 md:py-20">
      <h1 className="text-4xl">{title}</h1>
      <p className="mt-2 text-ink-soft">Effective {effective}</p>
      {sections.map((section, position) => (
        <section key={section.title} className="mt-8">
          <h2 className="mb-2 text-xl">
            {position + 1}. {section.title}
          </h2>
          {section.paragraphs.map((paragraph) => (
            <p key={paragraph} className="mt-2 leading-relaxed">
              {paragraph}
            </p>
          ))}
        </section>
      ))}
    </article>
  );
}

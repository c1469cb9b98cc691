import { AI_TOOLS, aiToolLabels } from '#domain/ai-tool.ts';

/** The AI tools by name: people look for theirs. */
export function ToolNames() {
  return (
    <div className="border-y border-line bg-surface">
      <div className="mx-auto flex max-w-7xl flex-wrap items-baseline gap-x-5 gap-y-1 px-4 py-4 text-sm sm:px-6">
        <p className="text-ink-soft">Stuck with</p>
        <ul className="contents">
          {AI_TOOLS.filter((tool) => tool !== 'OTHER').map((tool) => (
            <li key={tool} className="font-medium">
              {aiToolLabels[tool]}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

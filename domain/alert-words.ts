import { type AiTool, aiToolLabels } from './ai-tool.ts';
import { type Category, categoryLabels } from './category.ts';
import { formatCents } from './money.ts';

// Apart from the schemas, which bring Zod: My Account lists alerts.

interface Looked {
  categories: readonly Category[];
  ai_tools: readonly AiTool[];
  words: string | null;
  min_budget_cents: number | null;
}

/** 'Web or iOS, Claude, "stripe", from $200': what an alert looks for, on one line. */
export function alertWords({ categories, ai_tools, words, min_budget_cents }: Looked): string {
  const parts = [
    categories.map((category) => categoryLabels[category]).join(' or '),
    ai_tools.map((tool) => aiToolLabels[tool]).join(' or '),
    words === null ? '' : `“${words}”`,
    min_budget_cents ? `from ${formatCents(min_budget_cents, { whole: true })}` : '',
  ].filter(Boolean);
  return parts.join(', ') || 'All requests in your categories';
}

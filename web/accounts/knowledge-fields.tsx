import { AI_TOOLS, type AiTool, aiToolLabels } from '#domain/ai-tool.ts';
import type { Category } from '#domain/category.ts';
import { Checkbox, checkboxGrid } from '../ui/checkbox.tsx';
import { FieldGroup } from '../ui/field-group.tsx';
import { CategoryCheckboxes } from './category-checkboxes.tsx';

interface Choice<T> {
  value: T[];
  onChange: (chosen: T[]) => void;
}

interface KnowledgeFieldsProps {
  categories: Choice<Category>;
  tools: Choice<AiTool>;
  disabled: boolean;
  errors: Partial<Record<'categories' | 'ai_tools', { message?: string | undefined } | undefined>>;
}

/** What an unblocker knows: fields, and tools. */
export function KnowledgeFields({ categories, tools, disabled, errors }: KnowledgeFieldsProps) {
  return (
    <>
      <CategoryCheckboxes
        legend="Fields"
        value={categories.value}
        onChange={categories.onChange}
        disabled={disabled}
        error={errors.categories?.message}
      />
      <ToolCheckboxes
        hint="Whose code you know."
        value={tools.value}
        onChange={tools.onChange}
        disabled={disabled}
        error={errors.ai_tools?.message}
      />
    </>
  );
}

interface ToolCheckboxesProps extends Choice<AiTool> {
  hint: string;
  disabled: boolean;
  error: string | undefined;
}

export function ToolCheckboxes({ hint, value, onChange, disabled, error }: ToolCheckboxesProps) {
  return (
    <FieldGroup legend="AI Tools" hint={hint} error={error}>
      <div className={checkboxGrid}>
        {AI_TOOLS.map((tool) => (
          <Checkbox
            key={tool}
            label={aiToolLabels[tool]}
            checked={value.includes(tool)}
            disabled={disabled}
            onChange={({ target }) =>
              onChange(target.checked ? [...value, tool] : value.filter((each) => each !== tool))
            }
          />
        ))}
      </div>
    </FieldGroup>
  );
}

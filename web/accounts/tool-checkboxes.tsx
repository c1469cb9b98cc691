import { AI_TOOLS, type AiTool, aiToolLabels } from '#domain/ai-tool.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { FieldGroup } from '../ui/field-group.tsx';

interface ToolCheckboxesProps {
  hint: string;
  value: AiTool[];
  onChange: (chosen: AiTool[]) => void;
  disabled: boolean;
  error: string | undefined;
}

export function ToolCheckboxes({ hint, value, onChange, disabled, error }: ToolCheckboxesProps) {
  return (
    <FieldGroup legend="AI Tools" hint={hint} error={error}>
      <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-3">
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

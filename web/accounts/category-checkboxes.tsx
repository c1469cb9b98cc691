import {
  CATEGORIES,
  type Category,
  categoryLabels,
  MOBILE_SUBCATEGORIES,
} from '#domain/category.ts';
import { Checkbox, checkboxGrid } from '../ui/checkbox.tsx';
import { cx } from '../ui/cx.ts';
import { FieldGroup } from '../ui/field-group.tsx';

interface CategoryCheckboxesProps {
  legend: string;
  hint?: string;
  error?: string | undefined;
  value: readonly Category[];
  onChange: (chosen: Category[]) => void;
  /** Show the kinds of Mobile only while Mobile is ticked, and remove them with it. */
  nested?: boolean;
  disabled?: boolean;
}

export function CategoryCheckboxes(props: CategoryCheckboxesProps) {
  const { legend, hint, error, value, onChange, nested = false, disabled = false } = props;
  const outer = nested ? CATEGORIES.filter((category) => !isMobileKind(category)) : CATEGORIES;

  function toggle(category: Category, ticked: boolean) {
    const kept = value.filter(
      (other) => other !== category && !(nested && category === 'mobile' && isMobileKind(other)),
    );
    onChange(ticked ? [...value, category] : kept);
  }

  const box = (category: Category) => (
    <Checkbox
      key={category}
      label={categoryLabels[category]}
      checked={value.includes(category)}
      disabled={disabled}
      onChange={(event) => toggle(category, event.target.checked)}
    />
  );

  return (
    <FieldGroup legend={legend} {...(hint && { hint })} error={error}>
      <div className={checkboxGrid}>{outer.map(box)}</div>
      {nested && value.includes('mobile') && (
        // Below the others, which stay where they are.
        <div className={cx(checkboxGrid, 'mt-1 animate-rise-in border-l-2 border-line pl-4')}>
          {MOBILE_SUBCATEGORIES.map(box)}
        </div>
      )}
    </FieldGroup>
  );
}

function isMobileKind(category: Category): boolean {
  return MOBILE_SUBCATEGORIES.some((kind) => kind === category);
}

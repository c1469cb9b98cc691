import { BUDGETS } from '#domain/budget.ts';
import { cx } from '../ui/cx.ts';

interface BudgetChipsProps {
  /** What stands in the field. */
  value: string;
  onTake: (budget: string) => void;
  disabled: boolean;
}

/** Budgets to choose from; the field takes any other. */
export function BudgetChips({ value, onTake, disabled }: BudgetChipsProps) {
  return (
    <ul aria-label="Suggestions" className="flex flex-wrap gap-1.5">
      {BUDGETS.map((budget) => (
        <li key={budget}>
          <button
            type="button"
            disabled={disabled}
            aria-pressed={value === budget}
            onClick={() => onTake(budget)}
            className={cx(
              'min-h-11 rounded-full border px-3 text-sm transition-colors md:min-h-8',
              value === budget
                ? 'border-go bg-go-soft text-go-ink'
                : 'border-edge bg-surface hover:bg-sunken',
            )}
          >
            {budget}
          </button>
        </li>
      ))}
    </ul>
  );
}

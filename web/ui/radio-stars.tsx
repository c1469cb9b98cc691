import { Star } from 'lucide-react';
import { useId } from 'react';
import { cx } from './cx.ts';

interface RadioStarsProps {
  legend: string;
  value: number | null;
  onChange: (stars: number) => void;
  /** They stay as they are, and keep the focus, which disabled ones would lose. */
  readOnly?: boolean;
}

/**
 * Five radio buttons, '1 star' to '5 stars', with arrow keys. Each lies invisibly over its star, so
 * that clicks land on it.
 */
export function RadioStars({ legend, value, onChange, readOnly = false }: RadioStarsProps) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      <div className="-ml-2 flex">
        {[1, 2, 3, 4, 5].map((stars) => (
          <label
            key={stars}
            className="relative inline-flex size-11 cursor-pointer items-center justify-center rounded has-focus-visible:outline-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={name}
              value={stars}
              checked={value === stars}
              aria-disabled={readOnly || undefined}
              onChange={() => readOnly || onChange(stars)}
              aria-label={stars === 1 ? '1 star' : `${stars} stars`}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
            <Star
              size={24}
              aria-hidden
              className={cx(
                value !== null && stars <= value ? 'fill-turn text-turn-ink' : 'text-edge',
              )}
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

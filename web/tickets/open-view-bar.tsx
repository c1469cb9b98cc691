import { MAX_VIEW_WORDS, OPEN_ORDERS, type OpenView } from '#domain/open-view.ts';
import type { Profile } from '#domain/profile.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { Input } from '../ui/input.tsx';
import { Select } from '../ui/select.tsx';
import { openOrderLabels, openView } from './open-request-order.ts';
import { SavedFilters } from './saved-filters.tsx';

interface OpenViewBarProps {
  saved: Profile['saved_filters'];
  view: OpenView;
  onView: (view: OpenView) => void;
}

/** How the open requests are looked at: words, order, files. It is kept for the next visit, and under names. */
export function OpenViewBar({ saved, view, onView }: OpenViewBarProps) {
  function change(part: Partial<OpenView>) {
    const next = { ...view, ...part };
    openView.keep(next);
    onView(next);
  }
  return (
    <div className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Input
        type="search"
        aria-label="Search in open requests"
        placeholder="Search in words and stack"
        className="sm:max-w-72 sm:flex-1"
        maxLength={MAX_VIEW_WORDS}
        value={view.words}
        onChange={({ target }) => change({ words: target.value })}
      />
      <Select
        aria-label="Order"
        className="w-auto"
        value={view.order}
        onChange={({ target }) =>
          change({ order: OPEN_ORDERS.find((order) => order === target.value) ?? 'newest' })
        }
      >
        {OPEN_ORDERS.map((order) => (
          <option key={order} value={order}>
            {openOrderLabels[order]}
          </option>
        ))}
      </Select>
      <Checkbox
        label="With files"
        checked={view.with_files}
        onChange={({ target }) => change({ with_files: target.checked })}
      />
      <SavedFilters saved={saved} view={view} onView={change} />
      <p className="ml-auto text-2xs text-ink-soft max-lg:hidden">
        <kbd>j</kbd> and <kbd>k</kbd> move, <kbd>Enter</kbd> opens
      </p>
    </div>
  );
}

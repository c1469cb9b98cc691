import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { OpenView } from '#domain/open-view.ts';
import type { Profile } from '#domain/profile.ts';
import { api } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { showAnswer } from '../api/show-answer.ts';
import { dialogOnDemand } from '../shell/on-demand.tsx';
import { Button } from '../ui/button.tsx';
import { useConfirm } from '../ui/confirm-dialog.tsx';
import { Select } from '../ui/select.tsx';
import { useFocusAfter } from '../ui/use-focus-after.ts';
import type { FilterNameDialogProps } from './filter-name-dialog.tsx';
import { ALL_OPEN, isSameView } from './open-request-order.ts';

const FilterNameDialog = dialogOnDemand<FilterNameDialogProps>(
  async () => (await import('./filter-name-dialog.tsx')).FilterNameDialog,
);

/** No name: these are not blank. */
const NOT_SAVED = ' ';

interface SavedFiltersProps {
  saved: Profile['saved_filters'];
  view: OpenView;
  onView: (view: OpenView) => void;
}

/** Ways to look at the open requests under names of one's own: chosen, saved, renamed and deleted. */
export function SavedFilters({ saved, view, onView }: SavedFiltersProps) {
  const [last, setLast] = useState('');
  const [naming, setNaming] = useState<{ former: string | undefined } | null>(null);
  const isSaved = useRef(false);
  const choice = useRef<HTMLSelectElement>(null);
  const save = useSaveFilters();
  const confirm = useConfirm();
  const names = Object.keys(saved).toSorted((one, other) => one.localeCompare(other));
  // Of two that are the same, the one that was chosen.
  const chosen = [last, ...names].find((name) => saved[name] && isSameView(saved[name], view));
  const isPlain = isSameView(view, ALL_OPEN);
  // The button that was pressed is gone then.
  const focusChoice = useFocusAfter(choice);

  function choose(name: string) {
    setLast(name);
    onView(saved[name] ?? ALL_OPEN);
  }

  function askName(former?: string) {
    isSaved.current = false;
    setNaming({ former });
  }

  async function saveAs(name: string, former: string | undefined) {
    await save({ ...(former !== undefined && { [former]: null }), [name]: view });
    setLast(name);
    isSaved.current = true;
  }

  const remove = (name: string) =>
    confirm({
      title: 'Delete Filter',
      text: `${name}. The requests stay as they are.`,
      act: 'Delete',
      danger: true,
      run: () => save({ [name]: null }),
    }).then((isDone) => isDone && focusChoice());

  return (
    <>
      {names.length > 0 && (
        <Select
          ref={choice}
          aria-label="Saved filters"
          className="w-auto max-w-full sm:max-w-56"
          value={chosen ?? (isPlain ? '' : NOT_SAVED)}
          onChange={({ target }) => choose(target.value)}
        >
          <option value="">All requests</option>
          {!isPlain && chosen === undefined && <option value={NOT_SAVED}>Not saved</option>}
          {names.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </Select>
      )}
      {chosen === undefined ? (
        <Button
          size="sm"
          disabled={isPlain}
          className={isPlain ? 'max-sm:hidden' : undefined}
          onClick={() => askName()}
        >
          Save Filter
        </Button>
      ) : (
        <span className="flex gap-1">
          <Button size="sm" onClick={() => askName(chosen)}>
            Rename
          </Button>
          <Button size="sm" onClick={() => remove(chosen)}>
            Delete
          </Button>
        </span>
      )}
      {naming && (
        <FilterNameDialog
          former={naming.former}
          suggested={naming.former ?? (names.includes(last) ? last : '')}
          taken={names}
          onSave={(name) => saveAs(name, naming.former)}
          onClose={() => {
            setNaming(null);
            if (isSaved.current) focusChoice();
          }}
        />
      )}
    </>
  );
}

function useSaveFilters() {
  const queryClient = useQueryClient();
  return async (saved_filters: Record<string, OpenView | null>) => {
    const profile = await api.patch('/api/me', { body: { saved_filters } });
    await showAnswer(queryClient, keys.me(), profile);
  };
}

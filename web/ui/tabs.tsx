import { Tabs as Radix } from 'radix-ui';
import { type ReactNode, useEffect, useRef } from 'react';

interface TabsProps {
  /** Names the row of tabs. */
  label: string;
  tabs: {
    id: string;
    label: string;
    /** A small number beside the label; the tab's content says it too. */
    mark?: ReactNode;
    content: ReactNode;
  }[];
  /** Leave both out for an uncontrolled component. */
  value?: string;
  onChange?: (id: string) => void;
}

export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  const row = useRef<HTMLDivElement>(null);
  // A new mark may push the chosen tab out of sight.
  const marks = tabs.filter(({ mark }) => mark).length;
  useEffect(() => showChosen(row.current), [value, marks]);
  // The tab that is drawn may be an earlier one than was pressed last.
  const asked = useRef(value);
  useEffect(() => {
    asked.current = value;
  }, [value]);
  const choose = (id: string) => {
    if (id === asked.current) return;
    asked.current = id;
    onChange?.(id);
  };
  return (
    <Radix.Root
      {...(value === undefined ? { defaultValue: tabs[0]?.id ?? '' } : { value })}
      onValueChange={choose}
    >
      <Radix.List
        ref={row}
        aria-label={label}
        className="scrolls-on relative flex gap-1 border-b border-line"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.id}
            value={tab.id}
            // Of a tab that is drawn as the chosen one, the row itself does not tell.
            onFocus={() => choose(tab.id)}
            className="-mb-px inline-flex min-h-11 shrink-0 items-center gap-2 border-b-2 border-transparent px-3 text-sm font-medium whitespace-nowrap text-ink-soft -outline-offset-2 hover:text-ink data-[state=active]:border-go data-[state=active]:text-ink forced-colors:data-[state=active]:border-[Highlight] forced-colors:data-[state=inactive]:border-[Canvas]"
          >
            {tab.label}
            {tab.mark && <span aria-hidden>{tab.mark}</span>}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.id} value={tab.id} className="pt-5">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}

/** Scrolls a wide row to the chosen tab, with its neighbours. */
function showChosen(row: HTMLElement | null): void {
  const chosen = row?.querySelector<HTMLElement>('[data-state=active]');
  if (row && chosen)
    row.scrollLeft = chosen.offsetLeft - (row.clientWidth - chosen.offsetWidth) / 2;
}

/** How many wait, beside a label. */
export function CountMark({ count }: { count: number }) {
  return (
    <span className="figures min-w-5 rounded-full bg-turn-soft px-1.5 py-0.5 text-center text-2xs font-semibold text-turn-ink">
      {count > 999 ? '999+' : count}
    </span>
  );
}

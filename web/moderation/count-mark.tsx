/** How many wait, beside a label; nothing where none does. */
export function CountMark({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="figures min-w-5 rounded-full bg-turn-soft px-1.5 py-0.5 text-center text-2xs font-semibold text-turn-ink">
      {count > 99 ? '99+' : count}
    </span>
  );
}

interface UnfoldButtonProps {
  open: boolean;
  onToggle: (open: boolean) => void;
}

/** Unfolds a long text. */
export function UnfoldButton({ open, onToggle }: UnfoldButtonProps) {
  return (
    <button
      type="button"
      aria-expanded={open}
      onClick={() => onToggle(!open)}
      className="link mt-1 min-h-11 text-sm md:min-h-8"
    >
      {open ? 'Show Less' : 'Show More'}
    </button>
  );
}

import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { Spinner } from './spinner.tsx';

type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
type ButtonSize = 'sm' | 'md' | 'lg';

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** The act is running: the button is disabled and says so. */
  pending?: boolean;
  pendingText?: string;
  /** Styles its single child instead, for example a link. */
  asChild?: boolean;
}

export function Button({
  variant = 'secondary',
  size = 'md',
  pending = false,
  pendingText,
  asChild = false,
  className,
  disabled,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  const look = cx(base, variants[variant], sizes[size], className);
  if (asChild) {
    return (
      <Slot.Root className={look} {...rest}>
        {children}
      </Slot.Root>
    );
  }
  return (
    <button
      type={type}
      className={look}
      disabled={disabled || pending}
      aria-busy={pending || undefined}
      {...rest}
    >
      {pending && <Spinner size={16} label={null} />}
      {pending ? (pendingText ?? children) : children}
    </button>
  );
}

const base =
  'inline-flex max-w-full shrink-0 select-none items-center justify-center gap-2 rounded border text-center ' +
  'font-medium transition-colors duration-150 disabled:opacity-55 aria-disabled:opacity-55';

const variants: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-go text-on-go not-disabled:hover:bg-go-strong',
  secondary: 'border-edge bg-surface text-ink not-disabled:hover:bg-sunken',
  ghost: 'border-transparent text-ink not-disabled:hover:bg-sunken',
  danger: 'border-transparent bg-harm text-on-harm not-disabled:hover:bg-harm-strong',
};

/** At least 44 px on phones, for thumbs. */
const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-11 px-3 text-sm md:min-h-8',
  md: 'min-h-11 px-4 py-1 text-sm md:min-h-10',
  lg: 'min-h-12 px-6 py-2 text-base',
};

import { type ComponentProps, useState } from 'react';
import { cx } from '../ui/cx.ts';
import { Input } from '../ui/input.tsx';

/** A field for a password, which its typist may look at. */
export function PasswordInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false);
  return (
    <div className="relative">
      <Input
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        className={cx('pr-16', className)}
        {...rest}
      />
      <button
        type="button"
        className="link absolute inset-y-0 right-0 flex min-w-11 items-center px-3 text-2xs"
        onClick={() => setShown(!shown)}
      >
        {shown ? 'Hide' : 'Show'}
        <span className="sr-only"> password</span>
      </button>
    </div>
  );
}

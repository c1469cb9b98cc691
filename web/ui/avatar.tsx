import { UserRound } from 'lucide-react';
import { Avatar as Radix } from 'radix-ui';

interface AvatarProps {
  /** Hidden from screen readers, as the name is beside it. */
  name: string | null;
  src?: string | null;
  size?: number;
}

export function Avatar({ name, src, size = 32 }: AvatarProps) {
  const letters = initials(name);
  return (
    <Radix.Root
      aria-hidden
      className="inline-flex shrink-0 items-center justify-center overflow-hidden rounded bg-wait-soft text-wait-ink"
      style={{ width: size, height: size }}
    >
      {src && <Radix.Image src={src} alt="" className="size-full object-cover" />}
      <Radix.Fallback className="font-medium" style={{ fontSize: size * 0.4 }}>
        {letters || <UserRound size={size * 0.55} />}
      </Radix.Fallback>
    </Radix.Root>
  );
}

function initials(name: string | null): string {
  return (name ?? '')
    .split(/[\s@.]+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase())
    .join('');
}

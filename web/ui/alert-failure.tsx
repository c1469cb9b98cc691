import { toast } from 'sonner';

/** What could not be done, read out at once, and under it why, where that is known. */
export function alertFailure(text: string, reason?: string): void {
  toast.error(<span role="alert">{text}</span>, {
    duration: 8000,
    ...(reason && { description: <span className="text-ink-soft">{reason}</span> }),
  });
}

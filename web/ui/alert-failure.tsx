import { toast } from 'sonner';

/** Announces a failure at once, with its reason where that is known. */
export function alertFailure(text: string, reason?: string): void {
  toast.error(<span role="alert">{text}</span>, {
    duration: 8000,
    ...(reason && { description: <span className="text-ink-soft">{reason}</span> }),
  });
}

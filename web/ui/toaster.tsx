import { Toaster as Sonner, toast } from 'sonner';

export { toast };

/** sonner's list is one polite live region; the role of each text distinguishes alerts. */
export function Toaster() {
  return (
    <Sonner
      // At the top, as the bottom has the main action of dialogs and phones.
      position="top-right"
      offset={{ top: 68, right: 16 }}
      mobileOffset={12}
      expand
      closeButton
      className="font-sans!"
      style={{ pointerEvents: 'auto', zIndex: 60 }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'card flex w-full items-start gap-2.5 px-4 py-3 text-sm text-ink shadow-lift relative pr-10 max-md:pr-12',
          icon: 'mt-0.5 shrink-0 [&_svg]:size-4.5',
          error: 'border-harm! text-harm-ink',
          success: 'border-go!',
          closeButton:
            'absolute top-2.5 right-2.5 grid size-6 max-md:top-0 max-md:right-0 max-md:size-11 place-items-center rounded-sm text-ink-soft hover:bg-sunken [&_svg]:size-3.5',
        },
      }}
    />
  );
}

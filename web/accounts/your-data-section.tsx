import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../api/api-error.ts';
import { saveAnswer } from '../api/save-answer.ts';
import { dialogOnDemand } from '../shell/on-demand.tsx';
import { useWarmUp } from '../shell/use-warm-up.ts';
import { Button } from '../ui/button.tsx';
import { alertError } from '../ui/toasts.tsx';
import { AccountSection } from './account-section.tsx';

const DeleteAccountDialog = dialogOnDemand(
  async () => (await import('./delete-account-dialog.tsx')).DeleteAccountDialog,
);

/** As promised by the privacy policy: export and deletion of all that is stored. */
export function YourDataSection() {
  const [deleting, setDeleting] = useState(false);
  useWarmUp(DeleteAccountDialog);
  const download = useMutation({
    mutationFn: downloadExport,
    onError: (cause) => alertError('Failed to export your data.', errorText(cause)),
  });
  return (
    <AccountSection id="your-data" title="Your Data">
      <div className="card divide-y divide-line">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 p-4">
          <p className="min-w-0 flex-1 basis-60 text-sm text-ink-soft">
            All that is stored about you, as one JSON file.
          </p>
          <Button
            pending={download.isPending}
            pendingText="Exporting..."
            onClick={() => download.mutate()}
          >
            <Download size={16} aria-hidden />
            Export My Data
          </Button>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 p-4">
          <p className="min-w-0 flex-1 basis-60 text-sm text-ink-soft">
            Your account goes for good. Export your data first if you want to keep it.
          </p>
          <Button className="text-harm-ink!" onClick={() => setDeleting(true)}>
            Delete Account
          </Button>
        </div>
      </div>
      {deleting && <DeleteAccountDialog onClose={() => setDeleting(false)} />}
    </AccountSection>
  );
}

/**
 * Downloads all that is stored about this person.
 * @throws ApiError
 */
function downloadExport(): Promise<void> {
  return saveAnswer('/api/me/export', 'unblock-export.json');
}

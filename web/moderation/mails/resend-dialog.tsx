import type { FailedMail } from '#domain/failed-mail.ts';
import { ReasonDialog } from '../reason-dialog.tsx';

interface ResendDialogProps {
  mail: FailedMail;
  onClose: () => void;
}

export function ResendDialog({ mail, onClose }: ResendDialogProps) {
  return (
    <ReasonDialog
      title="Send Again"
      description={
        <span className="wrap-anywhere">
          ‘{mail.subject}’ to {mail.recipient}
        </span>
      }
      hint="It stands in the audit log."
      act="Send Again"
      address="/api/moderation/mails/{id}/resend"
      id={mail.id}
      done={`The mail to ${mail.recipient} is on its way again.`}
      onClose={onClose}
    />
  );
}

import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import { FormButtons } from './form-buttons.tsx';

interface ActDialogProps {
  title: string;
  description?: ReactNode;
  /** The submit button's text. */
  act: string;
  danger?: boolean;
  size?: 'sm' | 'md';
  /** The form inside, which the button sends. */
  formId: string;
  pending: boolean;
  disabled?: boolean;
  /** The button's text while sending; by default unchanged. */
  pendingText?: string;
  onClose: () => void;
  children: ReactNode;
}

/** The frame of a dialog with a form: description, form, Cancel and submit. */
export function ActDialog(props: ActDialogProps) {
  const { title, description, size = 'md', onClose, children, ...buttons } = props;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={description}
      size={size}
      locked={buttons.pending}
      footer={<FormButtons {...buttons} onCancel={onClose} />}
    >
      {children}
    </Dialog>
  );
}

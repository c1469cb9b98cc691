import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import { FormButtons } from './form-buttons.tsx';

interface ActDialogProps {
  title: string;
  description?: ReactNode;
  /** The act's own name, on the button. */
  act: string;
  danger?: boolean;
  size?: 'sm' | 'md';
  /** Of the form inside, which the button sends. */
  formId: string;
  pending: boolean;
  /** While it cannot be pressed yet. */
  disabled?: boolean;
  /** On the button meanwhile; the act's name otherwise. */
  pendingText?: string;
  onClose: () => void;
  children: ReactNode;
}

/** The frame of an act that asks for something first: what follows, a form, Cancel and the act. */
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

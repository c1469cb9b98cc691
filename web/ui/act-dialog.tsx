import { type ComponentProps, type ReactNode, useId } from 'react';
import { Dialog } from './dialog.tsx';
import { FormButtons } from './form-buttons.tsx';

interface ActDialogProps {
  title: string;
  description?: ReactNode;
  /** The submit button's text. */
  act: string;
  danger?: boolean;
  size?: 'sm' | 'md';
  onSubmit: ComponentProps<'form'>['onSubmit'];
  pending: boolean;
  disabled?: boolean;
  /** The button's text while sending; by default unchanged. */
  pendingText?: string;
  onClose: () => void;
  /** By default the same as closing. */
  onCancel?: () => void;
  children: ReactNode;
}

/** A dialog with a form: description, fields, Cancel and submit. */
export function ActDialog(props: ActDialogProps) {
  const { title, description, size = 'md', onSubmit, onClose, children, ...buttons } = props;
  const onCancel = props.onCancel ?? onClose;
  const formId = useId();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={description}
      size={size}
      locked={buttons.pending}
      footer={<FormButtons {...buttons} formId={formId} onCancel={onCancel} />}
    >
      <form id={formId} onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
        {children}
      </form>
    </Dialog>
  );
}

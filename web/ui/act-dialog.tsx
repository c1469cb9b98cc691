import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

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
  /** On the button meanwhile; the act's name otherwise. */
  pendingText?: string;
  onClose: () => void;
  children: ReactNode;
}

/** The frame of an act that asks for something first: what follows, a form, Cancel and the act. */
export function ActDialog(props: ActDialogProps) {
  const { title, description, act, danger = false, formId, pending, onClose } = props;
  const { pendingText, children } = props;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={description}
      size={props.size ?? 'md'}
      locked={pending}
      footer={
        <>
          <Button disabled={pending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={danger ? 'danger' : 'primary'}
            pending={pending}
            pendingText={pendingText ?? act}
          >
            {act}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}

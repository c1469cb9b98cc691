import { Button } from './button.tsx';

interface FormButtonsProps {
  /** The act's own name, on the button that sends. */
  act: string;
  danger?: boolean;
  /** Of the form, where the buttons stand outside it. */
  formId?: string;
  disabled?: boolean;
  pending: boolean;
  /** On the button meanwhile; the act's name otherwise. */
  pendingText?: string;
  onCancel: () => void;
}

/** How a form ends: Cancel, and the act. While it runs neither can be pressed. */
export function FormButtons({ act, danger = false, formId, pending, ...props }: FormButtonsProps) {
  return (
    <>
      <Button disabled={pending} onClick={props.onCancel}>
        Cancel
      </Button>
      <Button
        type="submit"
        form={formId}
        variant={danger ? 'danger' : 'primary'}
        disabled={props.disabled ?? false}
        pending={pending}
        pendingText={props.pendingText ?? act}
      >
        {act}
      </Button>
    </>
  );
}

import { Button } from './button.tsx';

interface FormButtonsProps {
  /** The submit button's text. */
  act: string;
  danger?: boolean;
  /** The form, where the buttons are outside it. */
  formId?: string;
  disabled?: boolean;
  pending: boolean;
  /** The button's text while sending; by default unchanged. */
  pendingText?: string;
  onCancel: () => void;
}

/** Cancel and submit. Both are disabled while sending. */
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

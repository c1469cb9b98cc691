import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';

interface ShownOnceDialogProps {
  title: string;
  /** What to do with it. */
  text: string;
  /** What it is. */
  label: string;
  value: string;
  /** The text of the button that copies it. */
  copy: string;
  onClose: () => void;
}

/** A secret that is not shown again. */
export function ShownOnceDialog({
  title,
  text,
  label,
  value,
  copy,
  onClose,
}: ShownOnceDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      // Escape or a click beside must not take it away.
      locked
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-sm leading-relaxed">
          {text} <strong>It is not shown again.</strong>
        </p>
        <Field label={label}>
          <Input readOnly value={value} className="font-mono" />
        </Field>
        <div>
          <CopyButton text={value} label={copy} />
        </div>
      </div>
    </Dialog>
  );
}

import { useRun } from '../../api/use-run.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { PasswordStep } from '../two-step/password-step.tsx';
import { useProved } from '../two-step/use-proved.ts';

interface ProvedDialogProps<Result> {
  title: string;
  description: string;
  act: string;
  danger?: boolean;
  run: () => Promise<Result>;
  onDone: (result: Result) => void;
  onClose: () => void;
}

/** Confirms an act that needs a recent proof of who is there, and asks for that where it is missing. */
export function ProvedDialog<Result>(props: ProvedDialogProps<Result>) {
  const { act, onClose } = props;
  const proved = useProved(props.run);
  const { pending, failure, setPending, run } = useRun();

  function done(result: Result | undefined) {
    if (result !== undefined) props.onDone(result);
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={props.title}
      size="sm"
      locked={pending}
      description={props.description}
      footer={
        !proved.asked && (
          <>
            <Button disabled={pending} onClick={onClose}>
              Cancel
            </Button>
            <Button
              variant={props.danger ? 'danger' : 'primary'}
              pending={pending}
              onClick={() => void run(async () => done(await proved.run()))}
            >
              {act}
            </Button>
          </>
        )
      }
    >
      <ErrorBox text={failure} />
      {proved.asked && (
        <PasswordStep
          onCancel={onClose}
          onConfirmed={async () => done(await proved.again())}
          onSending={setPending}
        />
      )}
    </Dialog>
  );
}

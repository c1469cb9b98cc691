import { zodResolver } from '@hookform/resolvers/zod';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { PROPOSE_A_PRICE } from '#domain/budget.ts';
import { AuthForm } from '../../accounts/auth-form.tsx';
import { useKeptForm } from '../../api/use-kept-form.ts';
import type { Picked } from '../../files/pick-files.ts';
import { PickedFilesField } from '../../files/picked-files-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { submitOnModifiedEnter } from '../../ui/submit-on-modified-enter.ts';
import { useFirstFocus } from '../../ui/use-first-focus.ts';
import { requestDraft } from '../request-draft.ts';
import { RequestFields } from '../request-fields.tsx';
import { emptyRequest, type RequestForm, requestSubmission } from '../request-form.ts';
import { posting, usePosting } from './posting.ts';

interface VisitorRequestFormProps {
  picked: Picked;
  onPicked: (picked: Picked) => void;
  onClose: () => void;
}

const ACT = 'Submit Request';

/** The form of a request for somebody who is not signed in: the account is asked for at its end. */
export function VisitorRequestForm({ picked, onPicked, onClose }: VisitorRequestFormProps) {
  const [isWritten, setWritten] = useState(false);

  function close() {
    posting.end();
    onClose();
  }

  return isWritten ? (
    <Dialog open onOpenChange={close} title="Create a New Request" size="sm">
      <AccountStep onBack={() => setWritten(false)} />
    </Dialog>
  ) : (
    <WritingStep
      picked={picked}
      onPicked={onPicked}
      onClose={close}
      onWritten={() => {
        posting.begin(picked.files.length);
        setWritten(true);
      }}
    />
  );
}

interface WritingStepProps extends VisitorRequestFormProps {
  onWritten: () => void;
}

function WritingStep({ picked, onPicked, onClose, onWritten }: WritingStepProps) {
  const formId = useId();
  const [initial] = useState<RequestForm>(() => ({
    ...emptyRequest,
    budget: PROPOSE_A_PRICE,
    ...requestDraft.read(),
  }));
  const form = useForm({ resolver: zodResolver(requestSubmission), defaultValues: initial });
  const { control, register, setFocus } = form;
  useFirstFocus(setFocus, 'description');
  useKeptForm(form, requestDraft.write);
  const submit = form.handleSubmit(() => {
    requestDraft.write(form.getValues());
    onWritten();
  });

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Create a New Request"
      footer={<FormButtons act={ACT} formId={formId} pending={false} onCancel={onClose} />}
    >
      <form
        id={formId}
        noValidate
        onSubmit={submit}
        onKeyDown={submitOnModifiedEnter}
        className="flex flex-col gap-4"
      >
        <RequestFields
          control={control}
          register={register}
          errors={form.formState.errors}
          disabled={false}
          isNew
        />
        <PickedFilesField
          label="Files"
          picked={picked}
          onPicked={onPicked}
          hint="A zip of the project, or a screenshot. They stay on this device until you submit."
        />
      </form>
    </Dialog>
  );
}

/** The other half: who is to be told when somebody takes it. */
function AccountStep({ onBack }: { onBack: () => void }) {
  const now = usePosting();
  if (now?.stage === 'posting') {
    return (
      <p role="status" className="flex items-center gap-3 py-4">
        <Spinner label={null} />
        Posting your request...
      </p>
    );
  }
  return (
    <>
      <div className="mb-4 rounded bg-go-soft p-3 text-sm text-go-ink">
        <p>
          Your request is written. Where do we tell you when somebody takes it? It is posted as soon
          as your address is confirmed.{' '}
          <button
            type="button"
            className="font-medium underline underline-offset-3"
            onClick={onBack}
          >
            Change the request
          </button>
        </p>
      </div>
      <AuthForm initialMode="signup" short onSuccess={() => undefined} />
    </>
  );
}

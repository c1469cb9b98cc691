import { type FormEvent, useState } from 'react';
import type { Snapshot } from '#domain/code.ts';
import { MAX_FILE_MB } from '#domain/limits.ts';
import { PROJECT_LIMITS } from '#domain/project-limits.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { CodeDrop } from './code-drop.tsx';
import { IntakeProgress } from './intake-progress.tsx';
import { useIntake } from './use-intake.ts';

interface ProjectIntakeProps {
  ticketId: string;
  onAdded: (snapshot: Snapshot) => void;
}

const AS = { kind: 'project' } as const;

/** The three ways in for a customer's project: an archive, a folder, a public Git repository. */
export function ProjectIntake({ ticketId, onAdded }: ProjectIntakeProps) {
  const intake = useIntake(ticketId, onAdded);
  // Here, so that what was typed is still there after a failure.
  const [address, setAddress] = useState<Address>({ url: '', ref: '' });
  const isBusy = intake.stage.at !== 'choosing';
  return (
    <div className="space-y-5">
      <ErrorBox text={intake.problem} />
      {isBusy ? (
        <IntakeProgress intake={intake} />
      ) : (
        <>
          <CodeDrop
            label="Choose an Archive"
            accept=".zip,.tar,.gz,.tgz,application/zip,application/x-tar,application/gzip"
            disabled={isBusy}
            hint={
              <>
                A zip, tar or tar.gz, or the folder itself. At most {MAX_FILE_MB} MB packed and{' '}
                {PROJECT_LIMITS.files.toLocaleString('en-US')} files. Dependencies, build output and
                .git are left out before anything is sent.
              </>
            }
            onFile={(file) => void intake.takeFile(file, AS)}
            onFolder={(folder) => void intake.takeFolder(folder, AS)}
            onProblem={intake.setProblem}
          />
          <GitForm
            address={address}
            onAddress={setAddress}
            onTake={({ url, ref }) => void intake.takeAddress(url, ref, AS)}
          />
        </>
      )}
      <p className="text-2xs leading-relaxed text-ink-soft">
        Nothing of your project is run. Every file is looked through for keys and passwords before
        anybody else can open it, and all of it is deleted with the request.
      </p>
    </div>
  );
}

/** Of a repository; `ref` is a branch or tag. */
interface Address {
  url: string;
  ref: string;
}

interface GitFormProps {
  address: Address;
  onAddress: (address: Address) => void;
  onTake: (address: Address) => void;
}

function GitForm({ address: { url, ref }, onAddress, onTake }: GitFormProps) {
  const [error, setError] = useState<string>();

  function submit(event: FormEvent) {
    event.preventDefault();
    const address = url.trim();
    if (!/^https:\/\/\S+\.\S+/i.test(address)) {
      setError('Please give the address of a public repository, beginning with https://');
      return;
    }
    onTake({ url: address, ref: ref.trim() });
  }

  return (
    <form
      noValidate
      onSubmit={submit}
      className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_10rem_auto]"
    >
      <Field label="Public Git Repository" error={error}>
        <Input
          type="url"
          inputMode="url"
          placeholder="https://github.com/you/project"
          value={url}
          onChange={({ target }) => {
            setError(undefined);
            onAddress({ url: target.value, ref });
          }}
        />
      </Field>
      <Field label="Branch or Tag" hint="Optional">
        <Input value={ref} onChange={({ target }) => onAddress({ url, ref: target.value })} />
      </Field>
      <Button type="submit" className="sm:mt-6.5">
        Read Repository
      </Button>
    </form>
  );
}

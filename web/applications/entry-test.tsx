import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { EntryVersion, OwnApplication } from '#domain/application.ts';
import {
  ENTRY_CHECKS,
  ENTRY_UPLOAD_MB,
  entryCheckTexts,
  MAX_PROOF_TEXT,
} from '#domain/entry-test.ts';
import { errorFrom, errorText, orNetworkError } from '../api/api-error.ts';
import { addressOf } from '../api/client.ts';
import { CodeDrop } from '../code/code-drop.tsx';
import type { Folder } from '../code/folder-files.ts';
import { packFolder } from '../code/pack-folder.ts';
import { onDemand } from '../shell/on-demand.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Field } from '../ui/field.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { Textarea } from '../ui/textarea.tsx';
import { FormPart } from './form-part.tsx';
import type { ApplicationFormReturn } from './form-type.ts';

const loading = { meanwhile: () => <SkeletonText lines={8} /> };
const EntryProjectView = onDemand(
  async () => (await import('./entry-project-view.tsx')).EntryProjectView,
  loading,
);
const VersionChanges = onDemand(
  async () => (await import('./version-changes.tsx')).VersionChanges,
  loading,
);

interface EntryTestProps {
  token: string;
  version: EntryVersion | null;
  onVersion: (own: OwnApplication) => void;
  form: ApplicationFormReturn;
  disabled: boolean;
}

/** The broken project: to be read, mended elsewhere, and brought back with a word on each check. */
export function EntryTest({ token, version, onVersion, form, disabled }: EntryTestProps) {
  const { register, formState } = form;
  const problems = formState.errors.proofs;
  return (
    <FormPart
      title="Entry Test"
      hint="A small shop that an AI tool wrote, with three faults that its customer describes in README.md. Mend them on your machine, change nothing else, and upload your version. We never run it: unblockers read what is different."
    >
      <Button asChild size="sm">
        <a href={addressOf('/api/applications/{token}/project', { path: { token } })} download>
          <Download size={16} aria-hidden />
          Download Project
        </a>
      </Button>
      <EntryProjectView />
      <Upload token={token} hasVersion={version !== null} onVersion={onVersion} />
      {version && (
        <div className="space-y-2">
          <h3 className="text-lg">
            Your Version{' '}
            <span className="text-sm font-normal text-ink-soft">
              uploaded <RelativeTime at={version.created_at} />
            </span>
          </h3>
          <VersionChanges key={String(version.created_at)} version={version} startsOpen={false} />
        </div>
      )}
      <div className="space-y-4">
        {ENTRY_CHECKS.map((check, place) => (
          <Field
            key={check}
            label={`Evidence for: ${entryCheckTexts[check]}`}
            hint={place === 0 ? 'What was wrong, and how you know that it works now.' : undefined}
            error={problems?.[place]?.text?.message}
          >
            <Textarea
              rows={3}
              maxLength={MAX_PROOF_TEXT}
              readOnly={disabled}
              {...register(`proofs.${place}.text`)}
            />
          </Field>
        ))}
      </div>
    </FormPart>
  );
}

interface UploadProps {
  token: string;
  hasVersion: boolean;
  onVersion: (own: OwnApplication) => void;
}

function Upload({ token, hasVersion, onVersion }: UploadProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: (content: File | Folder) => send(token, content),
    onMutate: () => setProblem(null),
    onSuccess: onVersion,
    onError: (cause) => setProblem(errorText(cause)),
  });
  return (
    <div className="space-y-3">
      <CodeDrop
        label={hasVersion ? 'Upload Another Version' : 'Upload Your Version'}
        accept=".zip,.tar,.gz,.tgz"
        disabled={isPending}
        hint={`The whole project as a zip of at most ${ENTRY_UPLOAD_MB} MB, or its folder. It replaces the one before.`}
        onFile={(file) => mutate(file)}
        onFolder={(folder) => mutate(folder)}
        onProblem={setProblem}
      />
      {isPending && (
        <p role="status" className="flex items-center gap-3 text-sm">
          <Spinner label={null} size={16} />
          Reading your version...
        </p>
      )}
      <ErrorBox text={problem} />
    </div>
  );
}

/** @throws ApiError, or an Error of the folder in words for the person */
async function send(token: string, content: File | Folder): Promise<OwnApplication> {
  const file =
    content instanceof File
      ? content
      : await packFolder(content, () => undefined, new AbortController().signal);
  const body = new FormData();
  body.set('file', file);
  // Without a session, also where somebody is signed in here: the link is what counts.
  const path = `/api/applications/${encodeURIComponent(token)}/version`;
  const answer = await orNetworkError(fetch(path, { method: 'POST', body }));
  if (!answer.ok) throw await errorFrom(answer);
  return orNetworkError(answer.json());
}

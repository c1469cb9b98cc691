import { chipList, FileChip } from '../files/file-chip.tsx';
import { takeBack } from '../files/take-back.ts';
import type { Along } from './along.ts';

interface AlongFieldProps {
  along: Along;
  onChange: (along: Along) => void;
  disabled: boolean;
}

/** The project and the sessions that a program has brought for a new request; each can be left out. */
export function AlongField({ along, onChange, disabled }: AlongFieldProps) {
  const { project, attempts } = along;
  return (
    <>
      {project && (
        <Uploads
          label="Project"
          hint="Becomes the first version of your project, under Code."
          uploads={[project]}
          disabled={disabled}
          onRemove={() => onChange({ ...along, project: null })}
        />
      )}
      {attempts.length > 0 && (
        <Uploads
          label="What Your AI Tool Tried"
          hint="Its questions, answers and errors, in short, for the unblocker."
          uploads={attempts}
          disabled={disabled}
          onRemove={(key) =>
            onChange({ ...along, attempts: attempts.filter(({ fileKey }) => fileKey !== key) })
          }
        />
      )}
    </>
  );
}

interface UploadsProps {
  label: string;
  hint: string;
  uploads: Along['attempts'];
  onRemove: (key: string) => void;
  disabled: boolean;
}

function Uploads({ label, hint, uploads, onRemove, disabled }: UploadsProps) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <p className="text-sm font-medium">{label}</p>
      <ul aria-label={label} className={chipList}>
        {uploads.map((upload) => (
          <FileChip
            key={upload.fileKey}
            name={upload.name}
            size={upload.size}
            type={upload.type}
            disabled={disabled}
            onRemove={() => {
              takeBack(upload);
              onRemove(upload.fileKey);
            }}
          />
        ))}
      </ul>
      <p className="text-2xs text-ink-soft">{hint}</p>
    </div>
  );
}

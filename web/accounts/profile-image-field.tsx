import { ImageUp } from 'lucide-react';
import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react';
import { MAX_FILE_BYTES } from '#domain/file-rules.ts';
import { MAX_FILE_MB } from '#domain/limits.ts';
import { refusals } from '#domain/refusals.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { FieldError } from '../ui/field.tsx';

/** A new picture, null to remove it, undefined to keep it. */
export type ChosenImage = File | null | undefined;

interface ProfileImageFieldProps {
  name: string;
  /** URL of the present picture. */
  present: string | null;
  chosen: ChosenImage;
  onChoose: (image: ChosenImage) => void;
  error: string | undefined;
  onError: (message: string | undefined) => void;
  disabled: boolean;
}

/** A picture, previewed as the square that will be cut out of its middle. */
export function ProfileImageField(props: ProfileImageFieldProps) {
  const { name, present, chosen, onChoose, error, onError, disabled } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const preview = useObjectUrl(chosen);
  const shown = chosen === undefined ? present : preview;

  function take(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0];
    const tooLarge = file !== undefined && file.size > MAX_FILE_BYTES;
    onError(tooLarge ? refusals.file_too_large[1] : undefined);
    onChoose(tooLarge ? undefined : file);
  }

  /** What was chosen, or else the present picture. */
  function drop() {
    onError(undefined);
    onChoose(chosen ? undefined : null);
    if (input.current) input.current.value = '';
  }

  return (
    <div className="flex flex-col items-start gap-3 sm:flex-row sm:gap-4">
      <Avatar name={name} src={shown} size={80} />
      <div className="flex w-full min-w-0 flex-col items-start gap-2 sm:flex-1">
        <label htmlFor={id} className="text-sm font-medium">
          Profile Image
        </label>
        <div className="flex flex-wrap gap-2">
          <input
            ref={input}
            id={id}
            type="file"
            accept="image/*"
            disabled={disabled}
            aria-describedby={`${id}-hint`}
            onChange={take}
            className="peer sr-only"
          />
          <Button
            size="sm"
            tabIndex={-1}
            aria-hidden
            disabled={disabled}
            onClick={() => input.current?.click()}
            className="outline-offset-2 outline-focus peer-focus-visible:outline-2"
          >
            <ImageUp size={16} />
            {shown ? 'Choose Another' : 'Choose a Picture'}
          </Button>
          {shown && (
            <Button size="sm" variant="ghost" disabled={disabled} onClick={drop}>
              {chosen ? 'Undo' : 'Remove Picture'}
            </Button>
          )}
        </div>
        <p id={`${id}-hint`} className="text-2xs wrap-anywhere text-ink-soft">
          {chosen ? chosen.name : `Optional. One picture, max ${MAX_FILE_MB}MB.`}
        </p>
        <FieldError text={error} />
      </div>
    </div>
  );
}

/** An object URL for a local file, revoked when it is no longer needed. */
function useObjectUrl(file: ChosenImage): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return setUrl(null);
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}

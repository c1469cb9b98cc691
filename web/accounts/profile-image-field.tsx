import { type ChangeEvent, useEffect, useState } from 'react';
import { MAX_FILE_BYTES } from '#domain/file-rules.ts';
import { MAX_FILE_MB } from '#domain/limits.ts';
import { refusals } from '#domain/refusals.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';

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
  const preview = useObjectUrl(chosen);
  const shown = chosen === undefined ? present : preview;

  function take(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0];
    const tooLarge = file !== undefined && file.size > MAX_FILE_BYTES;
    onError(tooLarge ? refusals.file_too_large[1] : undefined);
    onChoose(tooLarge ? undefined : file);
  }

  return (
    <div className="flex flex-col items-start gap-3 sm:flex-row sm:gap-4">
      <Avatar name={name} src={shown} size={80} />
      <div className="flex w-full min-w-0 flex-col items-start gap-2 sm:flex-1">
        <Field
          label="Profile Image"
          optional
          hint={`One picture, max ${MAX_FILE_MB}MB.`}
          error={error}
          className="w-full"
        >
          <Input
            type="file"
            accept="image/*"
            disabled={disabled}
            onChange={take}
            className="h-auto! py-1.5 pl-1.5 file:mr-3 file:min-h-8 file:rounded-sm file:bg-sunken file:px-3 file:font-medium file:text-ink"
          />
        </Field>
        {shown && chosen === undefined && (
          <Button size="sm" variant="ghost" disabled={disabled} onClick={() => onChoose(null)}>
            Remove Picture
          </Button>
        )}
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

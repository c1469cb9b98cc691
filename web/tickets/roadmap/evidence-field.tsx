import { type Ref, useImperativeHandle, useState } from 'react';
import type { Check } from '#domain/check-schemas.ts';
import { useFormDraft } from '../../api/use-form-draft.ts';
import { FormFilesField } from '../../files/form-files-field.tsx';
import { useFormFiles } from '../../files/use-form-files.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Textarea } from '../../ui/textarea.tsx';

export interface EvidenceEntry {
  /** The evidence to send for this check: undefined for none, null when the author cancels. */
  collect: (act: string) => Promise<object | null | undefined>;
  clear: () => void;
  discard: () => void;
}

interface EvidenceFieldProps {
  check: Check;
  /** The storage key of the form. */
  draft: string;
  disabled: boolean;
  ref: Ref<EvidenceEntry>;
}

interface Typed {
  text: string;
  url: string;
}

/** An unblocker's evidence for one check: words, a link, pictures. */
export function EvidenceField({ check, draft: form, disabled, ref }: EvidenceFieldProps) {
  const name = `${form}.${check.id}`;
  const draft = useFormDraft<Typed>(name);
  const [typed, setTyped] = useState<Typed>(() => draft.read() ?? { text: '', url: '' });
  const files = useFormFiles(name);
  const [more, setMore] = useState(typed.url !== '' || files.uploaded.length > 0);

  function type(change: Partial<Typed>) {
    const next = { ...typed, ...change };
    setTyped(next);
    draft.keep(next);
  }

  useImperativeHandle(ref, () => ({
    async collect(act) {
      const uploaded = await files.ready(act);
      if (!uploaded) return null;
      const text = typed.text.trim();
      const url = typed.url.trim();
      if (!text && !url && uploaded.length === 0) return undefined;
      const file_keys = uploaded.map(({ fileKey }) => fileKey);
      return { check_id: check.id, ...(text && { text }), ...(url && { url }), file_keys };
    },
    clear() {
      draft.drop();
      files.clear();
    },
    discard() {
      draft.drop();
      files.discard();
    },
  }));

  return (
    <fieldset aria-label={check.text} className="min-w-0 space-y-3">
      <Field label={`Evidence for: ${check.text}`} optional>
        <Textarea
          rows={2}
          readOnly={disabled}
          value={typed.text}
          onChange={({ target }) => type({ text: target.value })}
        />
      </Field>
      {more ? (
        <>
          <Field label="Link" optional>
            <Input
              type="url"
              inputMode="url"
              placeholder="https://"
              readOnly={disabled}
              value={typed.url}
              onChange={({ target }) => type({ url: target.value })}
            />
          </Field>
          <FormFilesField files={files} label="Pictures" disabled={disabled} />
        </>
      ) : (
        <Button size="sm" variant="ghost" disabled={disabled} onClick={() => setMore(true)}>
          Add a Link or Pictures
        </Button>
      )}
    </fieldset>
  );
}

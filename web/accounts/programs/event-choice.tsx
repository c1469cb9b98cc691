import { useState } from 'react';
import { exampleOf } from '#domain/webhook-example.ts';
import { WEBHOOK_TYPES, type WebhookType, webhookWords } from '#domain/webhook-type.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FieldGroup } from '../../ui/field-group.tsx';
import { ScrolledCode } from '../../ui/scrolled-code.tsx';

interface EventChoiceProps {
  value: readonly WebhookType[];
  onChange: (chosen: WebhookType[]) => void;
  error: string | undefined;
  disabled: boolean;
}

/** What a webhook hears, each with an example of what is sent. */
export function EventChoice({ value, onChange, error, disabled }: EventChoiceProps) {
  const [shown, setShown] = useState<WebhookType | null>(null);
  const isAll = value.length === WEBHOOK_TYPES.length;
  return (
    <FieldGroup legend="It hears" error={error}>
      <Button
        size="sm"
        disabled={disabled}
        onClick={() => onChange(isAll ? [] : [...WEBHOOK_TYPES])}
      >
        {isAll ? 'Choose None' : 'Choose All'}
      </Button>
      <ul className="mt-2 divide-y divide-line rounded border border-line px-3">
        {WEBHOOK_TYPES.map((type) => (
          <li key={type} className="py-1.5">
            <div className="flex flex-wrap items-center justify-between gap-x-3">
              <Checkbox
                className="min-w-0 flex-1"
                checked={value.includes(type)}
                disabled={disabled}
                onChange={({ target }) =>
                  onChange(
                    target.checked ? [...value, type] : value.filter((other) => other !== type),
                  )
                }
                label={
                  <>
                    <span className="block font-mono text-2xs wrap-anywhere">{type}</span>
                    <span className="block text-ink-soft">{webhookWords(type)}</span>
                  </>
                }
              />
              <button
                type="button"
                className="link min-h-11 text-2xs md:min-h-8"
                aria-expanded={shown === type}
                aria-label={`Example: ${type}`}
                onClick={() => setShown(shown === type ? null : type)}
              >
                Example
              </button>
            </div>
            {shown === type && (
              <ScrolledCode className="mb-2" text={JSON.stringify(exampleOf(type), null, 2)} />
            )}
          </li>
        ))}
      </ul>
    </FieldGroup>
  );
}

import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';

interface SavedReplyPickerProps {
  disabled: boolean;
  /** The text of the reply that was chosen. */
  onInsert: (text: string) => void;
}

/** Inserts one of the team's replies; nothing without any. */
export function SavedReplyPicker({ disabled, onInsert }: SavedReplyPickerProps) {
  const { data } = useSavedReplies();
  if (!data || data.items.length === 0) return null;
  return (
    <Field label="Saved Reply" optional>
      <Select
        value=""
        disabled={disabled}
        onChange={(event) => {
          const reply = data.items.find(({ id }) => id === event.target.value);
          if (reply) onInsert(reply.text);
        }}
      >
        <option value="">Insert one</option>
        {data.items.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </Select>
    </Field>
  );
}

export function useSavedReplies() {
  return useQuery({
    queryKey: keys.savedReplies(),
    queryFn: ({ signal }) => api.get('/api/moderation/replies', { signal }),
  });
}

/** Appends a reply to the text. */
export function withReply(written: string, reply: string): string {
  return written.trim() === '' ? reply : `${written.trimEnd()}\n\n${reply}`;
}

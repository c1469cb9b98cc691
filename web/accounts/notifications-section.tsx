import { DESK_PACES } from '#domain/desk-pace.ts';
import { NEW_REQUEST_PACES } from '#domain/new-request-pace.ts';
import { useProfile } from '../api/session.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { AccountSection } from './account-section.tsx';
import { kindWords, paceWords, type YesOrNoKind } from './mail-preference-texts.ts';
import { useNotifications } from './use-notifications.ts';

/** Which mails to get. Each choice is kept as soon as it is made. */
export function NotificationsSection() {
  const { user_type } = useProfile();
  const { notifications, choose, saved } = useNotifications();
  const kinds = (Object.keys(kindWords) as YesOrNoKind[]).filter((kind) =>
    kindWords[kind].to.includes(user_type),
  );
  return (
    <AccountSection
      id="notifications"
      title="Notifications"
      intro="Which mails you get. Mails about your account itself, such as a reset link, always come."
      aside={
        <p role="status" className="text-2xs text-go-ink">
          {saved && 'Saved'}
        </p>
      }
    >
      <div className="card divide-y divide-line px-4">
        {user_type === 'developer' && (
          <Pace
            label="New requests"
            hint="Requests in the categories you support."
            paces={NEW_REQUEST_PACES}
            value={notifications.new_request}
            onChange={(new_request) => choose({ new_request })}
          />
        )}
        {user_type === 'moderator' && (
          <Pace
            label="The queue"
            hint="What is new for moderators. What comes in between is told in one mail."
            paces={DESK_PACES}
            value={notifications.desk}
            onChange={(desk) => choose({ desk })}
          />
        )}
        {kinds.map((kind) => (
          <Checkbox
            key={kind}
            className="py-2.5"
            checked={notifications[kind]}
            onChange={(event) => choose({ [kind]: event.target.checked })}
            label={
              <>
                <span className="block font-medium">{kindWords[kind].label}</span>
                <span className="block text-ink-soft">{kindWords[kind].when}</span>
              </>
            }
          />
        ))}
      </div>
    </AccountSection>
  );
}

interface PaceProps<Each extends keyof typeof paceWords> {
  label: string;
  hint: string;
  paces: readonly Each[];
  value: Each;
  onChange: (pace: Each) => void;
}

function Pace<Each extends keyof typeof paceWords>(props: PaceProps<Each>) {
  const { label, hint, paces, value, onChange } = props;
  return (
    <Field label={label} hint={hint} className="py-3">
      <Select
        className="max-w-72"
        value={value}
        onChange={(event) => {
          const pace = paces.find((known) => known === event.target.value);
          if (pace) onChange(pace);
        }}
      >
        {paces.map((pace) => (
          <option key={pace} value={pace}>
            {paceWords[pace]}
          </option>
        ))}
      </Select>
    </Field>
  );
}

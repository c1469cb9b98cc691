import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DESK_PACES } from '#domain/desk-pace.ts';
import type { Notifications } from '#domain/mail-preferences.ts';
import { NEW_REQUEST_PACES } from '#domain/new-request-pace.ts';
import type { Profile, UserType } from '#domain/profile.ts';
import { errorText } from '../api/api-error.ts';
import { api } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { useProfile } from '../api/session.tsx';
import { showAnswer } from '../api/show-answer.ts';
import { QuietHoursField } from '../notifications/quiet-hours-field.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { alertError } from '../ui/toasts.tsx';
import { AccountSection } from './account-section.tsx';
import { useAlerts } from './alerts/use-alerts.ts';

/** Kinds with only on and off. */
type YesOrNoKind = Exclude<keyof Notifications, 'new_request' | 'quiet_hours' | 'desk'>;

interface KindWords {
  label: string;
  /** When it is sent. */
  when: string;
  /** Roles that get it. */
  to: readonly UserType[];
}

/** In the order in which they occur in a request. */
const kindWords: Record<YesOrNoKind, KindWords> = {
  request_assigned: {
    label: 'Request assigned',
    when: 'An unblocker takes your request.',
    to: ['customer'],
  },
  plan_submitted: {
    label: 'Plan submitted',
    when: 'A plan is ready for your review.',
    to: ['customer'],
  },
  milestone_ready: {
    label: 'Milestone ready',
    when: 'A milestone is ready for your review.',
    to: ['customer'],
  },
  money: {
    label: 'Money',
    when: 'A payment is held for your work, or becomes yours.',
    to: ['developer'],
  },
  new_message: {
    label: 'New messages',
    when: 'The other side of a request writes to you.',
    to: ['customer', 'developer'],
  },
  reminder: {
    label: 'Reminders',
    when: 'It has been your turn for a day, or a milestone is late.',
    to: ['customer', 'developer'],
  },
  application_waits: {
    label: 'Applications to review',
    when: 'Somebody who applied waits for a review. Once a day at most, if you may review.',
    to: ['developer'],
  },
  marketing: {
    label: 'News about Unblock',
    when: 'Now and then. Off unless you want them.',
    to: ['customer', 'developer', 'moderator'],
  },
};

const paceWords: Record<(typeof NEW_REQUEST_PACES)[number] | (typeof DESK_PACES)[number], string> =
  {
    at_once: 'At once',
    hourly: 'Once an hour at most',
    daily: 'Once a day',
    never: 'Never',
  };

/** The mail settings. Each choice is saved at once. */
export function NotificationsSection() {
  const { user_type } = useProfile();
  const { notifications, choose, saved } = useNotifications();
  const isUnblocker = user_type === 'developer';
  const alerts = useAlerts({ enabled: isUnblocker }).data ?? [];
  const isToldAtOnce =
    alerts.length > 0
      ? alerts.some(({ when }) => when === 'at_once')
      : notifications.new_request === 'at_once';
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
        {isUnblocker && (
          <Pace
            label="New requests"
            hint={
              alerts.length === 0
                ? 'Requests in the categories you support.'
                : 'Your alerts say which, and when. Never stops their mails.'
            }
            paces={NEW_REQUEST_PACES}
            value={notifications.new_request}
            onChange={(new_request) => choose({ new_request })}
          />
        )}
        {isUnblocker && isToldAtOnce && (
          <QuietHoursField
            value={notifications.quiet_hours}
            onChange={(quiet_hours) => choose({ quiet_hours })}
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

/** A person's mail settings. A choice shows at once, and is reverted when saving fails. */
function useNotifications() {
  const { notifications } = useProfile();
  const queryClient = useQueryClient();
  // Beside the cache, which updates too late for a box that was just ticked.
  const [chosen, setChosen] = useState<Partial<Notifications>>({});
  const [stored, setStored] = useState(notifications);

  const saving = useMutation({
    // One after the other: two beside each other could be stored in another order.
    scope: { id: 'notifications' },
    mutationFn: (choice: Partial<Notifications>) =>
      api.patch('/api/me', { body: { notifications: choice } }),
    onSuccess: async (_, choice) => {
      await showAnswer<Profile>(
        queryClient,
        keys.me(),
        (profile) =>
          profile && { ...profile, notifications: { ...profile.notifications, ...choice } },
      );
    },
    onError: (cause, choice) => {
      setChosen((before) => without(before, choice));
      alertError('Failed to update notifications. Please try again.', errorText(cause));
    },
  });

  // What was read since may be another choice, by another tab or the link of a mail.
  if (stored !== notifications && !saving.isPending) {
    setStored(notifications);
    setChosen({});
  }

  return {
    notifications: { ...notifications, ...chosen },
    choose(choice: Partial<Notifications>) {
      setChosen((before) => ({ ...before, ...choice }));
      saving.mutate(choice);
    },
    saved: saving.isSuccess,
  };
}

/** Reverts a choice, unless another was made meanwhile. */
function without(
  chosen: Partial<Notifications>,
  choice: Partial<Notifications>,
): Partial<Notifications> {
  const kept = Object.entries(chosen).filter(([kind, value]) =>
    Object.entries(choice).every(([k, v]) => k !== kind || v !== value),
  );
  return Object.fromEntries(kept);
}

import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { acts } from '#domain/acts.ts';
import { ownPasswordSchema } from '#domain/credentials.ts';
import { RETENTION_MONTHS } from '#domain/limits.ts';
import { paths } from '#domain/paths.ts';
import { shortId } from '#domain/ticket-words.ts';
import { endingAct } from '#domain/way-out.ts';
import { api } from '../api/client.ts';
import { showProblems } from '../api/form-problems.ts';
import { keys } from '../api/query-keys.ts';
import { loadSignOut, useProfile } from '../api/session.tsx';
import { usePages } from '../api/use-pages.ts';
import { ActDialog } from '../ui/act-dialog.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { announce } from '../ui/toasts.tsx';
import { useFirstFocus } from '../ui/use-first-focus.ts';
import { OwnPasswordField } from './own-password-field.tsx';

/** Says what is deleted and what stays, and asks for the password. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    resolver: zodResolver(ownPasswordSchema),
    defaultValues: { password: '' },
  });
  const { errors, isSubmitting } = formState;
  useFirstFocus(setFocus, 'password');

  const remove = handleSubmit(async (form) => {
    let leave: () => Promise<void>;
    try {
      leave = await loadSignOut();
      await api.delete('/api/me', { body: form });
    } catch (cause) {
      return showProblems(cause, ['password'], setError);
    }
    announce('Your account was deleted.');
    await leave();
  });

  return (
    <ActDialog
      title="Delete Account"
      act="Delete Account"
      danger
      onSubmit={remove}
      pending={isSubmitting}
      pendingText="Deleting..."
      onClose={onClose}
    >
      <ErrorBox text={errors.root?.message} />
      <WhatGoes />
      <OwnPasswordField
        error={errors.password?.message}
        readOnly={isSubmitting}
        {...register('password')}
      />
    </ActDialog>
  );
}

/** Requests that prevent the deletion, each with the act by which the person can leave it. */
function StillRunning() {
  const isDeveloper = useProfile().user_type === 'developer';
  const view = isDeveloper ? 'assigned' : 'active';
  const query = { view, open: 'true', limit: 24 } as const;
  const list = usePages([...keys.ticketList(view), query], '/api/tickets', { query });
  const { items } = list;
  if (!items || items.length === 0) return null;
  return (
    <div>
      <h3 className="font-sans font-medium tracking-normal">What has to be ended</h3>
      <ul className="text-ink-soft">
        {items.map(({ id, actions }) => {
          const act = endingAct(actions);
          return (
            <li key={id}>
              <Link to={paths.plan(isDeveloper ? 'developer' : 'customer', id)} className="link">
                Request #{shortId(id)}
              </Link>
              : {act ? acts[act].label : 'A moderator decides about it'}
            </li>
          );
        })}
      </ul>
      <ShowMore list={list} />
    </div>
  );
}

function WhatGoes() {
  return (
    <div className="flex flex-col gap-3 text-sm leading-relaxed">
      <p>This cannot be undone, and your requests have to be ended first.</p>
      <StillRunning />
      <div>
        <h3 className="font-sans font-medium tracking-normal">What goes at once</h3>
        <p className="text-ink-soft">
          Your name, email address, picture, settings and sessions. The address is free for a new
          account.
        </p>
      </div>
      <div>
        <h3 className="font-sans font-medium tracking-normal">What stays</h3>
        <p className="text-ink-soft">
          Finished requests with their messages stay with the person you did them with, without your
          name, until {RETENTION_MONTHS} months after they ended. Records of payments keep their
          amounts, without your name.
        </p>
      </div>
    </div>
  );
}

import { CONTACT_ADDRESS } from '../shell/contact.ts';
import { ACCOUNT_SUSPENDED } from './auth-problem.ts';
import { NarrowPage } from './narrow-page.tsx';

export function meta() {
  return [{ title: `${ACCOUNT_SUSPENDED} · Unblock` }, { name: 'robots', content: 'noindex' }];
}

/** For suspended people: what it means, and what they can do. */
export default function SuspendedPage() {
  return (
    <NarrowPage title={ACCOUNT_SUSPENDED}>
      <p>
        A moderator has suspended it. The reason is in the mail that we sent you then. Until the
        account is restored, nobody can sign in with it, and a new password does not open it either.
      </p>
      <ul className="list-disc space-y-2 pl-5 text-sm text-ink-soft">
        <li>Your running requests wait for a moderator, who decides about each of them.</li>
        <li>Money that is held stays held until then. What you have earned stays yours.</li>
        <li>Nothing of yours is deleted.</li>
      </ul>
      <p>
        Do you think this is a mistake? Write to{' '}
        <a href={`mailto:${CONTACT_ADDRESS}?subject=My%20suspended%20account`} className="link">
          {CONTACT_ADDRESS}
        </a>{' '}
        from the address of the account and say why. A moderator reads it, and you get an answer by
        mail.
      </p>
    </NarrowPage>
  );
}

import { useState } from 'react';
import { acts } from '#domain/acts.ts';
import { awayWords } from '#domain/availability-words.ts';
import type { Helper } from '#domain/quote.ts';
import { errorText } from '../../api/api-error.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Rating } from '../../ui/rating.tsx';
import { alertError } from '../../ui/toasts.tsx';
import { usePlan } from '../roadmap/plan-context.ts';
import { useHelpers, useQuoteActs } from './use-quotes.ts';

/** For the customer of an open request: unblockers who helped before can be invited to it. */
export function InvitePanel() {
  const { ticket } = usePlan();
  const { data } = useHelpers(ticket.id);
  if (!data || data.items.length === 0) return null;
  return (
    <section aria-labelledby="helpers" className="card space-y-3 p-5 text-sm">
      <h2 id="helpers" className="text-lg">
        Helped You Before
      </h2>
      <ul className="space-y-3">
        {data.items.map((helper) => (
          <HelperRow key={helper.person.id} helper={helper} />
        ))}
      </ul>
    </section>
  );
}

function HelperRow({ helper: { person, invited, away_until } }: { helper: Helper }) {
  const { invite } = useQuoteActs();
  const [pending, setPending] = useState(false);
  const { label = '', failed = '' } = acts.invite;

  async function press() {
    setPending(true);
    await invite(person.id).catch((cause) => alertError(failed, errorText(cause)));
    setPending(false);
  }

  return (
    <li className="flex min-w-0 items-center gap-3">
      <Avatar name={person.full_name} src={person.profile_image_url} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{person.full_name}</span>
        <Rating
          average={person.rating_average}
          count={person.rating_count}
          className="text-2xs text-ink-soft"
        />
      </span>
      {invited || away_until ? (
        <span className="text-2xs text-ink-soft">
          {invited ? 'Invited' : awayWords(String(away_until))}
        </span>
      ) : (
        <Button size="sm" pending={pending} onClick={press}>
          {label}
        </Button>
      )}
    </li>
  );
}

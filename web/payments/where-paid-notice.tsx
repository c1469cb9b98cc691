import { Link } from 'react-router';
import { notServedWords } from '#domain/country-words.ts';
import { paths } from '#domain/paths.ts';
import { useProfile } from '../api/session.tsx';

/** For an unblocker who has not said where they are paid, or who cannot be paid there. */
export function WherePaidNotice() {
  const { user_type, payout_country, payout_served } = useProfile();
  if (user_type !== 'developer' || payout_served === true) return null;
  return (
    <p className="mb-4 rounded bg-turn-soft px-3 py-2 text-sm text-turn-ink">
      {payout_country === null
        ? 'Say where you are paid before your first request.'
        : notServedWords(payout_country)}{' '}
      <Link to={paths.wherePaid()} className="font-medium underline underline-offset-3">
        {payout_country === null ? 'Say it now' : 'See your earnings'}
      </Link>
    </p>
  );
}

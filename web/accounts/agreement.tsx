import { Link } from 'react-router';
import { paths } from '#domain/paths.ts';

/** What pressing the button above it agrees to; the version in force is kept with the account. */
export function Agreement({ act }: { act: string }) {
  return (
    <p className="text-2xs text-ink-soft">
      By pressing {act} you agree to the{' '}
      <Link to={paths.terms()} target="_blank" className="link">
        Terms of Service
      </Link>{' '}
      and the{' '}
      <Link to={paths.privacyPolicy()} target="_blank" className="link">
        Privacy Policy
      </Link>
      , and confirm that you are 18 or older and live in the United States.
    </p>
  );
}

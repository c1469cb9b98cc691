import { Link } from 'react-router';
import { paths } from '#domain/paths.ts';
import { Button } from '../ui/button.tsx';

/** What moderators look at now and then, beside the tabs. */
export function MoreLinks() {
  return (
    <nav aria-label="More" className="flex flex-wrap gap-2">
      <Button asChild>
        <Link to={paths.statistics()}>Statistics</Link>
      </Button>
      <Button asChild>
        <Link to={paths.failedMails()}>Failed Mails</Link>
      </Button>
    </nav>
  );
}

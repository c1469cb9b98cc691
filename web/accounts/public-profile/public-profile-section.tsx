import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#domain/paths.ts';
import { errorText } from '../../api/api-error.ts';
import { api } from '../../api/client.ts';
import { keys } from '../../api/query-keys.ts';
import { dialogOnDemand } from '../../shell/on-demand.tsx';
import { useWarmUp } from '../../shell/use-warm-up.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AccountSection } from '../account-section.tsx';

const PublicProfileDialog = dialogOnDemand(
  async () => (await import('./public-profile-dialog.tsx')).PublicProfileDialog,
);

/** What an unblocker shows of themselves to everybody, off until they want it. */
export function PublicProfileSection() {
  const [editing, setEditing] = useState(false);
  useWarmUp(PublicProfileDialog);
  const { data, error, refetch } = useQuery({
    queryKey: keys.publicProfile(),
    queryFn: ({ signal }) => api.get('/api/me/public-profile', { signal }),
  });
  return (
    <AccountSection
      id="public-profile"
      title="Public Profile"
      intro="Customers find you in the directory of unblockers, also without an account: your name, what you write here, what you finished with its figures, and reviews. Your email address, picture and requests are never shown."
    >
      {error && !data && <ErrorBox text={errorText(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-20 w-full" />}
      {data && (
        <div className="card flex flex-wrap items-center justify-between gap-x-4 gap-y-3 p-4">
          <div className="min-w-0 space-y-1">
            <Badge tone={data.is_public ? 'go' : 'wait'}>
              {data.is_public ? 'Public' : 'Not public'}
            </Badge>
            {data.is_public && data.slug !== null && (
              <p className="text-sm">
                <Link to={paths.unblocker(data.slug)} className="thumb link wrap-anywhere">
                  View Public Profile
                </Link>
              </p>
            )}
            {data.headline && (
              <p className="text-sm wrap-anywhere text-ink-soft">{data.headline}</p>
            )}
          </div>
          <Button onClick={() => setEditing(true)}>Edit Public Profile</Button>
        </div>
      )}
      {editing && data && <PublicProfileDialog profile={data} onClose={() => setEditing(false)} />}
    </AccountSection>
  );
}

import type { ModeratedRequest, ModeratedSide } from '#domain/moderation.ts';
import { Badge } from '../ui/badge.tsx';

/** The two sides. */
export function RequestPeople({ request }: { request: ModeratedRequest }) {
  return (
    <section aria-labelledby="people" className="card space-y-3 p-5 text-sm">
      <h2 id="people" className="text-lg">
        People
      </h2>
      <dl className="space-y-3">
        <Side term="Customer" side={request.customer} />
        <Side term="Unblocker" side={request.developer} />
      </dl>
    </section>
  );
}

function Side({ term, side }: { term: string; side: ModeratedSide | null }) {
  return (
    <div className="min-w-0">
      <dt className="text-2xs text-ink-soft">{term}</dt>
      <dd className="wrap-anywhere">
        {side ? (
          <>
            <span className="font-medium">{side.full_name}</span>{' '}
            {side.suspended && <Badge tone="harm">Suspended</Badge>}
            {side.email && (
              <a href={`mailto:${side.email}`} className="link block text-2xs">
                {side.email}
              </a>
            )}
          </>
        ) : (
          'None'
        )}
      </dd>
    </div>
  );
}

import { ArrowLeft, LifeBuoy, Map as MapIcon } from 'lucide-react';
import { memo, useState } from 'react';
import { Link } from 'react-router';
import { paths, sideOf } from '#domain/paths.ts';
import type { Ticket } from '#domain/ticket.ts';
import { shortId } from '#domain/ticket-words.ts';
import { useProfile } from '../api/session.tsx';
import { useFiles } from '../files/files-context.ts';
import { ShowFilesButton } from '../files/show-files-button.tsx';
import { counterpartName, counterpartRole } from '../tickets/counterpart.ts';
import { hasWayOut, WAYS_OUT_TITLE, WaysOut } from '../tickets/ways-out/ways-out.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Rating } from '../ui/rating.tsx';
import { browsing } from './browsing.ts';

/** The other side and the request; on phones also the way back to the list. */
export const ConversationHead = memo(function ConversationHead({ ticket }: { ticket: Ticket }) {
  const side = sideOf(useProfile().user_type);
  const name = counterpartName(ticket);
  const { records } = useFiles();
  const count = records?.length ?? Object.keys(ticket.files).length;
  return (
    <header className="flex items-center gap-2 border-b border-line py-2 pr-2 pl-2 sm:gap-3 sm:pr-4 md:py-2.5 md:pl-4">
      <Link
        to={paths.discussions()}
        state={browsing}
        aria-label="Back to Your Tickets"
        className="grid size-11 shrink-0 place-items-center rounded text-ink-soft hover:bg-sunken md:hidden"
      >
        <ArrowLeft size={20} aria-hidden />
      </Link>
      <Avatar name={name} src={ticket.counterpart?.profile_image_url ?? null} size={36} />
      <p className="min-w-0 flex-1 text-sm leading-tight">
        <span className="flex items-baseline gap-2">
          <span className="truncate font-semibold">{name}</span>
          <Rating
            average={ticket.counterpart?.rating_average ?? null}
            count={ticket.counterpart?.rating_count ?? 0}
            className="text-2xs text-ink-soft max-sm:hidden"
          />
        </span>
        <span className="text-2xs text-ink-soft">
          {counterpartRole(ticket)} · <span className="font-mono">#{shortId(ticket.id)}</span>
        </span>
      </p>
      <ShowFilesButton ticketId={ticket.id} count={count} size="sm" />
      <Link
        to={paths.plan(side, ticket.id)}
        title="View Roadmap"
        className="link inline-flex min-h-11 items-center text-sm max-sm:min-w-11 max-sm:justify-center xl:hidden"
      >
        <MapIcon size={20} aria-hidden className="text-ink-soft sm:hidden" />
        <span className="max-sm:sr-only">View Roadmap</span>
      </Link>
      {/* Its dialog goes with it, and does not open by itself once there is a way out again. */}
      {hasWayOut(ticket) && <WaysOutButton ticket={ticket} />}
    </header>
  );
});

/** The ways out on demand, where the request has no room beside its thread. */
function WaysOutButton({ ticket }: { ticket: Ticket }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton label={WAYS_OUT_TITLE} className="xl:hidden" onClick={() => setOpen(true)}>
        <LifeBuoy size={20} aria-hidden />
      </IconButton>
      <Dialog open={open} onOpenChange={setOpen} title={WAYS_OUT_TITLE} size="sm">
        <WaysOut ticket={ticket} />
      </Dialog>
    </>
  );
}

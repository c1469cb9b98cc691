import { useState } from 'react';
import type { Profile } from '#domain/profile.ts';
import { categoryLabels } from '#domain/ticket.ts';
import { displayName } from '../account/display-name.ts';
import { EditProfileDialog } from '../account/edit-profile-dialog.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { supportedBy } from './filter-tickets-dialog.tsx';

/** Who the customers will meet, and what this developer supports. */
export function DeveloperProfile({ profile }: { profile: Profile }) {
  const [editing, setEditing] = useState(false);
  const name = displayName(profile);
  return (
    <section
      aria-label="Profile"
      className="card mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2.5"
    >
      <Avatar name={name} src={profile.profile_image_url} size={36} />
      <p className="min-w-0 font-medium break-words">{name}</p>
      <ul aria-label="Supported categories" className="flex flex-wrap gap-1.5 empty:hidden">
        {supportedBy(profile).map((category) => (
          <li key={category}>
            <Badge>{categoryLabels[category]}</Badge>
          </li>
        ))}
      </ul>
      <Button size="sm" variant="ghost" className="ml-auto" onClick={() => setEditing(true)}>
        Edit
      </Button>
      <EditProfileDialog profile={profile} open={editing} onOpenChange={setEditing} />
    </section>
  );
}

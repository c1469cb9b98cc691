import { useState } from 'react';
import { Link } from 'react-router';
import { categoryLabels } from '#domain/category.ts';
import { paths } from '#domain/paths.ts';
import type { Profile } from '#domain/profile.ts';
import { displayName } from '../accounts/display-name.ts';
import { EditProfileDialog } from '../accounts/edit-profile-dialog.tsx';
import { supportedBy } from '../accounts/supported-by.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';

/** Whom the customers will meet, and what this developer supports. */
export function DeveloperProfile({ profile }: { profile: Profile }) {
  const [editing, setEditing] = useState(false);
  const name = displayName(profile);
  const categories = supportedBy(profile).map((category) => categoryLabels[category]);
  return (
    <section aria-label="Profile" className="flex min-w-0 max-w-full items-center gap-2.5">
      <Avatar name={name} src={profile.profile_image_url} size={40} />
      <div className="min-w-0 max-w-72">
        <Link
          to={paths.developerProfile()}
          title="My Account"
          className="block truncate text-sm font-medium hover:underline"
        >
          {name}
        </Link>
        <p className="line-clamp-2 text-2xs text-ink-soft" title={categories.join(', ')}>
          {categories.join(', ') || 'No categories yet'}
        </p>
      </div>
      <Button size="sm" variant="ghost" onClick={() => setEditing(true)}>
        Edit
      </Button>
      {editing && <EditProfileDialog profile={profile} onClose={() => setEditing(false)} />}
    </section>
  );
}

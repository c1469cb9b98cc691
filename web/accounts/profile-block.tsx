import { useState } from 'react';
import { useProfile, useSession } from '../api/session.tsx';
import { useWarmUp } from '../shell/use-warm-up.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { displayName } from './display-name.ts';
import { EditProfileDialog } from './edit-profile-dialog.tsx';

export function ProfileBlock() {
  const profile = useProfile();
  const { signOut } = useSession();
  const [editing, setEditing] = useState(false);
  useWarmUp(EditProfileDialog);
  const name = displayName(profile);
  return (
    <section aria-label="Profile" className="card flex flex-col gap-5 p-5">
      <div className="flex items-center gap-4">
        <Avatar name={name} src={profile.profile_image_url} size={64} />
        <div className="min-w-0">
          <p className="font-display text-xl font-bold break-words">{name}</p>
          {name !== profile.email && (
            <p className="text-sm break-words text-ink-soft">{profile.email}</p>
          )}
        </div>
      </div>
      <div className="flex gap-2">
        <Button onClick={() => setEditing(true)} className="flex-1">
          Edit
        </Button>
        <Button onClick={signOut} className="flex-1">
          Sign Out
        </Button>
      </div>
      {editing && <EditProfileDialog profile={profile} onClose={() => setEditing(false)} />}
    </section>
  );
}

import { useState } from 'react';
import { categoryLabels } from '#domain/category.ts';
import { useProfile } from '../api/session.tsx';
import { useWarmUp } from '../shell/use-warm-up.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { AccountSection } from './account-section.tsx';
import { FilterTicketsDialog } from './filter-tickets-dialog.tsx';
import { supportedBy } from './supported-by.ts';

/** What a developer works on; the same choice as under Filter Requests. */
export function SupportedCategories() {
  const profile = useProfile();
  const [choosing, setChoosing] = useState(false);
  useWarmUp(FilterTicketsDialog);
  const categories = supportedBy(profile);
  return (
    <AccountSection
      id="supported-categories"
      title="Supported Categories"
      intro="You see open requests that share at least one of them."
    >
      <div className="card flex flex-wrap items-center justify-between gap-x-4 gap-y-3 p-4">
        {categories.length > 0 ? (
          <ul aria-label="Supported Categories" className="flex min-w-0 flex-wrap gap-1.5">
            {categories.map((category) => (
              <li key={category} className="flex">
                <Badge>{categoryLabels[category]}</Badge>
              </li>
            ))}
          </ul>
        ) : (
          <p className="text-sm text-ink-soft">None yet, so no requests are shown to you.</p>
        )}
        <Button onClick={() => setChoosing(true)}>Change Categories</Button>
      </div>
      {choosing && <FilterTicketsDialog profile={profile} onClose={() => setChoosing(false)} />}
    </AccountSection>
  );
}

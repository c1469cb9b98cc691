import { figureRules, figureTitles } from '#domain/figures.ts';
import { Tag } from '../../ui/badge.tsx';
import { AccountSection } from '../account-section.tsx';

/** What counts in which figure of an unblocker's profile, from the same table as the mails about it. */
export function FiguresSection() {
  return (
    <AccountSection
      id="your-figures"
      title="How Your Figures Are Counted"
      intro="From what is stored, by the same rules for everybody. Below three finished requests no rates are shown; a request leaves the figures twelve months after its end."
    >
      <dl className="card divide-y divide-line text-sm">
        {Object.entries(figureRules).map(([name, { happens, counts, figures }]) => (
          <div key={name} className="grid gap-x-6 gap-y-1 px-4 py-3 sm:grid-cols-2">
            <dt className="font-medium">{happens}</dt>
            <dd className="space-y-1.5 text-ink-soft">
              <p>{counts}</p>
              {figures.length > 0 && (
                <p className="flex flex-wrap gap-1.5">
                  {figures.map((figure) => (
                    <Tag key={figure}>{figureTitles[figure]}</Tag>
                  ))}
                </p>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </AccountSection>
  );
}

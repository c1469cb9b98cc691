import { Link } from 'react-router';
import { awayWords } from '#domain/availability-words.ts';
import { categoryLabels } from '#domain/category.ts';
import { paths } from '#domain/paths.ts';
import type { Unblocker } from '#domain/unblocker.ts';
import { finishedWords, rateText, usualAnswer } from '#domain/unblocker-words.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge, Tag } from '../../ui/badge.tsx';
import { NewUnblocker } from '../../ui/new-unblocker.tsx';
import { Rating } from '../../ui/rating.tsx';

const SHOWN_FIELDS = 4;

/** An unblocker in the directory. All of it leads to the profile. */
export function UnblockerCard({ unblocker }: { unblocker: Unblocker }) {
  const { slug, full_name, headline, categories, finished, rates } = unblocker;
  const answer = usualAnswer(unblocker.answer);
  const rate = rates && rateText(rates.first_pass);
  return (
    <li className="card relative flex min-w-0 gap-4 p-4 transition-colors hover:border-edge sm:p-5">
      <Avatar name={full_name} size={48} />
      <div className="min-w-0 grow space-y-2">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <h2 className="min-w-0 text-lg wrap-anywhere">
            <Link to={paths.unblocker(slug)} className="after:absolute after:inset-0">
              {full_name}
            </Link>
          </h2>
          <Rating
            average={unblocker.rating_average}
            count={unblocker.rating_count}
            className="text-sm"
          />
        </div>
        <p className="wrap-anywhere text-ink-soft">{headline}</p>
        {categories.length > 0 && (
          <ul aria-label="Fields" className="flex flex-wrap gap-1.5">
            {categories.slice(0, SHOWN_FIELDS).map((category) => (
              <li key={category} className="flex">
                <Tag>{categoryLabels[category]}</Tag>
              </li>
            ))}
            {categories.length > SHOWN_FIELDS && (
              <li className="text-2xs text-ink-soft">
                and {categories.length - SHOWN_FIELDS} more
              </li>
            )}
          </ul>
        )}
        {(unblocker.away_until || unblocker.first_requests !== null) && (
          <p className="flex flex-wrap gap-x-4 gap-y-1 text-2xs text-ink-soft">
            {unblocker.away_until && <Badge>{awayWords(String(unblocker.away_until))}</Badge>}
            <NewUnblocker finished={unblocker.first_requests} />
          </p>
        )}
        <p className="figures text-sm text-ink-soft">
          {[
            finishedWords(finished),
            rates && rate && `${rate} right the first time (${rates.first_pass.of} counted)`,
            answer && `answers ${answer}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
    </li>
  );
}

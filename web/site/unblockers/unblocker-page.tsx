import { type ReactNode, useEffect } from 'react';
import { Link, replace, useRevalidator } from 'react-router';
import { aiToolLabels } from '#domain/ai-tool.ts';
import { awayWords } from '#domain/availability-words.ts';
import { categoryLabels, categoryWords } from '#domain/category.ts';
import { badgeWords } from '#domain/entry-test.ts';
import { languageLabels } from '#domain/language.ts';
import { paths } from '#domain/paths.ts';
import { withoutMarks } from '#domain/plain-text.ts';
import type { PublicReview, UnblockerPage } from '#domain/unblocker.ts';
import {
  finishedWords,
  RATES_FROM,
  rateText,
  rateWords,
  timeZoneWords,
  usualAnswer,
} from '#domain/unblocker-words.ts';
import { ApiError, errorText } from '../../api/api-error.ts';
import { api } from '../../api/client.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge, Tag } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { NewUnblocker } from '../../ui/new-unblocker.tsx';
import { Rating } from '../../ui/rating.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Stars } from '../../ui/stars.tsx';
import { pageMeta } from '../page-meta.ts';
import { Section } from '../section.tsx';
import { InviteButton } from './invite-button.tsx';
import { dropServedTags, servedData } from './served.ts';

interface Loaded {
  /** Null where nobody has a public profile at this address. */
  profile: UnblockerPage | null;
  problem: string | null;
}

interface LoaderArguments {
  params: { slug?: string | undefined };
  request: Request;
}

export async function clientLoader({ params, request }: LoaderArguments): Promise<Loaded> {
  const { slug = '' } = params;
  try {
    const profile =
      servedData<UnblockerPage>() ??
      (await api.get('/api/unblockers/{slug}', { path: { slug }, signal: request.signal }));
    if (profile.slug !== slug) throw replace(paths.unblocker(profile.slug));
    return { profile, problem: null };
  } catch (cause) {
    if (cause instanceof Response || request.signal.aborted) throw cause;
    const isMissing = cause instanceof ApiError && cause.status === 404;
    return { profile: null, problem: isMissing ? null : errorText(cause) };
  }
}
clientLoader.hydrate = true as const;

export function meta({ loaderData }: { loaderData: Loaded | undefined }) {
  const profile = loaderData?.profile;
  if (loaderData?.problem) return [{ title: 'Unblocker · Unblock' }];
  if (!profile) return [{ title: 'Profile not found · Unblock' }];
  return pageMeta({
    title: `${profile.full_name}, unblocker`,
    description: `${profile.headline}. ${finishedWords(profile.finished)} on Unblock.`,
    path: paths.unblocker(profile.slug),
  });
}

/** The public profile of an unblocker. */
export default function UnblockerProfilePage({ loaderData }: { loaderData: Loaded }) {
  const { revalidate } = useRevalidator();
  useEffect(dropServedTags, []);
  const { profile, problem } = loaderData;
  if (profile) return <Profile profile={profile} />;
  return (
    <Section className="max-w-3xl space-y-6">
      <h1 className="text-4xl">
        {problem === null ? 'Profile not found' : 'This profile did not load'}
      </h1>
      {problem === null ? (
        <EmptyState
          action={
            <Button asChild variant="primary">
              <Link to={paths.unblockers()}>See All Unblockers</Link>
            </Button>
          }
        >
          Nobody has a public profile at this address. It may have been taken back.
        </EmptyState>
      ) : (
        <ErrorBox text={problem} onRetry={() => void revalidate()} />
      )}
    </Section>
  );
}

function Profile({ profile }: { profile: UnblockerPage }) {
  const { full_name, headline, words, reviews } = profile;
  return (
    <Section className="grid grid-cols-1 gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]">
      <div className="min-w-0 space-y-10">
        <div>
          <Link to={paths.unblockers()} className="thumb link text-sm">
            All unblockers
          </Link>
          <header className="mt-4 flex items-center gap-5">
            <Avatar name={full_name} size={72} />
            <div className="min-w-0">
              <h1 className="text-4xl leading-tight wrap-anywhere">{full_name}</h1>
              <p className="mt-1 text-lg wrap-anywhere text-ink-soft">{headline}</p>
              <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-soft empty:hidden">
                {profile.away_until && <Badge>{awayWords(String(profile.away_until))}</Badge>}
                <NewUnblocker finished={profile.first_requests} />
              </p>
            </div>
          </header>
          <Badges badges={profile.badges} />
        </div>
        {words && (
          <section aria-label={`About ${full_name}`} className="max-w-prose">
            <PlainWords text={words} />
          </section>
        )}
      </div>
      <aside aria-label="Figures and fields" className="min-w-0 space-y-6 lg:row-span-2">
        <Figures profile={profile} />
        <Facts profile={profile} />
        <div className="space-y-3">
          <Button asChild variant="primary" size="lg" className="w-full">
            <Link to={paths.learnMore()}>Unblock Me Now!</Link>
          </Button>
          <InviteButton profile={profile} />
        </div>
      </aside>
      <section aria-labelledby="reviews" className="min-w-0">
        <h2 id="reviews" className="flex flex-wrap items-baseline gap-x-4 text-2xl">
          Reviews
          <Rating
            average={profile.rating_average}
            count={profile.rating_count}
            className="text-base font-normal"
          />
        </h2>
        {reviews.length === 0 && (
          <p className="mt-3 text-ink-soft">No customer has left a review yet.</p>
        )}
        <ul className="mt-4 space-y-4">
          {reviews.map((review) => (
            <ReviewItem key={review.id} review={review} name={full_name} />
          ))}
        </ul>
      </section>
    </Section>
  );
}

/** What was checked of them, and nothing else. */
function Badges({ badges }: Pick<UnblockerPage, 'badges'>) {
  if (badges.length === 0) return null;
  return (
    <ul aria-label="Checked" className="mt-5 space-y-1">
      {badges.map((badge) => (
        <li key={badge} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <Badge tone="go">{badgeWords[badge].label}</Badge>
          <span className="text-2xs text-ink-soft">{badgeWords[badge].hint}</span>
        </li>
      ))}
    </ul>
  );
}

function ReviewItem({ review, name }: { review: PublicReview; name: string }) {
  return (
    <li className="card space-y-2 p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
        {review.rating !== null && <Stars count={review.rating} />}
        <span className="max-sm:w-full">A customer, {categoryWords(review.categories)}</span>
        <RelativeTime at={review.created_at} />
        {review.is_edited && <span>Edited</span>}
      </div>
      {review.feedback && <PlainWords text={review.feedback} />}
      {review.reply && (
        <div className="border-l-2 border-edge pl-4">
          <p className="text-2xs font-medium text-ink-soft">{name} replied</p>
          <PlainWords text={review.reply} />
        </div>
      )}
    </li>
  );
}

/** What was finished, and how it went: each rate with what it counts. */
function Figures({ profile }: { profile: UnblockerPage }) {
  const { finished, rates, answer } = profile;
  const usual = usualAnswer(answer);
  return (
    <section aria-labelledby="figures" className="card p-5">
      <h2 id="figures" className="text-lg">
        {finishedWords(finished)}
      </h2>
      <p className="mt-1 text-2xs text-ink-soft">
        In the last twelve months
        {finished < RATES_FROM && `. Rates are shown from ${RATES_FROM} finished requests on.`}
      </p>
      <dl className="figures mt-4 space-y-3 text-sm">
        {rates &&
          (['first_pass', 'on_time', 'stayed_fixed'] as const).map((name) => {
            const rate = rateText(rates[name]);
            const { title, of } = rateWords[name];
            return (
              rate && (
                <Figure key={name} term={title} value={rate}>
                  {rates[name].count} of {rates[name].of} {of}
                </Figure>
              )
            );
          })}
        {usual && (
          <Figure term="Answers" value={usual}>
            {answer.count === 1 ? 'in the one case' : `in most of ${answer.count} cases`}
          </Figure>
        )}
      </dl>
    </section>
  );
}

/** A person's words in paragraphs. To draw Markdown takes more code than the whole page. */
function PlainWords({ text }: { text: string }) {
  return (
    <div className="space-y-2 leading-relaxed wrap-anywhere whitespace-pre-wrap">
      {withoutMarks(text)
        .split(/\n{2,}/)
        .map((paragraph, place) => (
          <p key={place} dir="auto">
            {paragraph}
          </p>
        ))}
    </div>
  );
}

interface FigureProps {
  term: string;
  value: string;
  children: ReactNode;
}

function Figure({ term, value, children }: FigureProps) {
  return (
    <div>
      <dt className="text-ink-soft">{term}</dt>
      <dd>
        <span className="font-display text-xl font-semibold">{value}</span>
        <span className="block text-2xs text-ink-soft">{children}</span>
      </dd>
    </div>
  );
}

function Facts({ profile }: { profile: UnblockerPage }) {
  const { categories, ai_tools, languages, time_zone, finished_by } = profile;
  const done = {
    ...Object.fromEntries(finished_by.categories.map((each) => [each.category, each.finished])),
    ...Object.fromEntries(finished_by.ai_tools.map((each) => [each.ai_tool, each.finished])),
  };
  // What was done without being named is named too.
  const fields = [
    ...new Set([...categories, ...finished_by.categories.map((each) => each.category)]),
  ];
  const tools = [...new Set([...ai_tools, ...finished_by.ai_tools.map((each) => each.ai_tool)])];
  return (
    <div className="space-y-5">
      <Fact title="Fields" names={fields.map((name) => [categoryLabels[name], done[name]])} />
      <Fact title="AI Tools" names={tools.map((name) => [aiToolLabels[name], done[name]])} />
      <Fact title="Languages" names={languages.map((name) => [languageLabels[name], undefined])} />
      <Fact title="Time Zone" names={[[timeZoneWords(time_zone), undefined]]} />
    </div>
  );
}

interface FactProps {
  title: string;
  /** Each with how many requests were finished in it. */
  names: readonly (readonly [name: string, finished: number | undefined])[];
}

function Fact({ title, names }: FactProps) {
  if (names.length === 0) return null;
  return (
    <section>
      <h2 className="mb-2 font-sans text-sm font-medium tracking-normal">{title}</h2>
      <ul className="flex flex-wrap gap-1.5">
        {names.map(([name, finished]) => (
          <li key={name} className="flex">
            <Tag>
              {name}
              {finished !== undefined && (
                <span className="figures">
                  {finished}
                  <span className="sr-only"> finished</span>
                </span>
              )}
            </Tag>
          </li>
        ))}
      </ul>
    </section>
  );
}

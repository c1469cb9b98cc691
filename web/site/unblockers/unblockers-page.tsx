import { Search } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import {
  Form,
  useLocation,
  useNavigation,
  useNavigationType,
  useRevalidator,
  useSearchParams,
  useSubmit,
} from 'react-router';
import { AI_TOOLS, aiToolLabels } from '#domain/ai-tool.ts';
import { CATEGORIES, categoryLabels } from '#domain/category.ts';
import { LANGUAGES, languageLabels } from '#domain/language.ts';
import { paths } from '#domain/paths.ts';
import type { Unblocker } from '#domain/unblocker.ts';
import {
  directoryWords,
  UNBLOCKER_SORTS,
  type UnblockerSort,
  unblockerSortWords,
} from '#domain/unblocker-words.ts';
import { errorText } from '../../api/api-error.ts';
import { type Answer, api, type Options } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { PageHero } from '../page-hero.tsx';
import { pageMeta } from '../page-meta.ts';
import { Section } from '../section.tsx';
import { dropServedTags, servedData } from './served.ts';
import { UnblockerCard } from './unblocker-card.tsx';

type Page = Answer<'GET', '/api/unblockers'>;
type Query = NonNullable<Options<'GET', '/api/unblockers'>['query']>;
type Loaded = { page: Page; problem: null } | { page: null; problem: string };

const FILTERS = ['category', 'ai_tool', 'language'] as const;

/** What is asked for, as far as the directory knows it: an address may hold anything. */
function searchIn(params: URLSearchParams): Query & { sort: UnblockerSort } {
  const oneOf = <Value extends string>(name: string, known: readonly Value[]) =>
    known.find((value) => value === params.get(name));
  const q = params.get('q')?.trim().slice(0, 200);
  const [category, ai_tool] = [oneOf('category', CATEGORIES), oneOf('ai_tool', AI_TOOLS)];
  const language = oneOf('language', LANGUAGES);
  return {
    ...(q && { q }),
    ...(category && { category }),
    ...(ai_tool && { ai_tool }),
    ...(language && { language }),
    sort: oneOf('sort', UNBLOCKER_SORTS) ?? 'first_pass',
  };
}

export async function clientLoader({ request }: { request: Request }): Promise<Loaded> {
  const query = searchIn(new URL(request.url).searchParams);
  try {
    const page =
      servedData<Page>() ?? (await api.get('/api/unblockers', { query, signal: request.signal }));
    return { page, problem: null };
  } catch (cause) {
    if (request.signal.aborted) throw cause;
    return { page: null, problem: errorText(cause) };
  }
}
clientLoader.hydrate = true as const;

export function meta() {
  return pageMeta({
    title: 'Unblockers',
    description:
      'Find the developer who gets your AI-written code unstuck: by field, AI tool and language, with what they finished and how it held.',
    path: paths.unblockers(),
  });
}

/** The directory of unblockers. */
export default function UnblockersPage({ loaderData }: { loaderData: Loaded }) {
  const [params] = useSearchParams();
  const { revalidate } = useRevalidator();
  const isSearching = useNavigation().location?.pathname === paths.unblockers();
  useEffect(dropServedTags, []);
  const { page, problem } = loaderData;
  return (
    <>
      <PageHero title={directoryWords.title} line={directoryWords.line}>
        <p>{directoryWords.lead}</p>
      </PageHero>
      <Section className="space-y-6">
        <Filters />
        {problem !== null && <ErrorBox text={problem} onRetry={() => void revalidate()} />}
        <div aria-busy={isSearching} className={cx(isSearching && 'opacity-60')}>
          {/* Another search is another list, from its beginning. */}
          {page && <Found key={params.toString()} first={page} />}
        </div>
      </Section>
    </>
  );
}

const FIELDS = ['q', ...FILTERS, 'sort'] as const;
type Fields = Record<(typeof FIELDS)[number], string>;

function fieldsIn(params: URLSearchParams): Fields {
  const { q = '', category = '', ai_tool = '', language = '', sort } = searchIn(params);
  return { q, category, ai_tool, language, sort };
}

/** What is in the form. It follows the address only where that was changed elsewhere, such as by Back. */
function useFields() {
  const [params] = useSearchParams();
  const way = useNavigationType();
  const [fields, setFields] = useState(() => fieldsIn(params));
  const [followed, setFollowed] = useState(params);
  if (params !== followed) {
    setFollowed(params);
    // The form itself replaces: its fields may be ahead already.
    if (way !== 'REPLACE') setFields(fieldsIn(params));
  }
  return [fields, setFields] as const;
}

function Filters() {
  const submit = useSubmit();
  const [fields, setFields] = useFields();
  // A choice is made at once; words when they are sent.
  const send = (all: Fields) => {
    const chosen = new URLSearchParams();
    for (const name of FIELDS) if (all[name]) chosen.set(name, all[name]);
    if (all.sort === 'first_pass') chosen.delete('sort');
    void submit(chosen, { preventScrollReset: true, replace: true });
  };
  const select = ({ currentTarget: { name, value } }: { currentTarget: HTMLSelectElement }) => {
    const all = { ...fields, [name]: value };
    setFields(all);
    send(all);
  };
  return (
    <Form
      role="search"
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        send(fields);
      }}
      className="card grid grid-cols-2 items-end gap-4 p-4 sm:p-5 lg:grid-cols-[minmax(0,2fr)_repeat(4,minmax(0,1fr))]"
    >
      <div className="col-span-2 flex items-end gap-2 lg:col-span-1">
        <Field label="Search" className="grow">
          <Input
            name="q"
            type="search"
            maxLength={200}
            value={fields.q}
            onChange={({ target }) => setFields({ ...fields, q: target.value })}
          />
        </Field>
        <Button type="submit" aria-label="Find" className="w-11 px-0!">
          <Search size={18} aria-hidden />
        </Button>
      </div>
      {FILTERS.map((name) => (
        <Field key={name} label={filterWords[name].label}>
          <Select name={name} value={fields[name]} onChange={select}>
            <option value="">Any</option>
            {Object.entries(filterWords[name].values).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
      ))}
      <Field label="Sort by">
        <Select name="sort" value={fields.sort} onChange={select}>
          {UNBLOCKER_SORTS.map((sort) => (
            <option key={sort} value={sort}>
              {unblockerSortWords[sort]}
            </option>
          ))}
        </Select>
      </Field>
    </Form>
  );
}

const filterWords = {
  category: { label: 'Field', values: categoryLabels },
  ai_tool: { label: 'AI Tool', values: aiToolLabels },
  language: { label: 'Language', values: languageLabels },
} as const;

/** What was shown after the first page, by the visit: Back from a profile leads to it again. */
const shownPages = new Map<string, Page[]>();

function Found({ first }: { first: Page }) {
  const [params] = useSearchParams();
  const { key: visit } = useLocation();
  const [more, setMore] = useState(() => shownPages.get(visit) ?? []);
  const [isLoadingMore, setLoading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const pages = [first, ...more];
  const cursor = pages.at(-1)?.next_cursor ?? null;
  const items = new Map<string, Unblocker>(
    pages.flatMap((page) => page.items.map((item) => [item.id, item] as const)),
  );

  async function loadMore() {
    setLoading(true);
    setProblem(null);
    try {
      const query = { ...searchIn(params), ...(cursor && { cursor }) };
      const next = await api.get('/api/unblockers', { query });
      const all = [...more, next];
      shownPages.set(visit, all);
      setMore(all);
    } catch (cause) {
      setProblem(errorText(cause));
    } finally {
      setLoading(false);
    }
  }

  if (items.size === 0)
    return (
      <EmptyState title="Nobody found">
        <p>Try fewer words, or another field, tool or language.</p>
      </EmptyState>
    );
  return (
    <>
      <ul aria-label="Unblockers" className="grid gap-4 md:grid-cols-2">
        {[...items.values()].map((item) => (
          <UnblockerCard key={item.id} unblocker={item} />
        ))}
      </ul>
      <ErrorBox text={problem} className="mt-4" />
      <ShowMore
        list={{ hasMore: cursor !== null, isLoadingMore, loadMore: () => void loadMore() }}
      />
    </>
  );
}

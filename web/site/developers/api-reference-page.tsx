import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#domain/paths.ts';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { PageHero } from '../page-hero.tsx';
import { pageMeta } from '../page-meta.ts';
import { Section } from '../section.tsx';
import { ApiCall, type DescribedCall } from './api-call.tsx';
import type { JsonSchema } from './schema-text.ts';

export function meta() {
  return pageMeta({
    title: 'API Reference',
    description:
      'Every call of the API of Unblock: who may make it, what it takes, what it answers.',
    path: paths.apiReference(),
  });
}

const OPENAPI = '/api/openapi.json';

interface Description {
  paths: Record<string, Record<string, Omit<DescribedCall, 'path' | 'method'>>>;
  components?: { schemas?: Record<string, JsonSchema> };
}

/** Every call, from the API's own description as it is now. */
export default function ApiReferencePage() {
  return (
    <>
      <PageHero title="API Reference" line="Every call, as the server has it">
        <p>
          <Link className="link" to={paths.developers()}>
            Build on Unblock
          </Link>{' '}
          says what holds everywhere. For tools, the same as{' '}
          <a className="link" href={OPENAPI}>
            OpenAPI
          </a>
          .
        </p>
      </PageHero>
      {/* Longer than a screen from the start, so that nothing below moves when the calls come. */}
      <Section className="min-h-[250vh]">
        <Calls />
      </Section>
    </>
  );
}

function Calls() {
  const { description, failed, retry } = useDescription();
  const [words, setWords] = useState('');
  if (failed) return <ErrorBox text="The description could not be loaded." onRetry={retry} />;
  if (!description) {
    return (
      <div role="status">
        <span className="sr-only">Loading the calls</span>
        <Skeleton className="h-[200vh] w-full" />
      </div>
    );
  }
  const named = description.components?.schemas ?? {};
  const found = callsOf(description).filter((call) => fits(call, words));
  return (
    <>
      <Field label="Find a Call" className="mb-8 max-w-md">
        <Input type="search" value={words} onChange={({ target }) => setWords(target.value)} />
      </Field>
      {found.length === 0 && <p className="text-ink-soft">No call has these words.</p>}
      {[...Map.groupBy(found, areaOf)].map(([area, calls]) => (
        <section key={area} className="mb-10">
          <h2 className="mb-3 text-xl">{area}</h2>
          <ul className="divide-y divide-line border-y border-line">
            {calls.map((call) => (
              <ApiCall key={`${call.method} ${call.path}`} call={call} named={named} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function useDescription() {
  const [description, setDescription] = useState<Description>();
  const [tries, setTries] = useState(0);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let isThere = true;
    setFailed(false);
    read()
      .then((described) => isThere && setDescription(described))
      .catch(() => isThere && setFailed(true));
    return () => {
      isThere = false;
    };
  }, [tries]);
  return { description, failed, retry: () => setTries(tries + 1) };
}

/** With its letters, so that no line is broken anew when they come. */
async function read(): Promise<Description> {
  const letters = [400, 700].map((weight) =>
    document.fonts.load(`${weight} 1rem "JetBrains Mono"`),
  );
  const [answer] = await Promise.all([
    fetch(OPENAPI),
    ...letters.map((each) => each.catch(() => [])),
  ]);
  if (!answer.ok) throw new Error(`answered ${answer.status}`);
  return answer.json() as Promise<Description>;
}

/** What programs may do comes first; what only moderators do is not shown. */
function callsOf({ paths: all }: Description): DescribedCall[] {
  return Object.entries(all)
    .filter(([path]) => path.startsWith('/api/') && !path.startsWith('/api/moderation'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, call]) => ({ ...call, path, method })),
    )
    .toSorted((one, other) => Number(!one['x-scope']) - Number(!other['x-scope']));
}

function areaOf({ path, 'x-scope': scope }: DescribedCall): string {
  if (!scope) return 'For people alone';
  const [, , area = ''] = path.split('/');
  return area.charAt(0).toUpperCase() + area.slice(1);
}

function fits({ path, summary = '' }: DescribedCall, words: string): boolean {
  const said = `${path} ${summary}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => said.includes(word));
}

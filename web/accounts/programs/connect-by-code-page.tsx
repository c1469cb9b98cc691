import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { errorText } from '../../api/api-error.ts';
import { api } from '../../api/client.ts';
import { keys } from '../../api/query-keys.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { NarrowPage } from '../narrow-page.tsx';
import { ProgramQuestion } from './program-question.tsx';

export function meta() {
  return [{ title: 'Connect a Program · Unblock' }];
}

/** As a program shows it, such as BCDF-GHJK. */
const WHOLE_CODE = /^[a-z]{4}[\s-]*[a-z]{4}$/i;
const NO_CODE = 'Please type the eight letters that your program shows';

/** Where a person types the code of a program that has no browser, and lets it in or does not. */
export default function ConnectByCodePage() {
  const [search] = useSearchParams();
  const [code, setCode] = useState<string | null>(null);
  const asking = useQuery({
    queryKey: keys.askingByCode(code ?? ''),
    queryFn: ({ signal }) =>
      api.get('/api/me/programs/code/{code}', { path: { code: code ?? '' }, signal }),
    enabled: code !== null,
    retry: false,
    // What is allowed must be what was read.
    staleTime: Number.POSITIVE_INFINITY,
  });

  async function answer(allow: boolean) {
    const path = { code: code ?? '' };
    await api.post('/api/me/programs/code/{code}', { path, body: { allow } });
  }

  return (
    <NarrowPage title="Connect a Program">
      {asking.data ? (
        <ProgramQuestion program={asking.data} onAnswer={answer} />
      ) : (
        <CodeField
          shown={search.get('code') ?? ''}
          problem={asking.error && errorText(asking.error)}
          pending={asking.isFetching}
          onCode={(typed) => (typed === code ? void asking.refetch() : setCode(typed))}
        />
      )}
    </NarrowPage>
  );
}

interface CodeFieldProps {
  /** By the link that the program gave. */
  shown: string;
  problem: string | null;
  pending: boolean;
  onCode: (code: string) => void;
}

function CodeField({ shown, problem, pending, onCode }: CodeFieldProps) {
  const [typed, setTyped] = useState(shown);
  const [error, setError] = useState<string>();

  function next(event: FormEvent) {
    event.preventDefault();
    const isWhole = WHOLE_CODE.test(typed.trim());
    setError(isWhole ? undefined : NO_CODE);
    if (isWhole) onCode(typed.trim().toUpperCase());
  }

  return (
    <form onSubmit={next} noValidate className="flex flex-col gap-4">
      <p>
        {shown === ''
          ? 'Type the code that your program shows.'
          : 'Is this the code that your program shows?'}
      </p>
      <ErrorBox text={problem ?? undefined} />
      <Field label="Code" error={error}>
        <Input
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          placeholder="BCDF-GHJK"
          className="figures tracking-widest uppercase"
          disabled={pending}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </Field>
      <Button type="submit" variant="primary" pending={pending} pendingText="Processing...">
        Continue
      </Button>
    </form>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { errorText } from '../../api/api-error.ts';
import { api } from '../../api/client.ts';
import { keys } from '../../api/query-keys.ts';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { NarrowPage } from '../narrow-page.tsx';
import { ProgramQuestion } from './program-question.tsx';

export function meta() {
  return [{ title: 'Connect a Program · Unblock' }];
}

/** Where a program sends its person, who lets it in or does not. */
export default function ConnectPage() {
  const { id = '' } = useParams();
  const asking = useQuery({
    queryKey: keys.askingProgram(id),
    queryFn: ({ signal }) => api.get('/api/me/programs/asking/{id}', { path: { id }, signal }),
    // What is allowed must be what was read.
    staleTime: Number.POSITIVE_INFINITY,
  });

  async function answer(allow: boolean) {
    const path = { id };
    const { location } = await api.post('/api/me/programs/asking/{id}', { path, body: { allow } });
    window.location.assign(location);
  }

  return (
    <NarrowPage title="Connect a Program">
      {asking.isPending && <Spinner label="Looking at the program" />}
      {asking.error && (
        <ErrorBox text={errorText(asking.error)} onRetry={() => void asking.refetch()} />
      )}
      {asking.data && <ProgramQuestion program={asking.data} onAnswer={answer} />}
    </NarrowPage>
  );
}

import { useQuery } from '@tanstack/react-query';
import { type Answer, api, firstAnswerOf } from '../../api/client.ts';
import { keys } from '../../api/query-keys.ts';
import { usePages } from '../../api/use-pages.ts';

export type MilestoneList = Answer<'GET', '/api/tickets/{id}/milestones'>;

export function useTicket(id: string) {
  return useQuery({
    queryKey: keys.ticket(id),
    queryFn: ({ signal }) => api.get('/api/tickets/{id}', { path: { id }, signal }),
    initialData: () => firstAnswerOf('/api/tickets/{id}', { path: { id } }),
  });
}

/** @param enabled false where it is read elsewhere, and only looked at here */
export function useMilestones(id: string, enabled = true) {
  return useQuery({
    queryKey: keys.milestones(id),
    queryFn: ({ signal }) => api.get('/api/tickets/{id}/milestones', { path: { id }, signal }),
    initialData: () => firstAnswerOf('/api/tickets/{id}/milestones', { path: { id } }),
    enabled,
  });
}

/** The history, newest first, page by page. */
export function useHistory(id: string) {
  return usePages(keys.history(id), '/api/tickets/{id}/history', {
    path: { id },
    query: { limit: 50 },
  });
}

/** Submitted plans, newest first, page by page. */
export function useVersions(id: string, enabled = true) {
  return usePages(keys.versions(id), '/api/tickets/{id}/plan/versions', { path: { id }, enabled });
}

/** Proposed changes, newest first. */
export function useChanges(id: string) {
  return usePages(keys.changes(id), '/api/tickets/{id}/changes', { path: { id } });
}

/** What both sides said of each other, as far as the viewer may read it. */
export function useReviews(id: string, enabled = true) {
  return useQuery({
    queryKey: keys.reviews(id),
    queryFn: ({ signal }) => api.get('/api/tickets/{id}/reviews', { path: { id }, signal }),
    enabled,
  });
}

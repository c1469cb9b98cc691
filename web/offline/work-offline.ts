import type { QueryClient } from '@tanstack/react-query';
import { keepAnswers } from './keep-answers.ts';

/** Keeps the screens and what this person reads; until the returned function is called. */
export function workOffline(queryClient: QueryClient, personId: string): () => void {
  void keepScreens().catch((cause) => console.error('Screens are not kept for later', cause));
  return keepAnswers(queryClient, personId);
}

/** All screens are a megabyte: whoever saves data gets those alone that they open. */
async function keepScreens(): Promise<void> {
  const savesData = 'connection' in navigator && isSaving(navigator.connection);
  if (!import.meta.env.PROD || savesData || !('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register('/service-worker.js');
}

function isSaving(line: unknown): boolean {
  return typeof line === 'object' && line !== null && 'saveData' in line && line.saveData === true;
}

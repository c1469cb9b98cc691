import type { AlertPace } from '#domain/alert.ts';

export const paceLabels: Record<AlertPace, string> = {
  at_once: 'At once',
  daily: 'In one mail a day',
};

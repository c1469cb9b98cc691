import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { PROGRESS_STEPS, TICKET_STATUSES, ticketStatuses } from '#domain/ticket-status.ts';
import { ProgressLine } from './progress-line.tsx';

const steps = PROGRESS_STEPS.map((step) => ticketStatuses[step].label);

it.each(TICKET_STATUSES)('shows where a request stands: %s', (status) => {
  for (const compact of [false, true]) {
    const html = renderToStaticMarkup(createElement(ProgressLine, { status, compact }));
    const words = html.replaceAll(/<[^>]*>/g, '|');
    const current = [...html.matchAll(/<li aria-current="step".*?<\/li>/g)].map(([item]) => item);
    if (PROGRESS_STEPS.includes(status)) {
      expect(html).toMatch(/^<ol aria-label="Progress"/);
      for (const step of steps) expect(words).toContain(`|${step}|`);
      expect(current).toHaveLength(1);
      expect(current[0]).toContain(ticketStatuses[status].label);
    } else {
      // Ended, or waiting for a moderator: one badge alone.
      expect(html).not.toContain('<ol');
      expect(words).toContain(ticketStatuses[status].label);
      for (const step of steps) expect(words).not.toContain(`|${step}|`);
    }
  }
});

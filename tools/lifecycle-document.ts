/** Prints docs/lifecycle.md from the table in domain/lifecycle.ts: `npm run lifecycle-document`. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { lifecycle, type Rule } from '#domain/lifecycle.ts';
import { milestoneStatusLabels } from '#domain/milestone-status.ts';
import {
  PROGRESS_STEPS,
  TICKET_STATUSES,
  type TicketStatus,
  ticketStatuses,
} from '#domain/ticket-status.ts';

export const LIFECYCLE_DOCUMENT = path.join(import.meta.dirname, '../docs/lifecycle.md');

/** The whole document as text. */
export function lifecycleDocument(): string {
  return `# The lifecycle of a request

Printed from \`domain/lifecycle.ts\`; a test fails when the two differ. Change the table, then run
\`npm run lifecycle-document\`.

\`\`\`mermaid
stateDiagram-v2
  [*] --> AWAITING_ASSIGNMENT: create
${diagram().join('\n')}
  CUSTOMER_APPROVED --> [*]
  CUSTOMER_REJECTED --> [*]
\`\`\`

| action | by | while the request is | and the milestone is | request becomes | milestone becomes | money | mail |
|---|---|---|---|---|---|---|---|
${lifecycle.map(row).join('\n')}
`;
}

function diagram(): string[] {
  const arrows = new Map<string, string[]>();
  for (const rule of lifecycle) {
    for (const from of rule.ticket) {
      for (const to of targets(rule, from)) {
        const arrow = `${from} --> ${to}`;
        arrows.set(arrow, [...(arrows.get(arrow) ?? []), rule.action]);
      }
    }
  }
  return [...arrows].map(([arrow, actions]) => `  ${arrow}: ${[...new Set(actions)].join(', ')}`);
}

/** None for a step that changes nothing of the request's own status. */
function targets(rule: Rule, from: TicketStatus): readonly TicketStatus[] {
  if (rule.to.ticket === 'remembered') return PROGRESS_STEPS;
  const to = rule.to.ticket === 'same' ? from : rule.to.ticket;
  return to === from && !rule.developer ? [] : [to];
}

function row(rule: Rule): string {
  const states =
    rule.ticket.length === TICKET_STATUSES.length
      ? ['anything']
      : rule.ticket.map((status) => ticketStatuses[status].label);
  const becomes =
    rule.to.ticket === 'same'
      ? ''
      : rule.to.ticket === 'remembered'
        ? 'what it was'
        : ticketStatuses[rule.to.ticket].label;
  const conditions = [rule.given, ...(rule.needs ?? [])].filter((each) => each !== undefined);
  const cells = [
    [
      rule.action,
      ...(conditions.length > 0 ? [`(${conditions.join(', ').replaceAll('_', ' ')})`] : []),
    ].join(' '),
    rule.by.join(', '),
    states.join(', '),
    (rule.milestone ?? []).map((status) => milestoneStatusLabels[status]).join(', '),
    becomes,
    rule.to.milestone ? milestoneStatusLabels[rule.to.milestone] : '',
    rule.money?.replaceAll('_', ' ') ?? '',
    rule.notice?.replaceAll('_', ' ') ?? '',
  ];
  return `| ${cells.join(' | ')} |`;
}

if (import.meta.main) writeFileSync(LIFECYCLE_DOCUMENT, lifecycleDocument());

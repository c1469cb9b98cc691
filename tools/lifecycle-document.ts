/** Prints docs/lifecycle.md from the table in domain/lifecycle.ts: `npm run lifecycle-document`. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { lifecycle, type Rule } from '#domain/lifecycle.ts';
import { milestoneStatusLabels } from '#domain/milestone-status.ts';
import {
  FINAL_STATUSES,
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

| action | by | while the request is | and the milestone is | request becomes | milestone becomes | money | mail | after |
|---|---|---|---|---|---|---|---|---|
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
function targets(rule: Rule, from: TicketStatus): readonly string[] {
  if (rule.action === 'delete') return ['[*]'];
  const { ticket: to = from } = rule.to ?? {};
  if (to === 'remembered') return PROGRESS_STEPS;
  if (to === 'as_it_ended') return FINAL_STATUSES;
  return to === from && !rule.developer ? [] : [to];
}

function nameOf(ticket: NonNullable<Rule['to']>['ticket']): string {
  if (ticket === 'remembered') return 'what it was';
  if (ticket === 'as_it_ended') return 'as it had ended';
  return ticket ? ticketStatuses[ticket].label : '';
}

function row(rule: Rule): string {
  const states =
    rule.ticket.length === TICKET_STATUSES.length
      ? ['anything']
      : rule.ticket.map((status) => ticketStatuses[status].label);
  const { ticket, milestone } = rule.to ?? {};
  const becomes = nameOf(ticket);
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
    milestone ? milestoneStatusLabels[milestone] : '',
    rule.money?.replaceAll('_', ' ') ?? '',
    [rule.notice ?? []].flat().join(', ').replaceAll('_', ' '),
    timerWords(rule),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Of a step of the clock: the hours, or the moment of `domain/moments.ts` and hours after it. */
function timerWords({ timer }: Rule): string {
  const { at, hours } = timer ?? {};
  return [at && `the moment “${at}”`, hours && `${hours} h`].filter(Boolean).join(' and ');
}

if (import.meta.main) writeFileSync(LIFECYCLE_DOCUMENT, lifecycleDocument());

import { type Action, actPath, acts } from '#domain/acts.ts';
import { aMilestone } from './deeds.ts';

/** What anyone may try at any time; most of it will be refused, and must be refused cleanly. */
export const TRIES = [
  'create',
  'edit',
  'delete',
  'reserve',
  'grab',
  'abandon',
  'add-milestone',
  'edit-milestone',
  'delete-milestone',
  'submit-plan',
  'request-changes',
  'approve-plan',
  'start',
  'submit',
  'accept',
  'reject',
  'checkout',
  'pay',
  'decline',
  'message',
  'read',
  'report',
  'edit-message',
  'delete-message',
  'take-out-keys',
  'rate',
  'resume',
  'close-for-customer',
  'close-for-developer',
  'reopen',
  'split',
  'refund',
  'money-back',
  'grant-appeal',
] as const;
export type Try = (typeof TRIES)[number];

/** What moderators do with a request that needs help. */
export const WAYS_OUT = [
  'resume',
  'split',
  'close-for-customer',
  'close-for-developer',
  'reopen',
] as const;
export const MODERATION = [...WAYS_OUT, 'refund', 'money-back', 'grant-appeal'] as const;

interface Targets {
  ticketId: string;
  milestoneId: string;
  messageId: string;
  which: number;
}

export type Moderation = (typeof MODERATION)[number];
export type Requested = Exclude<Try, 'create' | 'pay' | 'decline' | Moderation>;
export type Request = ['GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', string, unknown?];

/** The call that takes a step. */
export function requests(what: Requested, to: Targets): Request {
  const ticket = `/api/tickets/${to.ticketId}`;
  const milestone = `/api/milestones/${to.milestoneId}`;
  switch (what) {
    case 'edit':
      return ['PATCH', ticket, { budget: '$5' }];
    case 'delete':
      return to.which === 0 ? ['DELETE', ticket] : ['GET', ticket];
    case 'approve-plan':
    case 'read':
      return ['POST', `${ticket}/${what}`];
    case 'add-milestone':
      return ['POST', `${ticket}/milestones`, { ...aMilestone, hours: to.which + 1 }];
    case 'edit-milestone':
      return ['PATCH', milestone, { hourly_rate: 40 + to.which }];
    case 'delete-milestone':
      return ['DELETE', milestone];
    case 'checkout':
      return ['POST', `${milestone}/${what}`];
    case 'submit':
      return ['POST', `${milestone}/submit`, { message: 'Done' }];
    case 'message':
      return ['POST', `${ticket}/messages`, { text: 'Hello' }];
    case 'report':
      return ['POST', `/api/messages/${to.messageId}/report`];
    case 'edit-message':
      return ['PATCH', `/api/messages/${to.messageId}`, { text: 'Hello again' }];
    case 'delete-message':
      return to.which === 0
        ? ['DELETE', `/api/messages/${to.messageId}`]
        : ['GET', `${ticket}/messages`];
    case 'take-out-keys':
      return ['PATCH', `/api/messages/${to.messageId}`, { secrets: 'mask' }];
    case 'rate':
      return ['PUT', `${ticket}/feedback`, { rating: to.which + 1, feedback: null }];
    default:
      return plainRequest(what, to);
  }
}

function plainRequest(action: Action, { ticketId, milestoneId }: Targets): Request {
  const { subject, ask } = acts[action];
  const path = `/api${actPath(action, subject === 'milestone' ? milestoneId : ticketId)}`;
  return ask?.words ? ['POST', path, { [ask.words.field]: 'Please change it' }] : ['POST', path];
}

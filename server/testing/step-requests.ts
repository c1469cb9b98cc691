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
  'quote',
  'edit-quote',
  'withdraw-quote',
  'ask-about-quote',
  'choose-quote',
  'extend-quotes',
  'open-for-grabbing',
  'invite',
  'add-milestone',
  'edit-milestone',
  'delete-milestone',
  'submit-plan',
  'request-changes',
  'approve-plan',
  'propose-change',
  'agree-to-change',
  'decline-change',
  'withdraw-change',
  'start',
  'submit',
  'check-now',
  'accept',
  'reject',
  'broke-again',
  'refund-released',
  'checkout',
  'pay',
  'decline',
  'message',
  'ask',
  'answer',
  'take-back-question',
  'evidence',
  'more-time',
  'extend',
  'refund-missed',
  'read',
  'report',
  'edit-message',
  'delete-message',
  'take-out-keys',
  'rate',
  'rate-customer',
  'give-back',
  'find-another',
  'keep-held',
  'refund-held',
  'get-help',
  'cancel',
  'ask-to-cancel',
  'agree-to-cancel',
  'decline-to-cancel',
  'withdraw-cancel',
  'take-in',
  'ask-sides',
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
  'ask-sides',
  'resume',
  'split',
  'close-for-customer',
  'close-for-developer',
  'reopen',
] as const;
export const MODERATION = [...WAYS_OUT, 'refund', 'money-back', 'grant-appeal', 'take-in'] as const;

interface Targets {
  ticketId: string;
  milestoneId: string;
  messageId: string;
  /** The change of the plan that is open, or nobody's. */
  changeId: string;
  /** A quote for it, or nobody's; and somebody who may be invited. */
  quoteId: string;
  developerId: string;
  /** A check of the milestone, by address where it has one; or nobody's. */
  checkId: string;
  /** An address that answers. */
  site: string;
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
      return [
        'POST',
        `${ticket}/milestones`,
        { ...aMilestone, hours: to.which + 1, ...checks(to) },
      ];
    case 'edit-milestone':
      return ['PATCH', milestone, { hourly_rate: 40 + to.which }];
    case 'delete-milestone':
      return ['DELETE', milestone];
    case 'propose-change':
      return [
        'POST',
        `/api${actPath(what, to.ticketId)}`,
        { reason: 'It is more work', ...aChange(to) },
      ];
    case 'checkout':
      return ['POST', `${milestone}/${what}`];
    case 'submit':
      return ['POST', `${milestone}/submit`, { message: 'Done', ...shown(to) }];
    case 'accept':
    case 'reject':
      return ['POST', `${milestone}/${what}`, { feedback: 'I looked at it.', ...marks(to) }];
    case 'check-now':
      return ['POST', `${milestone}/checks/${to.checkId}/probe`];
    case 'evidence':
      return ['GET', `${ticket}/evidence`];
    case 'message':
      return ['POST', `${ticket}/messages`, { text: 'Hello' }];
    case 'ask':
      return ['POST', `${ticket}/messages`, { text: 'Which one?', needs_answer: true }];
    case 'answer':
      return ['POST', `${ticket}/messages`, { text: 'This one.' }];
    case 'extend':
      return ['POST', `${milestone}/extend`, { due_at: inDays(3 + to.which) }];
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
    case 'quote':
      return ['POST', `${ticket}/quotes`, aQuote(to)];
    case 'edit-quote':
      return ['PATCH', `/api/quotes/${to.quoteId}`, aQuote(to)];
    case 'withdraw-quote':
      return ['DELETE', `/api/quotes/${to.quoteId}`];
    case 'ask-about-quote':
      return ['POST', `/api/quotes/${to.quoteId}/messages`, { text: 'When can you begin?' }];
    case 'choose-quote':
      return ['POST', `/api/quotes/${to.quoteId}/choose`, { approve: to.which % 2 === 1 }];
    case 'invite':
      return ['POST', `${ticket}/invite`, { developer_id: to.developerId }];
    case 'get-help':
      return ['POST', `${ticket}/get-help`, { reason: 'other', text: 'Please look' }];
    case 'rate':
      return ['PUT', `${ticket}/feedback`, { rating: to.which + 1, feedback: null }];
    case 'rate-customer':
      return ['PUT', `${ticket}/customer-feedback`, { rating: to.which + 1, feedback: null }];
    default:
      return plainRequest(what, to);
  }
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

const aQuote = ({ which }: Targets) => ({
  message: 'I can do that',
  milestones: [aMilestone, { ...aMilestone, hours: which + 1 }],
});
const checks = ({ which, site: url }: Targets) =>
  which % 2 === 1 && { checks: [{ text: 'It works' }, { text: 'It answers', url }] };
const shown = ({ which, checkId: check_id }: Targets) =>
  which % 2 === 1 && { evidence: [{ check_id, text: 'See it yourself' }] };
const marks = ({ which, checkId: check_id }: Targets) =>
  which % 2 === 1 && { checks: [{ check_id, passed: which === 3 }] };

function aChange({ milestoneId, which }: Targets): object {
  const add = [{ ...aMilestone, title: 'Tests', hours: which + 1 }];
  if (which === 0) return { add };
  if (which === 1) return { alter: [{ id: milestoneId, hourly_rate: 60 }] };
  return { add: which === 2 ? [] : add, drop: [milestoneId] };
}

function plainRequest(action: Action, { ticketId, milestoneId, changeId }: Targets): Request {
  const { subject, ask, of_change } = acts[action];
  const id = of_change ? changeId : subject === 'milestone' ? milestoneId : ticketId;
  const path = `/api${actPath(action, id)}`;
  return ask?.words ? ['POST', path, { [ask.words.field]: 'Please change it' }] : ['POST', path];
}

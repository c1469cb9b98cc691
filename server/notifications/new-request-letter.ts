import { categoryWords } from '#domain/category.ts';
import { paths } from '#domain/paths.ts';
import { withoutMarks } from '#domain/plain-text.ts';
import { fullName } from '#domain/profile.ts';
import { ticketTitle } from '#domain/ticket.ts';
import type { Letter } from '../mail/letter.ts';
import { requestTitle } from '../mail/request-title.ts';
import type { OpenRequest } from './open-requests.ts';

const SHOWN_CHARACTERS = 1000;
/** More than these are counted, not listed. */
const SHOWN_REQUESTS = 10;

const PACE =
  'In your account you choose how often you hear of new requests: at once, daily or never.';

const ALERTS = 'In your account, under Alerts, you choose which new requests you hear of.';

/** Whether an alert looked for it, or all requests of their categories are told. */
interface By {
  byAlert: boolean;
}

const whose = (byAlert: boolean) =>
  byAlert ? 'that one of your alerts looks for' : 'in your categories';

type NewsLetter = Omit<Letter, 'to' | 'choice'>;

/**
 * 'New Request Created', or that it is open again, for a developer of its categories: without the
 * customer's address, which only the team gets. Source: specification 7.3, security checklist C6.
 */
export function newRequestLetter(request: OpenRequest, { byAlert }: By): NewsLetter {
  const isNew = request.open_since <= request.created_at;
  return {
    kind: 'new_request',
    subject: isNew ? 'New Request Created' : 'A Request Is Open Again',
    paragraphs: [
      isNew
        ? `A customer has posted a request ${whose(byAlert)}.`
        : `A request ${whose(byAlert)} looks for another unblocker. What is done and held stands on its page.`,
    ],
    facts: [
      ['Name', fullName(request, 'Customer')],
      ['Categories', categoryWords(request.categories)],
      ['Budget', request.budget],
      ['Description', shortened(withoutMarks(request.description))],
    ],
    button: {
      label: 'View the request',
      url: paths.plan('developer', request.id),
    },
    notes: [byAlert ? ALERTS : PACE],
  };
}

/** The new requests of a day in one mail. */
export function dailyNewsLetter(requests: readonly OpenRequest[], { byAlert }: By): NewsLetter {
  const count = requests.length;
  const many = count === 1 ? '1 new request' : `${count} new requests`;
  const more = count - SHOWN_REQUESTS;
  return {
    kind: 'daily_news',
    subject: `${many} ${whose(byAlert)}`,
    paragraphs: [
      `Since the last mail ${count === 1 ? 'a customer has' : 'customers have'} posted what you can help with. Nobody has taken ${count === 1 ? 'it' : 'them'} yet.`,
    ],
    facts: requests
      .slice(0, SHOWN_REQUESTS)
      .map((request) => [
        ticketTitle(request),
        `${requestTitle(request)}\nBudget: ${request.budget}`,
      ]),
    button: {
      label: 'See available requests',
      url: paths.available(),
    },
    notes: [...(more > 0 ? [`And ${more} more.`] : []), byAlert ? ALERTS : PACE],
  };
}

/** Cut at whole characters. */
function shortened(text: string): string {
  const characters = [...text];
  if (characters.length <= SHOWN_CHARACTERS) return text;
  return `${characters.slice(0, SHOWN_CHARACTERS).join('').trimEnd()}...`;
}

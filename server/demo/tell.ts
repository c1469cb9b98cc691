import { quoteInputSchema } from '#domain/quote.ts';
import { ticketInputSchema } from '#domain/ticket.ts';
import { postMessage, reportMessage } from '../discussions/commands.ts';
import type { Viewer } from '../http/viewer.ts';
import { type Change, change } from '../lifecycle/change.ts';
import type { Context } from '../lifecycle/context.ts';
import { lockTicket, type PlannedMilestone } from '../lifecycle/locked.ts';
import { decideByStep } from '../moderation/request-acts.ts';
import { checkoutMilestone, openAtProvider } from '../payments/commands.ts';
import { deliverSandboxEvents } from '../payments/sandbox/events.ts';
import { pageReference, payInSandbox } from '../payments/sandbox/sandbox.ts';
import { approvePlan, createTicket } from '../tickets/commands.ts';
import { leaveFeedback } from '../tickets/feedback.ts';
import { addMilestone, submitMilestone } from '../tickets/milestone-commands.ts';
import { sendQuote } from '../tickets/quotes/commands.ts';
import { takeStep } from '../tickets/steps.ts';
import { uploadAll } from './demo-files.ts';
import type { Happening, Story } from './stories.ts';

interface Cast {
  customer: Viewer;
  developer: Viewer;
  moderator: Viewer;
  /** Of authors of quotes. */
  person: (name: string) => Viewer;
}

/** Plays a story through the real commands, so that all rows are as people would have made them. */
export async function tell(context: Context, story: Story, cast: Cast): Promise<string> {
  const files = await uploadAll(context, cast.customer, story.files);
  const ticketId = await change(context, (change) =>
    createTicket(change, cast.customer, { ...ticketInputSchema.parse(story.request), files }),
  );
  for (const happening of story.happenings) {
    if (happening.does === 'pay') await pay(context, cast.customer, ticketId);
    else {
      const files = await filesOf(context, cast, happening);
      await change(context, (change) => happen(change, { ...cast, ticketId, files }, happening));
    }
  }
  return ticketId;
}

/** Keys of the files attached to a message or delivery. */
function filesOf(context: Context, cast: Cast, happening: Happening): Promise<string[]> {
  if (happening.does === 'message') {
    return uploadAll(context, cast[happening.by], happening.files);
  }
  const delivered = happening.does === 'submit' ? happening.files : [];
  return uploadAll(context, cast.developer, delivered);
}

interface Scene extends Cast {
  ticketId: string;
  files: string[];
}

async function happen(
  change: Change,
  scene: Scene,
  happening: Exclude<Happening, { does: 'pay' }>,
): Promise<unknown> {
  const { customer, developer, moderator, ticketId, files, person } = scene;
  switch (happening.does) {
    case 'reserve':
    case 'grab':
    case 'submit-plan':
      return takeStep(change, await lockTicket(change.tx, ticketId), {
        action: happening.does,
        actor: developer,
      });
    case 'approve-plan':
      return approvePlan(change, customer, ticketId);
    case 'request-changes':
      return takeStep(change, await lockTicket(change.tx, ticketId), {
        action: happening.does,
        actor: customer,
        words: happening.feedback,
      });
    case 'message':
      return postMessage(change, scene[happening.by], ticketId, {
        text: happening.text,
        attachments: files,
      });
    case 'report':
      return reportMessage(change, customer, await lastMessageOf(change, developer, ticketId));
    case 'close-for-customer':
      return decideByStep(change, moderator, ticketId, {
        action: happening.does,
        reason: happening.reason,
      });
    case 'quote': {
      const quote = quoteInputSchema.parse(happening.quote);
      return sendQuote(change, person(happening.from), ticketId, quote);
    }
    case 'add-milestone':
      return addMilestone(change, developer, ticketId, happening.milestone);
    case 'start':
    case 'accept':
    case 'reject': {
      const { id, checks } = await current(change, ticketId);
      return takeStep(change, await lockTicket(change.tx, ticketId), {
        action: happening.does,
        actor: happening.does === 'start' ? developer : customer,
        milestoneId: id,
        words: 'feedback' in happening ? happening.feedback : null,
        ...(happening.does === 'accept' && { marks: checks.map(works) }),
      });
    }
    case 'submit':
      return submitMilestone(change, developer, (await current(change, ticketId)).id, {
        message: happening.message,
        file_attachments: files,
      });
    case 'rate':
      return leaveFeedback(change, happening.by === 'developer' ? developer : customer, {
        ticketId,
        leftBy: happening.by ?? 'customer',
        rating: happening.rating,
        feedback: happening.feedback,
      });
  }
}

/** Whoever approves has looked: each check works. */
function works({ id }: PlannedMilestone['checks'][number]) {
  return { check_id: id, passed: true, note: null };
}

async function pay(context: Context, customer: Viewer, ticketId: string): Promise<void> {
  const pending = await change(context, async (change) =>
    checkoutMilestone(change, customer, (await current(change, ticketId)).id),
  );
  await openAtProvider(context, pending);
  await payInSandbox(context.db, pageReference(pending.checkout_id));
  await deliverSandboxEvents(context);
}

/** The first milestone that is not done. */
async function current({ tx }: Change, ticketId: string): Promise<PlannedMilestone> {
  const { milestones } = await lockTicket(tx, ticketId);
  const found = milestones.find(({ status }) => status !== 'ACCEPTED');
  if (!found) throw new Error('a story goes on after its last milestone');
  return found;
}

async function lastMessageOf({ tx }: Change, author: Viewer, ticketId: string): Promise<string> {
  const { id } = await tx
    .selectFrom('messages')
    .select('id')
    .where('ticket_id', '=', ticketId)
    .where('author_id', '=', author.id)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return id;
}

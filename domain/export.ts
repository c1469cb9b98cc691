import { z } from 'zod';
import { alertSchema } from './alert.ts';
import {
  applicationReviewSchema,
  entryVersionSchema,
  ownApplicationSchema,
} from './application.ts';
import { attemptSchema } from './attempt.ts';
import { availabilitySchema } from './availability.ts';
import { BILLING_STATUSES } from './billing.ts';
import { checkResultSchema, checkSchema } from './check-schemas.ts';
import { codeLinesSchema, snapshotSchema } from './code.ts';
import { decisionSchema } from './decision.ts';
import { historyItemSchema } from './history.ts';
import { invoiceLinkSchema } from './invoice.ts';
import { LEDGER_ACCOUNTS } from './ledger.ts';
import { RETENTION_MONTHS } from './limits.ts';
import { DELIVERY_DECISIONS } from './milestone.ts';
import { MILESTONE_STATUSES } from './milestone-status.ts';
import { packetSchema } from './packet.ts';
import { passkeySchema } from './passkey.ts';
import { planChangeSchema } from './plan-change.ts';
import { planVersionSchema } from './plan-version.ts';
import { profileSchema } from './profile.ts';
import { accessTokenSchema, connectedProgramSchema, programUseSchema } from './program.ts';
import { quoteSchema } from './quote.ts';
import { SIDES } from './relation.ts';
import { REPORTED_WORDS } from './review.ts';
import { sessionSchema } from './session.ts';
import { SPECIALTIES } from './specialty.ts';
import { instant } from './text.ts';
import { requestShape } from './ticket.ts';
import { TICKET_STATUSES } from './ticket-status.ts';
import { publicProfileSchema } from './unblocker.ts';
import { WAITLIST_STATUSES } from './waitlist.ts';
import { cancellationSchema, ENDINGS, helpSchema } from './way-out.ts';
import { webhookDeliverySchema, webhookSchema } from './webhook.ts';

/** Changes when a member changes its meaning or is removed; members may be added. */
export const EXPORT_FORMAT = 'unblock-export-1';

const cents = z.int();
const id = z.uuid();

const deliverySchema = z.object({
  id,
  round: z.int(),
  message: z.string(),
  submitted_at: instant,
  decision: z.enum(DELIVERY_DECISIONS).nullable(),
  feedback: z.string().nullable(),
  decided_at: instant.nullable(),
  checks: z.array(checkResultSchema),
});

const milestoneSchema = z.object({
  id,
  title: z.string(),
  description: z.string(),
  estimated_minutes: z.int(),
  hourly_rate_cents: cents,
  cost_cents: cents,
  status: z.enum(MILESTONE_STATUSES),
  started_at: instant.nullable(),
  named_due_at: instant.nullable().describe('The date that the plan names'),
  extended_to: instant.nullable().describe('More time after a missed deadline'),
  created_at: instant,
  checks: z.array(checkSchema.omit({ evidence: true })),
  deliveries: z.array(deliverySchema),
});

const plansSchema = z.array(
  planVersionSchema.pick({ number: true, submitted_at: true, by: true, milestones: true }),
);

const ticketSchema = z.object({
  id,
  status: z.enum(TICKET_STATUSES),
  status_since: instant,
  ...requestShape,
  help: helpSchema.nullable(),
  cancellation: cancellationSchema.nullable(),
  ending: z.enum(ENDINGS).nullable(),
  created_at: instant,
  milestones: z.array(milestoneSchema),
  plans: plansSchema.describe('As submitted, in my own conversations'),
  changes: z.array(planChangeSchema.omit({ tally: true, done_by: true })),
  code: z
    .array(
      snapshotSchema
        .pick({ number: true, kind: true, source: true, name: true, ref: true, state: true })
        .extend(snapshotSchema.pick({ files: true, bytes: true, must_keep: true }).shape)
        .extend({ packet: packetSchema.nullable(), created_at: instant }),
    )
    .describe('Versions of the project that one brought oneself'),
  history: z.array(
    historyItemSchema
      .pick({ event: true, actor: true, milestone_id: true, money: true, created_at: true })
      .extend({ by_me: z.boolean() }),
  ),
});

const ledgerLineSchema = z.object({
  entry_id: z.int(),
  kind: z.string(),
  billing_record_id: id.nullable(),
  account: z.enum(LEDGER_ACCOUNTS),
  amount_cents: cents,
  created_at: instant,
});

const invitationSchema = z.object({
  role: z.string(),
  created_at: instant,
  expires_at: instant,
  accepted_at: instant.nullable(),
});

/** All that is stored about one person, without secrets and without other people's names. */
export const exportSchema = z
  .object({
    format: z.literal(EXPORT_FORMAT),
    exported_at: instant,
    profile: profileSchema,
    user: z.record(z.string(), z.unknown()).describe('The account of the sign-in service'),
    waitlist_entry: z
      .object({
        name: z.string(),
        specialty: z.enum(SPECIALTIES),
        bio: z.string().nullable(),
        status: z.enum(WAITLIST_STATUSES),
        reason: z.string().nullable(),
        created_at: instant,
        decided_at: instant.nullable(),
      })
      .nullable(),
    application: z
      .object({
        ...ownApplicationSchema.shape.application.unwrap().shape,
        created_at: instant,
        submitted_at: instant.nullable(),
        version: entryVersionSchema.nullable(),
        reviews: z.array(applicationReviewSchema).describe('By unblockers, without their names'),
      })
      .nullable()
      .describe('What was added to the entry'),
    application_reviews: z
      .array(applicationReviewSchema.extend({ number: z.int() }))
      .describe('By me, of the applications of others'),
    invitation: invitationSchema.nullable(),
    public_profile: publicProfileSchema
      .extend({ addresses: z.array(z.string()).describe('All that it ever had') })
      .nullable()
      .describe('Of an unblocker, as far as it was saved'),
    availability: availabilitySchema
      .pick({ away_until: true, max_running: true, first_requests: true })
      .nullable()
      .describe('Of an unblocker'),
    alerts: z.array(alertSchema).describe('About new requests'),
    known_devices: z
      .array(z.object({ name: z.string(), created_at: instant, seen_at: instant }))
      .describe('Devices that are recognised at their next sign-in'),
    passkeys: z.array(passkeySchema),
    agreed_terms: z
      .string()
      .nullable()
      .describe('The version of the Terms and Conditions that I agreed to'),
    sessions: z.array(sessionSchema),
    programs: z.array(accessTokenSchema).describe('Those that may use my account'),
    program_uses: z.array(programUseSchema).describe('What my programs did'),
    webhooks: z.array(webhookSchema),
    webhook_deliveries: z
      .array(webhookDeliverySchema.extend({ webhook_id: id }))
      .describe('What my webhooks were told, and what they answered'),
    connected_programs: z.array(connectedProgramSchema).describe('Those that I let in'),
    request_drafts: z
      .array(z.object({ request: z.object(requestShape), created_at: instant }))
      .describe('Prepared by programs, and not posted'),
    tickets_as_customer: z.array(ticketSchema),
    tickets_as_developer: z.array(ticketSchema),
    former_tickets: z
      .array(
        z.object({
          ticket_id: id,
          began_at: instant,
          ended_at: instant,
          plans: plansSchema,
          deliveries: z.array(deliverySchema.extend({ milestone_id: id })),
        }),
      )
      .describe('Requests that I no longer have: what I planned and delivered'),
    reviews: z
      .array(
        z.object({
          id,
          ticket_id: id,
          written_by_me: z.boolean(),
          rating: z.int().nullable(),
          feedback: z.string().nullable(),
          created_at: instant,
          updated_at: instant,
          reply: z.string().nullable(),
          is_hidden: z.boolean().describe('By a moderator'),
          is_reply_hidden: z.boolean().describe('The same of the reply'),
        }),
      )
      .describe('Those that I wrote, and those about me that I can read'),
    quotes: z
      .array(
        quoteSchema
          .pick({ id: true, ticket_id: true, message: true, milestones: true, version: true })
          .extend(quoteSchema.pick({ created_at: true, edited_at: true }).shape)
          .extend(quoteSchema.pick({ outcome: true, decided_at: true }).shape)
          .extend({
            written_by_me: z.boolean(),
            messages: z.array(
              z.object({ by_me: z.boolean(), text: z.string(), created_at: instant }),
            ),
          }),
      )
      .describe('Those that I wrote, and those for my requests'),
    quote_questions: z
      .array(z.object({ quote_id: id, ticket_id: id, text: z.string(), created_at: instant }))
      .describe('What I wrote about quotes for my requests that were withdrawn since'),
    messages: z.array(
      z.object({
        id,
        ticket_id: id,
        written_by_me: z.boolean(),
        reply_to: id.nullable().describe('The message that it answers'),
        text: z.string(),
        is_system: z.boolean(),
        is_read: z.boolean(),
        is_reported: z.boolean(),
        is_hidden: z.boolean().describe('By a moderator'),
        needs_answer: z.boolean(),
        code: z.array(codeLinesSchema).describe('Lines of the project that it is about'),
        is_edited: z.boolean(),
        is_deleted: z.boolean().describe('By its author'),
        earlier: z.array(z.string()).describe('Of my own: its earlier texts'),
        created_at: instant,
      }),
    ),
    attempts: z
      .array(attemptSchema)
      .describe('What my AI tool already tried, as I have shared it with my requests'),
    handover_notes: z
      .array(z.object({ ticket_id: id, note: z.string(), written_at: instant.nullable() }))
      .describe('My note for the next unblocker'),
    reports: z.array(z.object({ message_id: id, created_at: instant })).describe('Made by me'),
    review_reports: z
      .array(
        z.object({
          about: z.enum(REPORTED_WORDS),
          review_id: id.nullable(),
          quote_id: id.nullable(),
          text: z.string(),
          created_at: instant,
        }),
      )
      .describe('Made by me, of a review, a reply to one, or words about a quote'),
    word_appeals: z
      .array(
        z.object({
          about: z.enum(REPORTED_WORDS),
          review_id: id.nullable(),
          quote_id: id.nullable(),
          text: z.string(),
          created_at: instant,
          answer: z.string().nullable(),
        }),
      )
      .describe(
        'Made by me, after my review, my reply to one, or my words about a quote were hidden',
      ),
    decisions: z
      .array(
        decisionSchema
          .omit({ ticket_title: true, actions: true })
          .describe('With my own appeal against it'),
      )
      .describe('Of moderators, about my requests'),
    suspensions: z.array(
      z.object({ reason: z.string(), created_at: instant, ended_at: instant.nullable() }),
    ),
    files: z
      .array(
        z.object({
          key: z.string(),
          name: z.string(),
          size: z.int().nullable(),
          type: z.string().nullable(),
          created_at: instant,
        }),
      )
      .describe('Uploaded by me'),
    billing_records: z.array(
      z.object({
        id,
        ticket_id: id
          .nullable()
          .describe(`Null once the request was deleted, ${RETENTION_MONTHS} months after its end`),
        milestone_id: id.nullable(),
        my_part: z.enum(SIDES),
        status: z.enum(BILLING_STATUSES),
        price_cents: cents,
        discount_cents: cents.nullable().describe('For the customer only'),
        created_at: instant,
        paid_at: instant.nullable(),
        settled_at: instant.nullable(),
      }),
    ),
    payments: z.array(
      z.object({
        id,
        billing_record_id: id,
        provider: z.string(),
        charge_cents: cents,
        discount_cents: cents,
        status: z.string(),
        created_at: instant,
      }),
    ),
    invoices: z
      .array(invoiceLinkSchema.extend({ issued_at: instant }))
      .describe('That I issued, or that were issued to me'),
    ledger_lines_as_customer: z.array(ledgerLineSchema),
    ledger_lines_as_developer: z.array(ledgerLineSchema),
    payouts: z.array(
      z.object({
        id,
        amount_cents: cents,
        status: z.string(),
        created_at: instant,
        settled_at: instant.nullable(),
      }),
    ),
    notifications: z
      .array(
        z.object({
          kind: z.string(),
          ticket_id: id.nullable(),
          count: z.int(),
          created_at: instant,
          read_at: instant.nullable(),
        }),
      )
      .describe('My notifications'),
    mails: z.array(
      z.object({
        kind: z.string(),
        subject: z.string(),
        created_at: instant,
        sent_at: instant.nullable(),
      }),
    ),
  })
  .meta({ id: 'Export' });
export type Export = z.infer<typeof exportSchema>;

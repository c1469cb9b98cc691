import type { ColumnType, Generated } from 'kysely';
import type { Attempt } from '#domain/attempt.ts';
import type { AuditAction, AuditTarget } from '#domain/audit.ts';
import type { BillingStatus } from '#domain/billing.ts';
import type { Category } from '#domain/category.ts';
import type { CheckState, Probe } from '#domain/check-schemas.ts';
import type { Pause, Question } from '#domain/clock.ts';
import type {
  CodeKind,
  Snapshot,
  SnapshotKind,
  SnapshotSource,
  SnapshotState,
} from '#domain/code.ts';
import type { AppealStatus, DecisionKind } from '#domain/decision.ts';
import type { PayoutStatus } from '#domain/earnings.ts';
import type { FirstHourRefusal, ReviewReason } from '#domain/first-hour.ts';
import type { InvitedRole } from '#domain/invitation.ts';
import type { BorneBy, EntryKind, LedgerAccount } from '#domain/ledger.ts';
import type { Action } from '#domain/lifecycle.ts';
import type { DeliveryDecision } from '#domain/milestone.ts';
import type { MilestoneStatus } from '#domain/milestone-status.ts';
import type { NotificationKind } from '#domain/notification.ts';
import type { ChangeOutcome, OpenChange } from '#domain/plan-change.ts';
import type { MilestoneSnapshot, PlanDifference } from '#domain/plan-difference.ts';
import type { VersionOutcome } from '#domain/plan-version.ts';
import type { UserType } from '#domain/profile.ts';
import type { Side } from '#domain/relation.ts';
import type { ReportStatus } from '#domain/report.ts';
import type { SecretsChoice } from '#domain/secret.ts';
import type { Specialty } from '#domain/specialty.ts';
import type { SystemMessageKind } from '#domain/system-message-texts.ts';
import type { AiTool } from '#domain/ticket.ts';
import type { TicketStatus } from '#domain/ticket-status.ts';
import type { WaitlistStatus } from '#domain/waitlist.ts';
import type { Cancellation, Ending, Help } from '#domain/way-out.ts';
import type { CallRequest, PaymentStatus } from './provider-calls.ts';
import type * as generated from './schema.generated.ts';

/** The database gives these out; they are never written. */
type Position = ColumnType<number, never, never>;

/** Written as JSON. */
type StoredProbe = ColumnType<Probe | null, string | null, string | null>;
type StoredJson<Value> = ColumnType<Value, string | undefined, string>;

/** What was read of a session or chat; its kind is a column of its own. */
type StoredAttempt = Pick<Attempt, 'steps' | 'files' | 'errors' | 'text' | 'is_complete'>;

/** What each says stands in migrations/0001-baseline.sql. */
type FileStatus = 'uploading' | 'stored' | 'attached' | 'taken' | 'removed';
type ThumbnailStatus = 'none' | 'waiting' | 'made' | 'failed';

/** The generated table with the columns whose values the product's own words name. */
type Narrowed<Table, Columns> = Omit<Table, keyof Columns> & Columns;

/** The tables as queries see them. Columns come from the migrations (`npm run database:types`). */
export interface DB extends Omit<generated.DB, keyof NarrowedTables>, NarrowedTables {}

interface NarrowedTables {
  audit_log: Narrowed<generated.AuditLog, { action: AuditAction; target_type: AuditTarget }>;
  factors: Narrowed<
    generated.Factors,
    {
      factor_type: 'totp' | 'recovery_code';
      status: Generated<'unverified' | 'verified'>;
      last_step: number | null;
    }
  >;
  invitations: Narrowed<generated.Invitations, { role: InvitedRole }>;
  waitlist: Narrowed<
    generated.Waitlist,
    { specialty: Specialty; status: Generated<WaitlistStatus> }
  >;
  profiles: Narrowed<
    generated.Profiles,
    { user_type: Generated<UserType>; supported_categories: Generated<Category[]> }
  >;
  tickets: Narrowed<
    generated.Tickets,
    {
      status: Generated<TicketStatus>;
      status_before_help: TicketStatus | null;
      help: Help | null;
      cancellation: Cancellation | null;
      question: Question | null;
      pauses: ColumnType<Pause[], string | undefined, string>;
      change: OpenChange | null;
      ending: Ending | null;
      help_kind: Action | null;
      categories: Category[];
      ai_tool: AiTool;
    }
  >;
  pairings: Narrowed<generated.Pairings, { ended_by: Action | null }>;
  milestones: Narrowed<generated.Milestones, { status: Generated<MilestoneStatus> }>;
  deliveries: Narrowed<generated.Deliveries, { decision: DeliveryDecision | null }>;
  checks: Narrowed<generated.Checks, { state: Generated<CheckState>; last_probe: StoredProbe }>;
  check_results: Narrowed<generated.CheckResults, { probe: StoredProbe }>;
  plan_changes: Narrowed<
    generated.PlanChanges,
    {
      position: Position;
      asked_by: Side;
      differences: ColumnType<PlanDifference[], string, never>;
      outcome: ChangeOutcome | null;
    }
  >;
  plan_versions: Narrowed<
    generated.PlanVersions,
    {
      submitted_by: Side;
      milestones: ColumnType<MilestoneSnapshot[], string, never>;
      outcome: VersionOutcome | null;
    }
  >;
  messages: Narrowed<
    generated.Messages,
    {
      position: Position;
      kind: SystemMessageKind | null;
      is_system: ColumnType<boolean, never, never>;
    }
  >;
  notifications: Narrowed<generated.Notifications, { kind: NotificationKind }>;
  deadlines: Narrowed<generated.Deadlines, { id: Position; action: Action }>;
  reports: Narrowed<generated.Reports, { status: Generated<ReportStatus> }>;
  decisions: Narrowed<generated.Decisions, { position: Position; kind: DecisionKind }>;
  appeals: Narrowed<generated.Appeals, { status: Generated<AppealStatus> }>;
  billing_records: Narrowed<
    generated.BillingRecords,
    { status: Generated<BillingStatus>; review_reasons: ReviewReason[] | null }
  >;
  checkouts: Narrowed<generated.Checkouts, { returned_for: FirstHourRefusal | null }>;
  ticket_history: Narrowed<
    generated.TicketHistory,
    {
      id: Position;
      from_status: TicketStatus | null;
      to_status: TicketStatus;
      milestone_from: MilestoneStatus | null;
      milestone_to: MilestoneStatus | null;
    }
  >;
  provider_calls: Narrowed<
    generated.ProviderCalls,
    {
      kind: CallRequest['kind'];
      state: Generated<'pending' | 'done' | 'failed' | 'covered'>;
      request: ColumnType<CallRequest, string, never>;
    }
  >;
  payouts: Narrowed<generated.Payouts, { status: Generated<PayoutStatus> }>;
  disputes: Narrowed<
    generated.Disputes,
    { state: Generated<'open' | 'won' | 'lost'>; borne_by: BorneBy | null }
  >;
  receipts: Narrowed<generated.Receipts, { number: Position; kind: 'payment' | 'refund' }>;
  ledger_checks: Narrowed<generated.LedgerChecks, { id: Position }>;
  sandbox_payments: Narrowed<generated.SandboxPayments, { status: Generated<PaymentStatus> }>;
  ledger_entries: Narrowed<generated.LedgerEntries, { id: Position; kind: EntryKind }>;
  ledger_lines: Narrowed<
    generated.LedgerLines,
    { account: LedgerAccount; entry_id: number; amount_cents: number }
  >;
  files: Narrowed<
    generated.Files,
    { status: Generated<FileStatus>; thumbnail: Generated<ThumbnailStatus> }
  >;
  attempts: Narrowed<
    generated.Attempts,
    { kind: Attempt['kind']; content: ColumnType<StoredAttempt, string, never> }
  >;
  attachments: Narrowed<generated.Attachments, { position: Position }>;
  snapshots: Narrowed<
    generated.Snapshots,
    {
      kind: SnapshotKind;
      source: SnapshotSource;
      state: Generated<SnapshotState>;
      holds: 'project' | 'changes' | null;
      choice: SecretsChoice | null;
      left_out: StoredJson<Snapshot['left_out']>;
      secrets: StoredJson<Snapshot['secrets']>;
      rotate: StoredJson<Snapshot['rotate']>;
      packet: ColumnType<Snapshot['packet'], string | null | undefined, string | null>;
      report: ColumnType<Snapshot['report'], string | null | undefined, string | null>;
    }
  >;
  code_blobs: Narrowed<generated.CodeBlobs, { kind: CodeKind }>;
}

// Made from the routes of the server by `npm run api-types`; a test fails when the two differ.
import type { z } from 'zod';
import type { AccessToken } from '#domain/program.ts';
import type { Account } from '#domain/account.ts';
import type { AccountHistory } from '#domain/account.ts';
import type { Alert } from '#domain/alert.ts';
import type { ArchiveEntry } from '#domain/file.ts';
import type { AskingProgram } from '#domain/program.ts';
import type { Attempt } from '#domain/attempt.ts';
import type { AuditEntry } from '#domain/audit.ts';
import type { Availability } from '#domain/availability.ts';
import type { BillingRecord } from '#domain/billing.ts';
import type { Case } from '#domain/desk.ts';
import type { Changes } from '#domain/file-changes.ts';
import type { CodeChanges } from '#domain/code.ts';
import type { CodeFile } from '#domain/code.ts';
import type { CodeSearch } from '#domain/code.ts';
import type { CodeTree } from '#domain/code.ts';
import type { Collaborator } from '#domain/profile.ts';
import type { ConnectedProgram } from '#domain/program.ts';
import type { Decision } from '#domain/decision.ts';
import type { DecisionPreview } from '#domain/moderation.ts';
import type { DummyEnv } from '#domain/file.ts';
import type { Earnings } from '#domain/earnings.ts';
import type { EntryProject } from '#domain/application.ts';
import type { EvidenceFile } from '#domain/evidence.ts';
import type { EvidenceFinding } from '#domain/evidence.ts';
import type { EvidenceKey } from '#domain/evidence.ts';
import type { Export } from '#domain/export.ts';
import type { FailedMail } from '#domain/failed-mail.ts';
import type { Feedback } from '#domain/feedback.ts';
import type { FeedbackReport } from '#domain/review.ts';
import type { FileKeys } from '#domain/file.ts';
import type { FileRecord } from '#domain/file.ts';
import type { FileSecret } from '#domain/secret.ts';
import type { FoundMessage } from '#domain/message-search.ts';
import type { HeldRequest } from '#domain/held-request.ts';
import type { HistoryItem } from '#domain/history.ts';
import type { Invitation } from '#domain/invitation.ts';
import type { InvitationGreeting } from '#domain/invitation.ts';
import type { Invoice } from '#domain/invoice.ts';
import type { LedgerReport } from '#domain/moderation.ts';
import type { Message } from '#domain/message.ts';
import type { MessagePage } from '#domain/message.ts';
import type { Milestone } from '#domain/milestone.ts';
import type { ModeratedAppeal } from '#domain/moderation.ts';
import type { ModeratedApplication } from '#domain/application.ts';
import type { ModeratedDispute } from '#domain/moderation.ts';
import type { ModeratedMessage } from '#domain/report.ts';
import type { ModeratedRequest } from '#domain/moderation.ts';
import type { ModeratedTicket } from '#domain/moderation.ts';
import type { ModerationCounts } from '#domain/moderation.ts';
import type { NotificationPage } from '#domain/notification.ts';
import type { OwnApplication } from '#domain/application.ts';
import type { PaymentReview } from '#domain/moderation.ts';
import type { Payout } from '#domain/earnings.ts';
import type { PayoutCountry } from '#domain/payout-country.ts';
import type { PlacesInText } from '#domain/code.ts';
import type { PlanChange } from '#domain/plan-change.ts';
import type { PlanOfRequest } from '#domain/milestone.ts';
import type { PlanVersion } from '#domain/plan-version.ts';
import type { Profile } from '#domain/profile.ts';
import type { ProgramUse } from '#domain/program.ts';
import type { PublicProfile } from '#domain/unblocker.ts';
import type { Quote } from '#domain/quote.ts';
import type { Report } from '#domain/report.ts';
import type { RequestDraft } from '#domain/request-draft.ts';
import type { Review } from '#domain/review.ts';
import type { ReviewedApplication } from '#domain/application.ts';
import type { Reviews } from '#domain/review.ts';
import type { SavedReply } from '#domain/desk.ts';
import type { Secret } from '#domain/secret.ts';
import type { Session } from '#domain/session.ts';
import type { SettledRequest } from '#domain/held-request.ts';
import type { Snapshot } from '#domain/code.ts';
import type { Stack } from '#domain/stack.ts';
import type { Statement } from '#domain/statement.ts';
import type { Statistics } from '#domain/statistics.ts';
import type { TextView } from '#domain/file.ts';
import type { Ticket } from '#domain/ticket.ts';
import type { TicketCounts } from '#domain/ticket.ts';
import type { TicketMoney } from '#domain/billing.ts';
import type { Unblocker } from '#domain/unblocker.ts';
import type { UnblockerPage } from '#domain/unblocker.ts';
import type { Unread } from '#domain/secret.ts';
import type { Waiting } from '#domain/waiting.ts';
import type { WaitingApplication } from '#domain/application.ts';
import type { WaitlistEntry } from '#domain/waitlist.ts';
import type { Webhook } from '#domain/webhook.ts';
import type { WebhookDelivery } from '#domain/webhook.ts';
import type { WebhookWithSecret } from '#domain/webhook.ts';
import type { acceptInvitationSchema } from '#domain/invitation.ts';
import type { agreeToCancelSchema } from '#domain/way-out.ts';
import type { alertInputSchema } from '#domain/alert.ts';
import type { alertListSchema } from '#domain/alert.ts';
import type { appealInputSchema } from '#domain/decision.ts';
import type { applicationDraftSchema } from '#domain/application.ts';
import type { applicationReviewInputSchema } from '#domain/application.ts';
import type { applicationSchema } from '#domain/application.ts';
import type { approvePlanSchema } from '#domain/milestone.ts';
import type { approveSchema } from '#domain/waitlist.ts';
import type { askToCancelSchema } from '#domain/way-out.ts';
import type { attemptInputSchema } from '#domain/attempt.ts';
import type { availabilityInputSchema } from '#domain/availability.ts';
import type { brokeAgainSchema } from '#domain/milestone.ts';
import type { changeInputSchema } from '#domain/plan-change.ts';
import type { changesQuerySchema } from '#domain/file-changes.ts';
import type { checkoutSchema } from '#domain/billing.ts';
import type { chooseQuoteSchema } from '#domain/quote.ts';
import type { codeChangesQuerySchema } from '#domain/code.ts';
import type { codeFileQuerySchema } from '#domain/code.ts';
import type { codeSearchQuerySchema } from '#domain/code.ts';
import type { createdAccessTokenSchema } from '#domain/program.ts';
import type { decisionInputSchema } from '#domain/decision.ts';
import type { declineSchema } from '#domain/waitlist.ts';
import type { deliveryInputSchema } from '#domain/milestone.ts';
import type { disputeDecisionSchema } from '#domain/moderation.ts';
import type { extendSchema } from '#domain/due-date.ts';
import type { feedbackInputSchema } from '#domain/feedback.ts';
import type { firstNameSchema } from '#domain/profile.ts';
import type { getHelpSchema } from '#domain/way-out.ts';
import type { handOverSchema } from '#domain/desk.ts';
import type { helperListSchema } from '#domain/quote.ts';
import type { instant } from '#domain/text.ts';
import type { invitationInputSchema } from '#domain/invitation.ts';
import type { inviteSchema } from '#domain/quote.ts';
import type { lastNameSchema } from '#domain/profile.ts';
import type { marksSchema } from '#domain/check-schemas.ts';
import type { messageInputSchema } from '#domain/message.ts';
import type { messagePatchSchema } from '#domain/message.ts';
import type { milestoneInputSchema } from '#domain/milestone.ts';
import type { milestonePatchSchema } from '#domain/milestone.ts';
import type { moneyBackInputSchema } from '#domain/moderation.ts';
import type { newAccessTokenSchema } from '#domain/program.ts';
import type { newTicketSchema } from '#domain/ticket.ts';
import type { newWebhookSchema } from '#domain/webhook.ts';
import type { notificationsPatchSchema } from '#domain/mail-preferences.ts';
import type { orderInputSchema } from '#domain/milestone-order.ts';
import type { ownPasswordSchema } from '#domain/credentials.ts';
import type { pairingListSchema } from '#domain/pairing.ts';
import type { passkeyAnswerSchema } from '#domain/passkey.ts';
import type { payoutAccountSchema } from '#domain/earnings.ts';
import type { payoutCountryInputSchema } from '#domain/payout-country.ts';
import type { payoutInputSchema } from '#domain/earnings.ts';
import type { payoutPageSchema } from '#domain/earnings.ts';
import type { previewQuerySchema } from '#domain/moderation.ts';
import type { publicProfileInputSchema } from '#domain/unblocker.ts';
import type { questionSchema } from '#domain/desk.ts';
import type { quoteAppealInputSchema } from '#domain/quote.ts';
import type { quoteInputSchema } from '#domain/quote.ts';
import type { quoteListSchema } from '#domain/quote.ts';
import type { quoteMessageInputSchema } from '#domain/quote.ts';
import type { quotePatchSchema } from '#domain/quote.ts';
import type { quoteReportInputSchema } from '#domain/quote.ts';
import type { readNotificationsSchema } from '#domain/notification.ts';
import type { reasonSchema } from '#domain/decision.ts';
import type { refundInputSchema } from '#domain/moderation.ts';
import type { replyInputSchema } from '#domain/review.ts';
import type { requestDraftInputSchema } from '#domain/ticket.ts';
import type { reviewAppealInputSchema } from '#domain/review.ts';
import type { reviewReportInputSchema } from '#domain/review.ts';
import type { savedFiltersPatchSchema } from '#domain/saved-filter.ts';
import type { savedReplyInputSchema } from '#domain/desk.ts';
import type { searchQuerySchema } from '#domain/message-search.ts';
import type { secretScanSchema } from '#domain/secret.ts';
import type { secretsDecisionSchema } from '#domain/secret.ts';
import type { shareEarlierSchema } from '#domain/pairing.ts';
import type { snapshotInputSchema } from '#domain/code.ts';
import type { splitInputSchema } from '#domain/moderation.ts';
import type { statementListSchema } from '#domain/statement.ts';
import type { supportedCategoriesSchema } from '#domain/ticket.ts';
import type { takeSchema } from '#domain/desk.ts';
import type { ticketInputSchema } from '#domain/ticket.ts';
import type { ticketPatchSchema } from '#domain/ticket.ts';
import type { treeQuerySchema } from '#domain/code.ts';
import type { viewedSchema } from '#domain/code.ts';
import type { waitlistSchema } from '#domain/waitlist.ts';
import type { webhookChangesSchema } from '#domain/webhook.ts';

/** Every call of the API, by its address and method: its body, its query, its answer. */
export interface Calls {
  '/api/applications/{token}': {
    GET: { answer: OwnApplication };
    PUT: { body: z.input<typeof applicationDraftSchema> & { secrets?: 'mask' }; answer: OwnApplication };
  };
  '/api/applications/{token}/project': {
    GET: { answer: undefined };
  };
  '/api/applications/{token}/submit': {
    POST: { body: z.input<typeof applicationSchema> & { secrets?: 'mask' }; answer: OwnApplication };
  };
  '/api/applications/{token}/version': {
    POST: { answer: OwnApplication };
  };
  '/api/attempts/{id}': {
    DELETE: { answer: undefined };
  };
  '/api/billing-records/{id}': {
    GET: { answer: BillingRecord };
  };
  '/api/billing-records/{id}/check': {
    POST: { answer: BillingRecord };
  };
  '/api/changes/{id}/agree': {
    POST: { answer: (Ticket | null) };
  };
  '/api/changes/{id}/decline': {
    POST: { body: { text: string } & { secrets?: 'mask' | 'share' }; answer: (Ticket | null) };
  };
  '/api/changes/{id}/withdraw': {
    POST: { answer: (Ticket | null) };
  };
  '/api/config': {
    GET: { answer: { anon_key: string; confirm_email: boolean; payments: "sandbox" | "stripe"; sign_in_providers: Array<{ id: string; label: string }> } };
  };
  '/api/confirmations/{id}': {
    GET: { answer: { confirmed: boolean } };
  };
  '/api/decisions/{id}': {
    GET: { answer: Decision };
  };
  '/api/decisions/{id}/appeal': {
    POST: { body: z.input<typeof appealInputSchema>; answer: Decision };
  };
  '/api/deliveries/{id}/archive': {
    GET: { answer: { url: string; expires_at: z.output<typeof instant> } };
  };
  '/api/drafts': {
    POST: { body: z.input<typeof requestDraftInputSchema> & { secrets?: 'mask' }; answer: RequestDraft };
  };
  '/api/drafts/{id}': {
    GET: { answer: RequestDraft };
    DELETE: { answer: undefined };
  };
  '/api/earnings': {
    GET: { query?: { limit?: number | string; cursor?: string; format?: "json" | "csv" }; answer: Earnings };
  };
  '/api/earnings/account': {
    POST: { answer: z.output<typeof payoutAccountSchema> };
  };
  '/api/earnings/account/page': {
    POST: { answer: z.output<typeof payoutPageSchema> };
  };
  '/api/earnings/country': {
    GET: { answer: PayoutCountry };
    PUT: { body: z.input<typeof payoutCountryInputSchema>; answer: PayoutCountry };
  };
  '/api/earnings/payouts': {
    POST: { body?: z.input<typeof payoutInputSchema>; answer: Payout };
  };
  '/api/earnings/statements': {
    GET: { answer: z.output<typeof statementListSchema> };
  };
  '/api/earnings/statements/{period}': {
    GET: { answer: Statement };
  };
  '/api/entry-project': {
    GET: { answer: EntryProject };
  };
  '/api/entry-reviews': {
    GET: { query?: { limit?: number | string; cursor?: string }; answer: { items: Array<WaitingApplication>; next_cursor: string | null } };
  };
  '/api/entry-reviews/{id}': {
    GET: { answer: ReviewedApplication };
    POST: { body: z.input<typeof applicationReviewInputSchema> & { secrets?: 'mask' }; answer: ReviewedApplication };
  };
  '/api/entry-reviews/{id}/archive': {
    GET: { answer: undefined };
  };
  '/api/evidence/keys': {
    GET: { answer: { keys: Array<EvidenceKey> } };
  };
  '/api/evidence/verify': {
    POST: { answer: EvidenceFinding };
  };
  '/api/feedback/{id}/appeal': {
    POST: { body: z.input<typeof reviewAppealInputSchema>; answer: Review };
  };
  '/api/feedback/{id}/reply': {
    POST: { body: z.input<typeof replyInputSchema> & { secrets?: 'mask' | 'share' }; answer: Review };
  };
  '/api/feedback/{id}/report': {
    POST: { body: z.input<typeof reviewReportInputSchema> & { secrets?: 'mask' }; answer: Review };
  };
  '/api/files/{id}': {
    GET: { answer: FileRecord };
    DELETE: { answer: undefined };
  };
  '/api/files/{id}/changes': {
    GET: { query?: z.input<typeof changesQuerySchema>; answer: Changes };
  };
  '/api/files/{id}/entries': {
    GET: { answer: { items: Array<ArchiveEntry>; is_complete: boolean } };
  };
  '/api/files/{id}/env': {
    GET: { answer: DummyEnv };
  };
  '/api/files/{id}/keys': {
    GET: { answer: FileKeys };
    POST: { body: z.input<typeof secretsDecisionSchema>; answer: FileRecord };
  };
  '/api/files/{id}/link': {
    GET: { answer: { url: string; expires_at: z.output<typeof instant> } };
  };
  '/api/files/{id}/secrets': {
    GET: { answer: { items: Array<FileSecret>; is_complete: boolean; unread: Array<Unread> } };
  };
  '/api/files/{id}/stack': {
    GET: { answer: (Stack | null) };
  };
  '/api/files/{id}/text': {
    GET: { query?: { entry?: string }; answer: TextView };
  };
  '/api/held-requests/{id}/settle': {
    POST: { answer: SettledRequest };
  };
  '/api/invitations/{token}': {
    GET: { answer: InvitationGreeting };
  };
  '/api/invitations/{token}/accept': {
    POST: { body: z.input<typeof acceptInvitationSchema>; answer: object };
  };
  '/api/invoices/{id}': {
    GET: { answer: Invoice };
  };
  '/api/live': {
    GET: { answer: string };
  };
  '/api/me': {
    GET: { answer: Profile };
    PATCH: { body: { first_name?: z.input<typeof firstNameSchema>; last_name?: z.input<typeof lastNameSchema>; supported_categories?: z.input<typeof supportedCategoriesSchema>; notifications?: z.input<typeof notificationsPatchSchema>; saved_filters?: z.input<typeof savedFiltersPatchSchema>; profile_image_url?: (string | null) }; answer: Profile };
    DELETE: { body: z.input<typeof ownPasswordSchema>; answer: undefined };
  };
  '/api/me/alerts': {
    GET: { answer: z.output<typeof alertListSchema> };
    POST: { body: z.input<typeof alertInputSchema>; answer: Alert };
    DELETE: { answer: undefined };
  };
  '/api/me/alerts/{id}': {
    DELETE: { answer: undefined };
  };
  '/api/me/availability': {
    GET: { answer: Availability };
    PUT: { body: z.input<typeof availabilityInputSchema>; answer: Availability };
  };
  '/api/me/confirm-passkey': {
    POST: { body: z.input<typeof passkeyAnswerSchema>; answer: undefined };
  };
  '/api/me/confirm-password': {
    POST: { body: z.input<typeof ownPasswordSchema>; answer: undefined };
  };
  '/api/me/export': {
    GET: { answer: Export };
  };
  '/api/me/programs': {
    GET: { answer: { items: Array<ConnectedProgram>; next_cursor: null } };
  };
  '/api/me/programs/asking/{id}': {
    GET: { answer: AskingProgram };
    POST: { body: { allow: boolean }; answer: { location: string } };
  };
  '/api/me/programs/code/{code}': {
    GET: { answer: AskingProgram };
    POST: { body: { allow: boolean }; answer: undefined };
  };
  '/api/me/programs/uses': {
    GET: { query?: { limit?: number | string; cursor?: string }; answer: { items: Array<ProgramUse>; next_cursor: string | null } };
  };
  '/api/me/programs/{id}': {
    DELETE: { answer: undefined };
  };
  '/api/me/public-profile': {
    GET: { answer: PublicProfile };
    PUT: { body: z.input<typeof publicProfileInputSchema> & { secrets?: 'mask' | 'share' }; answer: PublicProfile };
  };
  '/api/me/quotes': {
    GET: { answer: z.output<typeof quoteListSchema> };
  };
  '/api/me/sessions': {
    GET: { answer: { items: Array<Session>; next_cursor: null } };
  };
  '/api/me/sessions/{id}': {
    DELETE: { answer: undefined };
  };
  '/api/me/tokens': {
    GET: { answer: { items: Array<AccessToken>; next_cursor: null } };
    POST: { body: z.input<typeof newAccessTokenSchema>; answer: z.output<typeof createdAccessTokenSchema> };
  };
  '/api/me/tokens/{id}': {
    DELETE: { answer: undefined };
  };
  '/api/me/unread': {
    GET: { answer: { count: number; notifications: number } };
  };
  '/api/me/webhooks': {
    GET: { answer: { items: Array<Webhook>; next_cursor: null } };
    POST: { body: z.input<typeof newWebhookSchema>; answer: WebhookWithSecret };
  };
  '/api/me/webhooks/{id}': {
    PATCH: { body: z.input<typeof webhookChangesSchema>; answer: Webhook };
    DELETE: { answer: undefined };
  };
  '/api/me/webhooks/{id}/deliveries': {
    GET: { query?: { limit?: number | string; cursor?: string }; answer: { items: Array<WebhookDelivery>; next_cursor: string | null } };
  };
  '/api/me/webhooks/{id}/deliveries/{delivery}/again': {
    POST: { answer: WebhookDelivery };
  };
  '/api/me/webhooks/{id}/secret': {
    POST: { answer: WebhookWithSecret };
  };
  '/api/me/webhooks/{id}/test': {
    POST: { answer: WebhookDelivery };
  };
  '/api/messages/search': {
    GET: { query: { q: z.input<typeof searchQuerySchema>; limit?: number | string; cursor?: number | string }; answer: { items: Array<FoundMessage>; next_cursor: string | null } };
  };
  '/api/messages/{id}': {
    PATCH: { body: z.input<typeof messagePatchSchema> & { secrets?: 'mask' | 'share' }; answer: Message };
    DELETE: { answer: undefined };
  };
  '/api/messages/{id}/report': {
    POST: { answer: Message };
  };
  '/api/messages/{id}/traces': {
    GET: { answer: PlacesInText };
  };
  '/api/milestones/{id}': {
    PATCH: { body: z.input<typeof milestonePatchSchema> & { secrets?: 'mask' | 'share' }; answer: Milestone };
    DELETE: { answer: undefined };
  };
  '/api/milestones/{id}/accept': {
    POST: { body?: ({ feedback?: (string | null); checks?: z.input<typeof marksSchema> } | null) & { secrets?: 'mask' | 'share' }; answer: Milestone };
  };
  '/api/milestones/{id}/broke-again': {
    POST: { body: z.input<typeof brokeAgainSchema> & { secrets?: 'mask' | 'share' }; answer: Milestone };
  };
  '/api/milestones/{id}/checkout': {
    POST: { answer: z.output<typeof checkoutSchema> };
  };
  '/api/milestones/{id}/checks/{check}/probe': {
    POST: { answer: Milestone };
  };
  '/api/milestones/{id}/extend': {
    POST: { body: z.input<typeof extendSchema>; answer: Milestone };
  };
  '/api/milestones/{id}/more-time': {
    POST: { answer: Milestone };
  };
  '/api/milestones/{id}/refund-missed': {
    POST: { answer: Milestone };
  };
  '/api/milestones/{id}/refund-released': {
    POST: { answer: Milestone };
  };
  '/api/milestones/{id}/reject': {
    POST: { body: { feedback: string; checks?: z.input<typeof marksSchema> } & { secrets?: 'mask' | 'share' }; answer: Milestone };
  };
  '/api/milestones/{id}/start': {
    POST: { answer: Milestone };
  };
  '/api/milestones/{id}/submit': {
    POST: { body: z.input<typeof deliveryInputSchema> & { secrets?: 'mask' | 'share' }; answer: Milestone };
  };
  '/api/moderation/accounts': {
    GET: { query?: { limit?: number | string; cursor?: string; q?: string; user_type?: "customer" | "developer" | "moderator"; suspended?: "true" | "false" }; answer: { items: Array<Account>; next_cursor: string | null } };
  };
  '/api/moderation/accounts/{id}': {
    GET: { answer: AccountHistory };
  };
  '/api/moderation/accounts/{id}/restore': {
    POST: { body: z.input<typeof reasonSchema> & { secrets?: 'mask' }; answer: Account };
  };
  '/api/moderation/accounts/{id}/suspend': {
    POST: { body: z.input<typeof reasonSchema> & { secrets?: 'mask' }; answer: Account };
  };
  '/api/moderation/appeals': {
    GET: { query?: { limit?: number | string; cursor?: string; status?: "open" | "granted" | "denied"; order?: "newest" | "oldest" }; answer: { items: Array<ModeratedAppeal>; next_cursor: string | null } };
  };
  '/api/moderation/appeals/{id}/deny': {
    POST: { body: z.input<typeof reasonSchema> & { secrets?: 'mask' }; answer: ModeratedAppeal };
  };
  '/api/moderation/appeals/{id}/grant': {
    POST: { body: z.input<typeof reasonSchema> & { secrets?: 'mask' }; answer: ModeratedAppeal };
  };
  '/api/moderation/audit': {
    GET: { query?: { limit?: number | string; cursor?: string; action?: "waitlist_approved" | "waitlist_declined" | "invitation_sent" | "message_reported" | "request_viewed" | "thread_read" | "plans_read" | "files_read" | "file_opened" | "code_opened" | "evidence_taken" | "report_dismissed" | "message_hidden" | "request_taken_in" | "request_resumed" | "closed_for_customer" | "closed_for_developer" | "request_reopened" | "milestone_split" | "money_refunded" | "money_given_back" | "dispute_decided" | "payment_cleared" | "payment_refused" | "case_taken" | "case_handed_over" | "case_let_go" | "sides_asked" | "reply_saved" | "reply_deleted" | "review_hidden" | "review_report_dismissed" | "review_reply_hidden" | "review_reply_report_dismissed" | "quote_words_hidden" | "quote_report_dismissed" | "appeal_made" | "appeal_granted" | "appeal_denied" | "account_viewed" | "account_suspended" | "account_restored" | "request_stopped" | "mail_resent" | "finding_done"; actor_id?: string; target_id?: string; ticket_id?: string; from?: string; to?: string; format?: "json" | "csv" }; answer: { items: Array<AuditEntry>; next_cursor: string | null } };
  };
  '/api/moderation/counts': {
    GET: { answer: ModerationCounts };
  };
  '/api/moderation/disputes': {
    GET: { query?: { limit?: number | string; cursor?: string; waiting?: "true" | "false"; order?: "newest" | "oldest" }; answer: { items: Array<ModeratedDispute>; next_cursor: string | null } };
  };
  '/api/moderation/disputes/{id}/decide': {
    POST: { body: z.input<typeof disputeDecisionSchema> & { secrets?: 'mask' }; answer: ModeratedDispute };
  };
  '/api/moderation/findings/{id}/done': {
    POST: { body: z.input<typeof reasonSchema>; answer: LedgerReport };
  };
  '/api/moderation/invitations': {
    POST: { body: z.input<typeof invitationInputSchema>; answer: Invitation };
  };
  '/api/moderation/ledger': {
    GET: { answer: LedgerReport };
  };
  '/api/moderation/mails': {
    GET: { query?: { limit?: number | string; cursor?: string }; answer: { items: Array<FailedMail>; next_cursor: string | null } };
  };
  '/api/moderation/mails/{id}/resend': {
    POST: { body: z.input<typeof reasonSchema>; answer: FailedMail };
  };
  '/api/moderation/messages/{id}/hide': {
    POST: { body: z.input<typeof reasonSchema> & { secrets?: 'mask' }; answer: ModeratedMessage };
  };
  '/api/moderation/payments': {
    GET: { query?: { limit?: number | string; cursor?: string }; answer: { items: Array<PaymentReview>; next_cursor: string | null } };
  };
  '/api/moderation/payments/{id}/clear': {
    POST: { body: z.input<typeof decisionInputSchema> & { secrets?: 'mask' }; answer: ModeratedRequest };
  };
  '/api/moderation/payments/{id}/refuse': {
    POST: { body: z.input<typeof decisionInputSchema> & { secrets?: 'mask' }; answer: ModeratedRequest };
  };
  '/api/moderation/replies': {
    GET: { answer: { items: Array<SavedReply>; next_cursor: string | null } };
    POST: { body: z.input<typeof savedReplyInputSchema>; answer: SavedReply };
  };
  '/api/moderation/replies/{id}': {
    PATCH: { body: z.input<typeof savedReplyInputSchema>; answer: SavedReply };
    DELETE: { answer: undefined };
  };
  '/api/moderation/reports': {
    GET: { query?: { limit?: number | string; cursor?: string; status?: "open" | "dismissed" | "hidden" | "closed"; order?: "newest" | "oldest" }; answer: { items: Array<Report>; next_cursor: string | null } };
  };
  '/api/moderation/reports/{id}': {
    GET: { answer: Report };
  };
  '/api/moderation/reports/{id}/dismiss': {
    POST: { body: z.input<typeof reasonSchema> & { secrets?: 'mask' }; answer: Report };
  };
  '/api/moderation/reviews': {
    GET: { query?: { limit?: number | string; cursor?: string; status?: "open" | "appealed" | "dismissed" | "hidden" | "overturned"; order?: "newest" | "oldest" }; answer: { items: Array<FeedbackReport>; next_cursor: string | null } };
  };
  '/api/moderation/reviews/{id}/dismiss': {
    POST: { body: z.input<typeof reasonSchema> & { secrets?: 'mask' }; answer: FeedbackReport };
  };
  '/api/moderation/reviews/{id}/hide': {
    POST: { body: z.input<typeof reasonSchema> & { secrets?: 'mask' }; answer: FeedbackReport };
  };
  '/api/moderation/reviews/{id}/overturn': {
    POST: { body: z.input<typeof reasonSchema> & { secrets?: 'mask' }; answer: FeedbackReport };
  };
  '/api/moderation/reviews/{id}/uphold': {
    POST: { body: z.input<typeof reasonSchema> & { secrets?: 'mask' }; answer: FeedbackReport };
  };
  '/api/moderation/statistics': {
    GET: { query?: { days?: "30" | "90" | "365" }; answer: Statistics };
  };
  '/api/moderation/tickets': {
    GET: { query?: { limit?: number | string; cursor?: string; status?: "AWAITING_ASSIGNMENT" | "DEVELOPER_PLANNING" | "CUSTOMER_REVIEWING_PLAN" | "DEVELOPER_WORKING" | "CUSTOMER_REVIEWING_RESULTS" | "CUSTOMER_REJECTED" | "CUSTOMER_APPROVED" | "REQUIRES_MOD_ASSISTANCE"; kind?: "get-help" | "pass-on-cancel" | "report" | "take-in" | "grant-appeal" | "suspend"; person?: string; taken?: "mine" | "nobody" | "free" | "others"; sort?: "age" | "held" | "turn"; q?: string; order?: "newest" | "oldest" }; answer: { items: Array<ModeratedTicket>; next_cursor: string | null } };
  };
  '/api/moderation/tickets/{id}': {
    GET: { answer: ModeratedRequest };
  };
  '/api/moderation/tickets/{id}/ask-sides': {
    POST: { body: z.input<typeof questionSchema> & { secrets?: 'mask' }; answer: Case };
  };
  '/api/moderation/tickets/{id}/case': {
    GET: { answer: Case };
  };
  '/api/moderation/tickets/{id}/close-for-customer': {
    POST: { body: z.input<typeof decisionInputSchema> & { secrets?: 'mask' }; query?: { seen?: number | string }; answer: ModeratedRequest };
  };
  '/api/moderation/tickets/{id}/close-for-developer': {
    POST: { body: z.input<typeof decisionInputSchema> & { secrets?: 'mask' }; query?: { seen?: number | string }; answer: ModeratedRequest };
  };
  '/api/moderation/tickets/{id}/hand-over': {
    POST: { body: z.input<typeof handOverSchema>; answer: Case };
  };
  '/api/moderation/tickets/{id}/let-go': {
    POST: { body?: (object | null); answer: Case };
  };
  '/api/moderation/tickets/{id}/messages': {
    GET: { query?: { limit?: number | string; before?: number | string }; answer: { items: Array<ModeratedMessage>; next_cursor: string | null } };
  };
  '/api/moderation/tickets/{id}/money-back': {
    POST: { body: z.input<typeof moneyBackInputSchema> & { secrets?: 'mask' }; query?: { seen?: number | string }; answer: ModeratedRequest };
  };
  '/api/moderation/tickets/{id}/preview': {
    GET: { query: z.input<typeof previewQuerySchema>; answer: DecisionPreview };
  };
  '/api/moderation/tickets/{id}/refund': {
    POST: { body: z.input<typeof refundInputSchema> & { secrets?: 'mask' }; query?: { seen?: number | string }; answer: ModeratedRequest };
  };
  '/api/moderation/tickets/{id}/reopen': {
    POST: { body: z.input<typeof decisionInputSchema> & { secrets?: 'mask' }; query?: { seen?: number | string }; answer: ModeratedRequest };
  };
  '/api/moderation/tickets/{id}/resume': {
    POST: { body: z.input<typeof decisionInputSchema> & { secrets?: 'mask' }; query?: { seen?: number | string }; answer: ModeratedRequest };
  };
  '/api/moderation/tickets/{id}/split': {
    POST: { body: z.input<typeof splitInputSchema> & { secrets?: 'mask' }; query?: { seen?: number | string }; answer: ModeratedRequest };
  };
  '/api/moderation/tickets/{id}/take': {
    POST: { body?: (z.input<typeof takeSchema> | null); answer: Case };
  };
  '/api/moderation/tickets/{id}/take-in': {
    POST: { body: z.input<typeof decisionInputSchema> & { secrets?: 'mask' }; query?: { seen?: number | string }; answer: ModeratedRequest };
  };
  '/api/moderation/waitlist': {
    GET: { query?: { limit?: number | string; cursor?: string; status?: "waiting" | "approved" | "declined"; order?: "newest" | "oldest" }; answer: { items: Array<WaitlistEntry>; next_cursor: string | null } };
  };
  '/api/moderation/waitlist/{id}/application': {
    GET: { answer: ModeratedApplication };
  };
  '/api/moderation/waitlist/{id}/application/archive': {
    GET: { answer: undefined };
  };
  '/api/moderation/waitlist/{id}/approve': {
    POST: { body?: z.input<typeof approveSchema>; answer: WaitlistEntry };
  };
  '/api/moderation/waitlist/{id}/decline': {
    POST: { body: z.input<typeof declineSchema>; answer: WaitlistEntry };
  };
  '/api/notifications': {
    GET: { query?: { limit?: number | string; cursor?: string }; answer: NotificationPage };
  };
  '/api/notifications/read': {
    POST: { body: z.input<typeof readNotificationsSchema>; answer: undefined };
  };
  '/api/profiles/{id}': {
    GET: { answer: Collaborator };
  };
  '/api/quotes/{id}': {
    PATCH: { body: z.input<typeof quotePatchSchema> & { secrets?: 'mask' }; answer: Quote };
    DELETE: { answer: undefined };
  };
  '/api/quotes/{id}/appeal': {
    POST: { body: z.input<typeof quoteAppealInputSchema>; answer: Quote };
  };
  '/api/quotes/{id}/choose': {
    POST: { body?: (z.input<typeof chooseQuoteSchema> | null); answer: { ticket_id: string; checkout_url: (string | null) } };
  };
  '/api/quotes/{id}/messages': {
    POST: { body: z.input<typeof quoteMessageInputSchema> & { secrets?: 'mask' }; answer: Quote };
  };
  '/api/quotes/{id}/report': {
    POST: { body: z.input<typeof quoteReportInputSchema> & { secrets?: 'mask' }; answer: Quote };
  };
  '/api/secrets/scan': {
    POST: { body: z.input<typeof secretScanSchema>; answer: { items: Array<Secret> } };
  };
  '/api/sign-ups/{id}/request': {
    POST: { body: z.input<typeof ticketInputSchema> & { secrets?: 'mask' | 'share' }; answer: HeldRequest };
  };
  '/api/snapshots/{id}': {
    GET: { answer: Snapshot };
  };
  '/api/snapshots/{id}/archive': {
    GET: { answer: undefined };
  };
  '/api/snapshots/{id}/archive/link': {
    GET: { answer: { url: string; expires_at: z.output<typeof instant> } };
  };
  '/api/snapshots/{id}/changes': {
    GET: { query?: z.input<typeof codeChangesQuerySchema>; answer: CodeChanges };
  };
  '/api/snapshots/{id}/file': {
    GET: { query: z.input<typeof codeFileQuerySchema>; answer: CodeFile };
  };
  '/api/snapshots/{id}/patch': {
    GET: { query?: { since?: string }; answer: undefined };
  };
  '/api/snapshots/{id}/patch/link': {
    GET: { query?: { since?: string }; answer: { url: string; expires_at: z.output<typeof instant> } };
  };
  '/api/snapshots/{id}/search': {
    GET: { query: z.input<typeof codeSearchQuerySchema>; answer: CodeSearch };
  };
  '/api/snapshots/{id}/secrets': {
    POST: { body: z.input<typeof secretsDecisionSchema>; answer: Snapshot };
  };
  '/api/snapshots/{id}/tree': {
    GET: { query?: z.input<typeof treeQuerySchema>; answer: CodeTree };
  };
  '/api/snapshots/{id}/viewed': {
    PUT: { body: z.input<typeof viewedSchema>; answer: undefined };
  };
  '/api/tickets': {
    GET: { query: { limit?: number | string; cursor?: string; view: "active" | "history" | "assigned" | "available" | "discussions"; open?: "true" | "false"; order?: "created" | "activity"; unread?: "true" | "false" }; answer: { items: Array<Ticket>; next_cursor: string | null; counts?: TicketCounts } };
    POST: { body: z.input<typeof newTicketSchema> & { secrets?: 'mask' | 'share' }; answer: Ticket };
  };
  '/api/tickets/{id}': {
    GET: { answer: Ticket };
    PATCH: { body: z.input<typeof ticketPatchSchema> & { secrets?: 'mask' | 'share' }; answer: Ticket };
    DELETE: { answer: undefined };
  };
  '/api/tickets/{id}/abandon': {
    POST: { answer: (Ticket | null) };
  };
  '/api/tickets/{id}/agree-to-cancel': {
    POST: { body?: (z.input<typeof agreeToCancelSchema> | null); answer: (Ticket | null) };
  };
  '/api/tickets/{id}/approve-plan': {
    POST: { body?: (z.input<typeof approvePlanSchema> | null); answer: { checkout_url: (string | null) } };
  };
  '/api/tickets/{id}/ask-to-cancel': {
    POST: { body: z.input<typeof askToCancelSchema> & { secrets?: 'mask' | 'share' }; answer: (Ticket | null) };
  };
  '/api/tickets/{id}/attempts': {
    GET: { answer: { items: Array<Attempt> } };
    POST: { body: z.input<typeof attemptInputSchema> & { secrets?: 'mask' | 'share' }; answer: Attempt };
  };
  '/api/tickets/{id}/cancel': {
    POST: { body: { reason: string } & { secrets?: 'mask' | 'share' }; answer: (Ticket | null) };
  };
  '/api/tickets/{id}/changes': {
    POST: { body: z.input<typeof changeInputSchema> & { secrets?: 'mask' | 'share' }; answer: (Ticket | null) };
    GET: { query?: { limit?: number | string; cursor?: number | string }; answer: { items: Array<PlanChange>; next_cursor: string | null } };
  };
  '/api/tickets/{id}/customer-feedback': {
    PUT: { body: z.input<typeof feedbackInputSchema> & { secrets?: 'mask' | 'share' }; answer: Feedback };
  };
  '/api/tickets/{id}/decisions': {
    GET: { answer: { items: Array<Decision>; next_cursor: null } };
  };
  '/api/tickets/{id}/decline-to-cancel': {
    POST: { body: { text: string } & { secrets?: 'mask' | 'share' }; answer: (Ticket | null) };
  };
  '/api/tickets/{id}/evidence': {
    GET: { answer: EvidenceFile };
  };
  '/api/tickets/{id}/extend-quotes': {
    POST: { answer: (Ticket | null) };
  };
  '/api/tickets/{id}/feedback': {
    GET: { answer: Feedback };
    PUT: { body: z.input<typeof feedbackInputSchema> & { secrets?: 'mask' | 'share' }; answer: Feedback };
  };
  '/api/tickets/{id}/files': {
    GET: { query?: { limit?: number | string; cursor?: number | string }; answer: { items: Array<FileRecord>; next_cursor: string | null } };
  };
  '/api/tickets/{id}/find-another': {
    POST: { answer: (Ticket | null) };
  };
  '/api/tickets/{id}/get-help': {
    POST: { body: z.input<typeof getHelpSchema> & { secrets?: 'mask' | 'share' }; answer: (Ticket | null) };
  };
  '/api/tickets/{id}/give-back': {
    POST: { body: { note: string } & { secrets?: 'mask' | 'share' }; answer: (Ticket | null) };
  };
  '/api/tickets/{id}/grab': {
    POST: { answer: (Ticket | null) };
  };
  '/api/tickets/{id}/hand-back': {
    GET: { answer: undefined };
  };
  '/api/tickets/{id}/hand-back/link': {
    GET: { answer: { url: string; expires_at: z.output<typeof instant> } };
  };
  '/api/tickets/{id}/helpers': {
    GET: { answer: z.output<typeof helperListSchema> };
  };
  '/api/tickets/{id}/history': {
    GET: { query?: { limit?: number | string; cursor?: number | string }; answer: { items: Array<HistoryItem>; next_cursor: string | null } };
  };
  '/api/tickets/{id}/invite': {
    POST: { body: z.input<typeof inviteSchema>; answer: Ticket };
  };
  '/api/tickets/{id}/keep-held': {
    POST: { answer: (Ticket | null) };
  };
  '/api/tickets/{id}/messages': {
    GET: { query?: { limit?: number | string; before?: number | string; after?: number | string; around?: string; pairing?: string }; answer: MessagePage };
    POST: { body: z.input<typeof messageInputSchema> & { secrets?: 'mask' | 'share' }; answer: Message };
  };
  '/api/tickets/{id}/milestones': {
    GET: { answer: PlanOfRequest };
    POST: { body: z.input<typeof milestoneInputSchema> & { secrets?: 'mask' | 'share' }; answer: Milestone };
  };
  '/api/tickets/{id}/milestones/order': {
    PUT: { body: z.input<typeof orderInputSchema>; answer: PlanOfRequest };
  };
  '/api/tickets/{id}/money': {
    GET: { answer: TicketMoney };
  };
  '/api/tickets/{id}/open-for-grabbing': {
    POST: { answer: (Ticket | null) };
  };
  '/api/tickets/{id}/pairings': {
    GET: { answer: z.output<typeof pairingListSchema> };
  };
  '/api/tickets/{id}/plan/versions': {
    GET: { query?: { limit?: number | string; cursor?: number | string }; answer: { items: Array<PlanVersion>; next_cursor: string | null } };
  };
  '/api/tickets/{id}/quotes': {
    GET: { answer: z.output<typeof quoteListSchema> };
    POST: { body: z.input<typeof quoteInputSchema> & { secrets?: 'mask' }; answer: Quote };
  };
  '/api/tickets/{id}/read': {
    POST: { answer: undefined };
  };
  '/api/tickets/{id}/refund-held': {
    POST: { answer: (Ticket | null) };
  };
  '/api/tickets/{id}/request-changes': {
    POST: { body: { feedback: string } & { secrets?: 'mask' | 'share' }; answer: (Ticket | null) };
  };
  '/api/tickets/{id}/reserve': {
    POST: { answer: (Ticket | null) };
  };
  '/api/tickets/{id}/reviews': {
    GET: { answer: Reviews };
  };
  '/api/tickets/{id}/share-earlier': {
    POST: { body: z.input<typeof shareEarlierSchema>; answer: z.output<typeof pairingListSchema> };
  };
  '/api/tickets/{id}/snapshots': {
    POST: { body: z.input<typeof snapshotInputSchema>; answer: Snapshot };
    GET: { answer: { items: Array<Snapshot> } };
  };
  '/api/tickets/{id}/submit-plan': {
    POST: { answer: (Ticket | null) };
  };
  '/api/tickets/{id}/typing': {
    POST: { answer: undefined };
  };
  '/api/tickets/{id}/waiting': {
    GET: { answer: Waiting };
  };
  '/api/tickets/{id}/withdraw-cancel': {
    POST: { answer: (Ticket | null) };
  };
  '/api/unblockers': {
    GET: { query?: { limit?: number | string; cursor?: string; q?: string; category?: "mobile" | "react-native" | "ios" | "android" | "backend" | "web" | "infrastructure" | "other"; ai_tool?: "CHAT_GPT" | "CLAUDE" | "REPLIT" | "CURSOR" | "BOLT.NEW" | "LOVABLE" | "CLINE" | "COPILOT" | "WINDSURF" | "VO" | "OTHER"; language?: "ar" | "bn" | "bg" | "zh" | "hr" | "cs" | "da" | "nl" | "en" | "et" | "fi" | "fr" | "de" | "el" | "he" | "hi" | "hu" | "id" | "it" | "ja" | "ko" | "lv" | "lt" | "no" | "fa" | "pl" | "pt" | "ro" | "ru" | "sr" | "sk" | "sl" | "es" | "sw" | "sv" | "ta" | "th" | "tr" | "uk" | "ur" | "vi"; sort?: "first_pass" | "on_time" | "stayed_fixed" | "finished" }; answer: { items: Array<Unblocker>; next_cursor: string | null } };
  };
  '/api/unblockers/{slug}': {
    GET: { answer: UnblockerPage };
  };
  '/api/waitlist': {
    POST: { body: z.input<typeof waitlistSchema>; answer: object };
  };
  '/auth/v1/challenge': {
    GET: { answer: { challenge: string; algorithm: "PBKDF2-SHA256"; iterations: number; zero_bits: number; expires_at: number } };
  };
}

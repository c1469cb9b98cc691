import { REVIEWER_MILESTONES } from './entry-test.ts';
import {
  APPEAL_DAYS,
  DROPPED_WITHIN_HOURS,
  FIRST_REQUESTS,
  FIRST_RUNNING,
  GUARANTEE_DAYS,
  MAX_ALERTS,
  MAX_DROPPED_RESERVATIONS,
  MAX_FILE_MB,
  MAX_INVITATIONS,
  MAX_MILESTONES,
  MAX_OWN_QUOTES,
  MAX_QUOTES,
  MAX_RESERVATIONS,
  MAX_SAVED_FILTERS,
  MAX_STORED_GB,
  MESSAGE_OPEN_MINUTES,
  MISSED_AFTER_DAYS,
  NEW_UNBLOCKER_MILESTONES,
  PAYOUT_WAITS_DAYS,
  PLAN_WITHIN_HOURS,
  START_WITHIN_HOURS,
} from './limits.ts';
import { UNAVAILABLE } from './unavailable.ts';

/**
 * All refusals of the product, by code. The server answers with `status` and `detail`; the web shows
 * `detail`.
 */
export const refusals = {
  // who is asking
  no_session: [401, 'Please sign in to go on.'],
  session_ended: [401, 'Your session has expired. Please log in again.'],
  account_suspended: [
    403,
    'This account is suspended. Please write to us if you think this is a mistake.',
  ],
  password_needed: [403, 'Please choose a password to go on.'],
  second_factor_needed: [403, 'Please enter the code of your authenticator app to go on.'],
  not_your_part: [403, 'This step belongs to someone else.'],
  reviewer_is_new: [
    403,
    `You can review applications once ${REVIEWER_MILESTONES} of your milestones are approved.`,
  ],
  wrong_passkey: [403, 'This passkey was not accepted. Please try again.'],
  reauthentication_needed: [403, 'Please enter your password to go on.'],
  wrong_password: [403, 'This is not your password.'],
  foreign_origin: [403, 'Pages of other sites may not call this.'],
  not_for_programs: [403, 'This can only be done by a person who is signed in, not by a program.'],
  scope_missing: [403, 'The access token of this program may look, and not write.'],
  // what they ask for
  invalid_input: [400, 'Some of what was sent is missing or not valid.'],
  malformed_request: [400, 'The request could not be read.'],
  headers_too_large: [431, 'The address or the headers of the request are too long.'],
  request_timeout: [408, 'The request took too long to arrive.'],
  payload_too_large: [413, 'That is more than can be sent at once.'],
  unsupported_media_type: [415, 'Please send JSON.'],
  not_found: [404, 'There is nothing here that you may see.'],
  no_longer_yours: [404, 'This request is no longer yours.'],
  bad_signature: [400, 'This is not signed by the payment provider, or not within five minutes.'],
  invitation_not_valid: [
    404,
    'This invitation does not work: it was used, has expired or was replaced. Please ask for a new one.',
  ],
  application_not_valid: [
    404,
    'This link does not work: it has expired, or a newer one was sent. Please use the newest mail.',
  ],
  method_not_allowed: [405, 'This cannot be done here.'],
  // the state does not allow it
  wrong_state: [409, 'This is not possible at the moment.'],
  ticket_already_grabbed: [409, 'Another unblocker has taken this request.'],
  ticket_not_reserved: [409, 'You have not reserved this request.'],
  too_many_dropped_reservations: [
    409,
    `You left ${MAX_DROPPED_RESERVATIONS} reserved requests within ${DROPPED_WITHIN_HOURS} hours. You can still grab one, or reserve again later.`,
  ],
  too_many_reservations: [
    409,
    `You hold ${MAX_RESERVATIONS} requests already. Grab or abandon one first.`,
  ],
  away: [409, 'You are away. Press I Am Back in your account to take requests again.'],
  too_many_running: [
    409,
    'As many requests are running as you take at a time. Finish one, or take more at a time.',
  ],
  too_many_first: [
    409,
    `Until ${FIRST_REQUESTS} of your requests are finished, at most ${FIRST_RUNNING} run at a time. Finish one first.`,
  ],
  unblocker_away: [409, 'This unblocker is away at the moment.'],
  unblocker_full: [409, 'This unblocker has no room for another request at the moment.'],
  too_many_filters: [
    409,
    `You can have ${MAX_SAVED_FILTERS} saved filters. Please delete one first.`,
  ],
  too_many_alerts: [409, `You can have ${MAX_ALERTS} alerts. Please delete one first.`],
  takes_quotes: [409, 'The customer compares quotes for this request. Write a quote instead.'],
  takes_no_quotes: [409, 'This request is for whoever grabs it first: it takes no quotes.'],
  quotes_over: [409, 'The time for quotes is over. The customer chooses now.'],
  quotes_full: [409, `This request has ${MAX_QUOTES} quotes already.`],
  already_quoted: [409, 'You have sent a quote for this request already. You can edit it.'],
  too_many_quotes: [409, `You have ${MAX_OWN_QUOTES} running quotes already. Withdraw one first.`],
  quote_decided: [409, 'This quote is not open any more.'],
  quote_changed: [409, 'The unblocker has changed this quote meanwhile. Please look at it again.'],
  too_many_questions: [409, 'There are too many messages about this quote already.'],
  already_invited: [409, 'You have invited this unblocker already.'],
  too_many_invitations: [409, `You can invite ${MAX_INVITATIONS} unblockers to a request.`],
  not_invitable: [409, 'This unblocker cannot be invited to this request.'],
  no_milestones: [409, 'Please add at least one milestone before submitting your plan.'],
  too_many_milestones: [409, `A plan has at most ${MAX_MILESTONES} milestones.`],
  plan_changed: [409, 'The plan has changed meanwhile. Please look at it again.'],
  milestone_not_paid: [409, 'This milestone has to be paid before it can be approved.'],
  milestone_already_paid: [409, 'This milestone is paid already.'],
  no_address: [409, 'None of the checks here is by an address.'],
  check_failed: [409, 'A check of this milestone does not work.'],
  address_not_passing: [409, 'A check by address has not passed.'],
  not_failed_twice: [
    409,
    `Possible once paid work is ${24 * MISSED_AFTER_DAYS} hours past its date, or the same check did not work in two deliveries.`,
  ],
  message_fixed: [409, `Messages can be edited and deleted for ${MESSAGE_OPEN_MINUTES} minutes.`],
  message_reported: [409, 'This message was reported. It stays as it is for the moderators.'],
  message_gone: [409, 'This message is not there any more.'],
  no_keys_found: [409, 'No keys or passwords were found in this message.'],
  own_message: [403, 'You cannot report your own message.'],
  message_already_reported: [409, 'This message has been reported already.'],
  no_developer: [409, 'No unblocker works on this request yet.'],
  nobody_late: [
    409,
    `Possible once a plan has not come for ${PLAN_WITHIN_HOURS} hours, paid work has not started for ${START_WITHIN_HOURS}, or is ${24 * MISSED_AFTER_DAYS} hours past its date.`,
  ],
  not_missed: [
    409,
    `Possible once this milestone is ${24 * MISSED_AFTER_DAYS} hours past its date.`,
  ],
  time_stopped: [409, 'No time runs for this milestone at the moment.'],
  told_already: [409, 'This was told already.'],
  not_told: [409, 'Its customer has not been told yet.'],
  more_time_taken: [409, 'You have taken more time for this delivery already.'],
  report_open: [409, 'A report still waits for a moderator.'],
  question_open: [409, 'A question still waits for its answer.'],
  no_question: [409, 'No question waits for an answer here.'],
  guarantee_over: [
    409,
    `Possible for ${GUARANTEE_DAYS} days after you approved it, and while it is paid.`,
  ],
  repair_open: [409, 'A repair of this milestone goes on already.'],
  repair_owed: [
    409,
    'A free repair is owed by the unblocker who did the work. It has to be approved, refunded or cancelled first, or a moderator decides: choose Get Help.',
  ],
  repair_not_missed: [
    409,
    `Possible once a free repair is ${24 * MISSED_AFTER_DAYS} hours past its date.`,
  ],
  repairer_gone: [
    409,
    'The unblocker who did this is no longer there to repair it, or the request ended before other work that they delivered was approved. Choose Get Help: a moderator looks into it, and can have it refunded.',
  ],
  repairer_there: [409, 'The request has ended. If something broke, choose It Broke Again.'],
  request_paid: [409, 'Something was paid for this request, so it cannot be deleted.'],
  still_to_decide: [
    409,
    'A moderator still has a report or an appeal to decide, so it cannot be deleted. Choose Cancel Request instead.',
  ],
  held_kept_already: [409, 'You have decided already that it stays held.'],
  other_side_gone: [409, 'This person has deleted their account. Nobody would read a message.'],
  developer_changed: [409, 'This unblocker no longer has the request. Nobody has read it.'],
  side_suspended: [
    409,
    'The account of one side is suspended. Restore it first, close the request, or return it to the open list.',
  ],
  // moderation
  decision_not_reportable: [
    409,
    'What a moderator has decided cannot be reported. You can appeal against it.',
  ],
  report_decided: [409, 'This report has been decided already.'],
  message_already_hidden: [409, 'This message is hidden already.'],
  decision_not_hideable: [409, 'What a moderator has decided cannot be hidden.'],
  no_words_to_hide: [409, 'This only says what was done. There are no words in it to hide.'],
  already_appealed: [409, 'You have appealed against this decision already.'],
  appeal_too_late: [409, `One may appeal for ${APPEAL_DAYS} days after a decision.`],
  nothing_to_appeal: [409, 'No moderator has hidden this.'],
  own_decision: [
    409,
    'You decided what this appeal is against: another moderator has to answer it.',
  ],
  decision_replaced: [409, 'A newer decision has taken the place of this one.'],
  appeal_decided: [409, 'This appeal has been decided already.'],
  account_already_suspended: [409, 'This account is suspended already.'],
  account_not_suspended: [409, 'This account is not suspended.'],
  own_account: [403, 'You cannot do this to your own account.'],
  no_case: [409, 'This request does not need help any more.'],
  case_taken: [409, 'A colleague has taken this case.'],
  case_not_yours: [409, 'You have not taken this case.'],
  decided_meanwhile: [409, 'A colleague has decided about this meanwhile.'],
  too_many_tokens: [409, 'There are too many access tokens. Please revoke one first.'],
  too_many_webhooks: [409, 'There are too many webhooks. Please delete one first.'],
  webhook_off: [409, 'This webhook is off. Please switch it on first.'],
  too_many_programs: [409, 'Too many programs are connected. Please disconnect one first.'],
  asking_over: [
    404,
    'This question has expired, or was asked in another browser. Please start again from your program.',
  ],
  no_such_code: [
    404,
    'No program shows this code. It is good for ten minutes and once. Please look again, or start again in your program.',
  ],
  slug_taken: [409, 'This address belongs to somebody else. Please choose another one.'],
  too_many_slugs: [409, 'Your profile has had 5 addresses. Please choose one of these.'],
  name_needed: [409, 'Please enter your first name under Edit before you publish your profile.'],
  review_replied: [409, 'You have replied to this review already.'],
  review_reported: [409, 'You have reported this review already.'],
  reply_reported: [409, 'You have reported this reply already.'],
  words_reported: [
    409,
    'These words were reported. You can change them once a moderator has looked at them.',
  ],
  reply_hidden: [409, 'A moderator has hidden your reply.'],
  review_hidden: [409, 'A moderator has hidden this review.'],
  too_many_replies: [409, 'There are too many saved replies. Please delete one first.'],
  milestone_not_named: [
    409,
    'Please say which milestone: money is held for more than one, or none.',
  ],
  // money
  nothing_to_pay_out: [409, 'There is nothing to pay out.'],
  payout_waits: [
    409,
    `What you earned with your first ${NEW_UNBLOCKER_MILESTONES} milestones can be paid out ${PAYOUT_WAITS_DAYS} days after it was released.`,
  ],
  payout_too_large: [409, 'A payout cannot be more than what is available.'],
  payouts_not_set_up: [409, 'Please tell the payment provider first where your money should go.'],
  country_not_served: [409, 'Payouts do not reach your country yet.'],
  payout_country_fixed: [
    409,
    'Your account for payouts is open already. Write to us to change its country.',
  ],
  amount_not_payable: [409, 'The payment provider does not take this amount.'],
  split_does_not_add_up: [409, 'What is released and what is refunded must add up to the price.'],
  money_changed: [409, 'The money of this request has changed meanwhile. Please look at it again.'],
  nothing_held: [409, 'No money is held here.'],
  money_held: [
    409,
    'Money is held for this request. Ask to cancel, so that both sides agree where it goes.',
  ],
  proposal_open: [409, 'There is a proposal to cancel already. Answer or withdraw it first.'],
  proposal_changed: [
    409,
    'Another proposal has taken its place meanwhile. Please look at it again.',
  ],
  no_proposal: [409, 'No proposal to cancel waits for this.'],
  change_open: [409, 'A change of the plan is open already. Answer or withdraw it first.'],
  no_change: [409, 'No change of the plan waits for this.'],
  milestone_fixed: [409, 'What was delivered, accepted or released stays as it is in the plan.'],
  milestone_refunded: [409, 'What was refunded cannot be paid again. Drop it, and add it anew.'],
  nothing_left_to_do: [
    409,
    'Something has to be left to do. To end the request, choose Cancel Request or Ask to Cancel.',
  ],
  nothing_released: [409, 'No money was released here, or less than this.'],
  nothing_to_give_back: [409, 'Nothing that the customer paid is left to give back.'],
  payment_in_review: [409, 'A payment is still to be looked at. Please decide about it first.'],
  payment_not_in_review: [409, 'This payment is not being looked at any more.'],
  dispute_open: [409, 'A dispute about this payment is still to be decided.'],
  no_lost_dispute: [409, 'There is no lost dispute to decide here.'],
  finding_done: [409, 'This has been marked as done already.'],
  // mails
  mail_already_sent: [409, 'This mail has been sent meanwhile.'],
  // accounts
  waitlist_entry_decided: [409, 'This application has been decided already.'],
  application_submitted: [409, 'Your application was submitted. It cannot be changed any more.'],
  entry_test_missing: [409, 'Please upload your fixed version of the project first.'],
  application_reviewed: [409, 'This application has all its reviews already.'],
  reviewed_before: [409, 'You have reviewed this application already.'],
  role_already_held: [409, 'This account has that role, or a higher one, already.'],
  requests_running: [409, 'A request of this account is still running. It has to be ended first.'],
  earnings_left: [409, 'There is still money in this account. Please have it paid out first.'],
  refund_left: [
    409,
    'A refund to you could not be made yet, and the money is yours. Please wait until you have it. If we have written to you about it, please answer that mail.',
  ],
  // files
  file_too_large: [413, `Files may be at most ${MAX_FILE_MB}MB.`],
  storage_used_up: [
    409,
    `Your files together may be at most ${MAX_STORED_GB}GB. Remove some that you do not need any more, and try again.`,
  ],
  file_refused: [422, 'This file was refused because it looks harmful.'],
  secrets_found: [
    422,
    'There seem to be keys or passwords in this. Take them out, have them masked, or share them knowingly.',
  ],
  not_looked_through: [
    503,
    'This could not be looked through for keys and passwords. Nothing was sent. Please try again.',
  ],
  file_checking: [403, 'Being looked through for keys and passwords. It opens in a moment.'],
  file_held_back: [403, 'Held back: it seems to have keys in it.'],
  not_maskable: [
    422,
    'The keys in this file cannot be masked. Take them out of it, or share it knowingly.',
  ],
  nothing_to_decide: [409, 'Nothing waits for your answer here.'],
  file_locked_until_paid: [403, 'The files of a delivery open once it is paid for.'],
  code_being_read: [409, 'This version is still being read. It opens in a moment.'],
  code_held_back: [
    409,
    'Your newest version of the project is held back: say first what becomes of the keys in it, or bring another one.',
  ],
  code_outdated: [
    409,
    'The project has changed since your version was brought. Bring your work again, on the project as it is now.',
  ],
  code_not_readable: [409, 'This version could not be read, and nothing of it was kept.'],
  code_locked_until_paid: [403, 'The code of a delivery opens once it is paid for.'],
  code_not_taken: [403, 'The code opens for whoever has grabbed the request.'],
  same_project: [
    422,
    'Nothing in it is different from the project that you were given. Please upload your fixed version.',
  ],
  project_refused: [422, 'This cannot be read as a project.'],
  too_many_versions: [409, 'This request has as many versions of its project as it can hold.'],
  link_expired: [403, 'This link has expired. Please open the file again.'],
  upload_timeout: [408, 'The upload took too long. Please try again.'],
  not_an_archive: [415, 'The contents of this file cannot be listed.'],
  not_text: [415, 'This file cannot be shown as text.'],
  nothing_handed_back: [
    409,
    'Nothing is handed back yet. It is there once you have approved a delivery with code.',
  ],
  not_a_patch: [422, 'This patch cannot be read.'],
  patch_does_not_fit: [422, 'This patch does not fit the project.'],
  too_much_to_read: [422, 'This file takes more time or memory than we give to one.'],
  range_not_satisfiable: [416, 'The file has no such part.'],
  // sending twice
  idempotency_mismatch: [422, 'This Idempotency-Key was used before with another request.'],
  idempotency_in_progress: [409, 'The first request with this Idempotency-Key is still running.'],
  too_many_requests: [429, 'Too many requests. Please wait a moment and try again.'],
  // our side
  provider_unavailable: [
    503,
    'The payment provider cannot be reached. Nothing was charged. Please try again.',
  ],
  storage_full: [507, 'There is no room for more files at the moment. Please try again later.'],
  files_unavailable: [503, 'Files cannot be reached at the moment. Please try again.'],
  unavailable: [503, UNAVAILABLE],
  internal: [500, 'Something went wrong on our side. Please try again.'],
} as const satisfies Record<string, readonly [status: number, detail: string]>;

export type RefusalCode = keyof typeof refusals;

/** A problem with one part of the input; `path` is dotted, as in `milestones.0.title`. */
export interface InputProblem {
  path: string;
  message: string;
}

/** Thrown by rules and commands; becomes `application/problem+json` at the edge. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly status: number;
  readonly errors: InputProblem[] | undefined;

  constructor(code: RefusalCode, detail?: string, errors?: InputProblem[]) {
    super(detail ?? refusals[code][1]);
    this.name = 'Refusal';
    this.code = code;
    this.status = refusals[code][0];
    this.errors = errors;
  }
}

/** A refusal of one input field, in the specification's words. */
export function invalidInput(path: string, message: string): Refusal {
  return new Refusal('invalid_input', message, [{ path, message }]);
}

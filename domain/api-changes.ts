/** What has changed for programs, the newest first. The API grows by adding; a contract that we broke is mended. */
export const apiChanges: readonly { date: string; changes: readonly string[] }[] = [
  {
    date: '2026-11-28',
    changes: [
      'Earnings count no payout as paid out that a dispute keeps back, and its payout_status is kept.',
      'DELETE /api/me/alerts deletes all of them.',
      'own_message and own_account have the status 403, as all that is for others to do.',
      'report and appeal of a review take about: the review, or the reply to it. A review has report-reply, appeal-reply, reply_hidden_reason and reply_appeal, and its reply is null once it is hidden, but for who wrote it. GET /api/me/export says the same (about, is_reply_hidden).',
      'The moderators’ reports have about: reply, edited_since_reply, and other_words_hidden: of a reply that its review is hidden, of a review that its reply is. The audit log has review_reply_hidden and review_reply_report_dismissed, with the target reply.',
      'A new milestone takes checks: [] as none written.',
      'Another reply in place of a hidden one is refused with reply_hidden, no longer words_reported. extend before its time is refused with not_missed, no longer nobody_late.',
      'Calls under /api take no forms of pages (application/x-www-form-urlencoded, text/plain) but empty ones: 415.',
    ],
  },
  {
    date: '2026-11-27',
    changes: [
      'A milestone that counts as approved, as its request has ended, has an event of its own in the history (milestone_counts_as_accepted).',
      'DELETE /api/me is refused (refund_left) while a refund that could not be made is owed.',
      'read_file gives whole lines, and says whether they are all that was asked for (is_complete).',
      'read_file says what of a file it cannot give at all (why_cut).',
      'A version says whether no submission takes it along any more (stays_behind).',
      'A message says whether a moderator posted it (is_decision).',
      'A billing record says what was paid back another way (paid_elsewhere_cents).',
      'A call for help and a proposal to cancel name the message with their words (message_id). The words are null once a moderator has hidden it.',
      'list_requests and list_open_requests go on before a request (before).',
      'GET /api/me/export has what one wrote about quotes that were withdrawn since (quote_questions).',
      'The audit log has a moderator’s look at the files of a request (files_read).',
      'broke-again and get-help are for the customer of a rejected request, too. Where its free repair is cancelled, or missed and refunded, it ends as it had before.',
      'What an earlier unblocker delivered unpaid answers file_locked_until_paid and code_locked_until_paid to the current one with whom it was shared.',
      'second_factor_needed of GET /api/me is false in a session that a passkey opened, as moderating was possible with it already.',
      'is_masked of a version is also true where placeholders for keys came with it, or were in the version that it is put on.',
    ],
  },
  {
    date: '2026-11-26',
    changes: [
      'approve-plan takes the version of the plan that was looked at.',
      'A message can name its reader (to), and is refused once somebody else would read it.',
    ],
  },
  {
    date: '2026-11-25',
    changes: [
      'A command line: npx unblock-cli.',
      'deliver_patch takes evidence for each check, and take_evidence fetches the evidence file.',
      'Receivers of webhooks that ask for time by Retry-After get it.',
      'Programs without a browser are let in by a code that they show (RFC 8628).',
      'POST /api/tickets and POST /api/drafts take a project and attempts.',
      'Webhooks, by the Standard Webhooks rules.',
      'RateLimit and RateLimit-Policy with every answer to a program.',
      'Recent Use: what programs did, for their owner to read.',
      'The Model Context Protocol at /mcp.',
      'Access tokens with the scopes read and write.',
    ],
  },
];

-- What statistics and retention look things up by: the time, within which they stay. The columns that
-- they read are in the indexes, so that the rows themselves are not.

create index ticket_history_moves on ticket_history (created_at) include (from_status, to_status)
  where from_status is distinct from to_status;
create index ticket_history_reviews on ticket_history (created_at, action)
  where action in ('accept', 'reject');
create index ticket_history_firsts on ticket_history (action, created_at) include (ticket_id, id)
  where action in ('grab', 'submit-plan');
create index ticket_history_before on ticket_history (ticket_id, action, id) include (created_at)
  where action in ('grab', 'submit-plan');
create index tickets_by_time on tickets (created_at) include (id, customer_id);
create index tickets_running on tickets (status)
  where status not in ('CUSTOMER_APPROVED', 'CUSTOMER_REJECTED');
create index tickets_finished on tickets (status_since, id)
  where status in ('CUSTOMER_APPROVED', 'CUSTOMER_REJECTED');
create index ledger_entries_by_time on ledger_entries (created_at);
create index billing_records_held on billing_records (price_cents) where status = 'held';

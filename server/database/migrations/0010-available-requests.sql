-- Open requests by category, each in the order of their list: whoever supports a rare one reads its
-- requests alone. Through one index for all, a page of a rare category read the open requests of all
-- others on the way.
create index tickets_available_mobile on tickets (created_at desc, id desc)
  where status = 'AWAITING_ASSIGNMENT' and developer_id is null and categories @> '{mobile}';
create index tickets_available_react_native on tickets (created_at desc, id desc)
  where status = 'AWAITING_ASSIGNMENT' and developer_id is null and categories @> '{react-native}';
create index tickets_available_ios on tickets (created_at desc, id desc)
  where status = 'AWAITING_ASSIGNMENT' and developer_id is null and categories @> '{ios}';
create index tickets_available_android on tickets (created_at desc, id desc)
  where status = 'AWAITING_ASSIGNMENT' and developer_id is null and categories @> '{android}';
create index tickets_available_backend on tickets (created_at desc, id desc)
  where status = 'AWAITING_ASSIGNMENT' and developer_id is null and categories @> '{backend}';
create index tickets_available_web on tickets (created_at desc, id desc)
  where status = 'AWAITING_ASSIGNMENT' and developer_id is null and categories @> '{web}';
create index tickets_available_infrastructure on tickets (created_at desc, id desc)
  where status = 'AWAITING_ASSIGNMENT' and developer_id is null and categories @> '{infrastructure}';
create index tickets_available_other on tickets (created_at desc, id desc)
  where status = 'AWAITING_ASSIGNMENT' and developer_id is null and categories @> '{other}';

drop index tickets_available;

-- An attempt is written down by the statement that has just written its delivery, and asked again whether that is there: each locked its delivery once
-- more for it. It is not asked now, and attempts go with their delivery as they did.

-- holds: webhook_deliveries, webhook_attempts
lock table webhook_deliveries, webhook_attempts in access exclusive mode;

alter table webhook_attempts drop constraint webhook_attempts_delivery_id_fkey;

-- Whoever writes an attempt holds its delivery until that is committed. So what goes here is all that there is.
create function attempts_go_with_delivery() returns trigger language plpgsql as $$
begin
  delete from webhook_attempts where delivery_id = old.delivery_id;
  return null;
end $$;
create trigger attempts_go_with_delivery after delete on webhook_deliveries
  for each row execute function attempts_go_with_delivery();
